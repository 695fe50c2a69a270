#include "tests/tidy/folders.h"

#include <cstddef>
#include <map>

namespace gcrucible::tidy {
namespace {

constexpr std::size_t kMostFiles = 30;

}  // namespace

std::vector<Problem> check_folders(const std::vector<std::string>& paths) {
  std::map<std::string, std::size_t> files;
  for (const std::string& path : paths) {
    const std::size_t slash = path.rfind('/');
    ++files[slash == std::string::npos ? "." : path.substr(0, slash)];
  }
  std::vector<Problem> problems;
  for (const auto& [folder, count] : files) {
    if (count <= kMostFiles) continue;
    problems.push_back({folder, 0,
                        "has " + std::to_string(count) + " files, and a folder at most " +
                            std::to_string(kMostFiles) + ": move those with one subject to a folder below"});
  }
  return problems;
}

}  // namespace gcrucible::tidy
