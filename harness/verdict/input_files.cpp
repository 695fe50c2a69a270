#include "harness/verdict/input_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace gcrucible::verdict {
namespace {

namespace fs = std::filesystem;

// Neither opening nor incrementing throws: a folder may be unreadable or removed meanwhile.
Expected<void> add_files(const fs::path& folder, const FileKind& kind, std::vector<std::string>& found) {
  std::vector<fs::path> folders;
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    const fs::path& path = entry->path();
    std::error_code ignored;
    // A link to a folder is not followed, because it may lead back to a folder above it.
    if (fs::is_directory(entry->symlink_status(ignored))) {
      if (!path.filename().string().starts_with(".")) folders.push_back(path);
    } else if (std::ranges::any_of(kind.extensions, [&](std::string_view each) {
                 return path.filename().string().ends_with(each);
               })) {
      found.push_back(path.string());
    }
  }
  if (code) return failure(fmt::format("the folder {} cannot be read: {}", folder.string(), code.message()));
  for (const fs::path& each : folders) {
    if (auto added = add_files(each, kind, found); !added) return added;
  }
  return {};
}

Expected<std::vector<InputFile>> files_in(const std::string& folder, const FileKind& kind) {
  std::vector<std::string> found;
  if (auto added = add_files(folder, kind, found); !added) return failure(std::move(added.error()));
  if (found.empty()) {
    return failure(fmt::format("the folder {} holds no {} (*{}); name a file, or a folder that has some",
                               folder, kind.name, kind.extensions.front()));
  }
  std::ranges::sort(found);
  std::vector<InputFile> files;
  for (std::string& path : found) {
    std::string below = fs::path(path).lexically_relative(folder).string();
    files.push_back({std::move(path), std::move(below)});
  }
  return files;
}

}  // namespace

Expected<std::vector<InputFile>> input_files(const std::vector<std::string>& paths, const FileKind& kind) {
  std::vector<InputFile> files;
  for (const std::string& path : paths) {
    if (path.empty()) {
      return failure(fmt::format(
          "the name of a {} is empty; give a file or a folder (is a variable of the shell not set?)",
          kind.name));
    }
    std::error_code code;
    // One of several is refused before the others are used. A single one is refused where it is read.
    if (paths.size() > 1 && path != "-" && fs::status(path, code).type() == fs::file_type::not_found)
      return failure(fmt::format("there is no file or folder '{}'; check the path", path));
    if (!fs::is_directory(path, code)) {
      files.push_back({path, fs::path(path).filename().string()});
      continue;
    }
    auto found = files_in(path, kind);
    if (!found) return failure(std::move(found.error()));
    std::ranges::move(*found, std::back_inserter(files));
  }
  return files;
}

}  // namespace gcrucible::verdict
