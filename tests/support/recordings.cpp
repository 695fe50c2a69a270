#include "tests/support/recordings.h"

#include <algorithm>
#include <string>

#include "tests/support/places.h"

namespace gcrucible::tests {
namespace fs = std::filesystem;

std::vector<fs::path> recordings() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(in_source("/fixtures/traces"))) {
    const fs::path& file = entry.path();
    if (file.extension() == ".jsonl" && file.parent_path().filename() != "special") files.push_back(file);
  }
  std::ranges::sort(files, {}, [](const fs::path& file) { return file.filename(); });
  return files;
}

fs::path recording(std::string_view name) {
  const std::string end = "/" + std::string(name) + ".jsonl";
  for (const auto& entry : fs::recursive_directory_iterator(in_source("/fixtures/traces"))) {
    if (entry.path().generic_string().ends_with(end)) return entry.path();
  }
  return {};
}

}  // namespace gcrucible::tests
