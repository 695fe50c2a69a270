#include "harness/cli/files/other_file.h"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace gcrucible::cli {

yaml::KnownFile kind_of(const std::string& path) {
  constexpr std::size_t kBeginning = std::size_t{1} << 16;
  // To open a pipe would wait for its writer. Whoever reads the whole file refuses it.
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return yaml::KnownFile::kUnknown;
  std::ifstream file(path, std::ios::binary);
  std::string text(kBeginning, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return yaml::known_file(text);
}

std::string other_file(const std::string& path, yaml::KnownFile wanted, const std::string& name) {
  const yaml::KnownFile kind = kind_of(path);
  if (!yaml::is_other(kind, wanted)) return {};
  return fmt::format("{} is {}, not {}; {}", name.empty() ? path : name, yaml::name_of(kind),
                     yaml::name_of(wanted), yaml::use_of(kind));
}

}  // namespace gcrucible::cli
