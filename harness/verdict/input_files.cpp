#include "harness/verdict/input_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace gcrucible::verdict {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_in(const std::string& folder, const FileKind& kind, std::string& error) {
  std::vector<std::string> found;
  std::error_code code;
  // Use the functions that do not throw: the folder may be unreadable or may disappear during iteration.
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    const std::string extension = entry->path().extension().string();
    if (std::ranges::find(kind.extensions, extension) != kind.extensions.end())
      found.push_back(entry->path().string());
  }
  if (code) {
    error = fmt::format("the folder {} cannot be read: {}", folder, code.message());
  } else if (found.empty()) {
    error = fmt::format("the folder {} holds no {} (*{}); name a file, or a folder that has some", folder,
                        kind.name, kind.extensions.front());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::vector<std::string> input_files(const std::vector<std::string>& paths, const FileKind& kind,
                                     std::string& error) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (path.empty() && error.empty()) {
      error = fmt::format(
          "the name of a {} is empty; give a file or a folder (is a variable of the shell not set?)",
          kind.name);
    }
    std::error_code code;
    if (!fs::is_directory(path, code)) {
      files.push_back(path);
      continue;
    }
    std::string problem;
    const std::vector<std::string> found = files_in(path, kind, problem);
    if (error.empty()) error = std::move(problem);
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

}  // namespace gcrucible::verdict
