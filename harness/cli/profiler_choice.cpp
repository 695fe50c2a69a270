#include "harness/cli/profiler_choice.h"

#include <filesystem>

#include "harness/platform/environment.h"
#include "harness/platform/executable_path.h"

namespace gcrucible::cli {
namespace {

constexpr const char* kRecorderLibrary =
#ifdef _WIN32
    "libgcrucible_recorder.dll";
#else
    "libgcrucible_recorder.so";
#endif

ProfilerChoice refused(std::string error) {
  ProfilerChoice choice;
  choice.error = std::move(error);
  return choice;
}

ProfilerChoice checked(const std::string& path, const std::string& clsid, std::string why) {
  driver::CheckedClsid id = driver::check_clsid(clsid);
  if (!id.error.empty()) return refused(std::move(id.error));
  driver::CheckedLibrary library = driver::check_profiler_library(path);
  if (!library.library) return refused(std::move(library.error));
  ProfilerChoice choice;
  choice.library = std::move(*library.library);
  choice.clsid = std::move(id.clsid);
  choice.why = std::move(why);
  return choice;
}

std::string path_variable() {
  for (const char* const name : {"CORECLR_PROFILER_PATH_64", "CORECLR_PROFILER_PATH"}) {
    const auto value = platform::environment_variable(name);
    if (value && !value->empty()) return *value;
  }
  return {};
}

}  // namespace

ProfilerChoice choose_profiler(const std::string& path, const std::string& clsid,
                               const scenario::Scenario& scenario) {
  if (path.empty() != clsid.empty()) {
    return refused(
        path.empty() ? "--clsid is given without --profiler; give the library's file too"
                     : "--profiler is given without --clsid; give the CLSID that the library answers to, as "
                       "in --clsid '{01234567-89AB-CDEF-0123-456789ABCDEF}'");
  }
  if (!path.empty()) return checked(path, clsid, "named on the command line");
  if (!scenario.profiler.library.empty()) {
    const auto folder = std::filesystem::path(scenario.file).parent_path();
    return checked((folder / scenario.profiler.library).string(), scenario.profiler.clsid,
                   "named by the scenario");
  }
  const std::string from_environment = path_variable();
  const auto clsid_variable = platform::environment_variable("CORECLR_PROFILER");
  const bool has_clsid = clsid_variable && !clsid_variable->empty();
  if (!from_environment.empty() && has_clsid) {
    return checked(from_environment, *clsid_variable, "named by CORECLR_PROFILER and CORECLR_PROFILER_PATH");
  }
  if (!from_environment.empty() || has_clsid) {
    return refused(
        has_clsid ? "CORECLR_PROFILER is set and CORECLR_PROFILER_PATH is not; set both or neither, or use "
                    "--profiler and --clsid"
                  : "CORECLR_PROFILER_PATH is set and CORECLR_PROFILER is not; set both or neither, or use "
                    "--profiler and --clsid");
  }
  ProfilerChoice choice = checked(platform::beside_executable(kRecorderLibrary), kRecorderClsid,
                                  "gcrucible's own recorder, because none is named");
  choice.is_own_recorder = choice.error.empty();
  return choice;
}

}  // namespace gcrucible::cli
