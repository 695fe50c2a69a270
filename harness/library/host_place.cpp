#include "harness/library/host_place.h"

#include <gcrucible/export.h>

#include <filesystem>

#include "harness/platform/files/executable_path.h"
#include "harness/platform/process/environment.h"

namespace gcrucible {

namespace fs = std::filesystem;

std::string host_place() {
  if (const auto reported = platform::environment_variable("GCRUCIBLE_HOST")) return std::string(*reported);
#ifdef _WIN32
  constexpr const char* kName = "gcrucible-host.exe";
#else
  constexpr const char* kName = "gcrucible-host";
#endif
  const fs::path library(platform::module_path(reinterpret_cast<const void*>(&host_place)));
  const fs::path folder = library.parent_path();
  std::error_code error;
  for (const fs::path& place : {folder / kName, folder / GCRUCIBLE_BIN_FROM_LIBRARY / kName}) {
    if (fs::exists(place, error)) return place.lexically_normal().string();
  }
  throw Error("there is no gcrucible-host next to " + library.string() + " or in " +
              (folder / GCRUCIBLE_BIN_FROM_LIBRARY).lexically_normal().string() +
              "; install gcrucible completely, or set GCRUCIBLE_HOST to its path");
}

}  // namespace gcrucible
