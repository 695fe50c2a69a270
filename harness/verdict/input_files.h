// Finds the input files of a command and expands folders.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::verdict {

struct FileKind {
  std::string_view name;                         // "scenario"
  std::span<const std::string_view> extensions;  // ".yaml"; messages name the first
};

// Returns files unchanged. A folder is replaced by the files of that kind directly in it, in alphabetical
// order. Sets `error` if a folder contains none or cannot be read.
std::vector<std::string> input_files(const std::vector<std::string>& paths, const FileKind& kind,
                                     std::string& error);

}  // namespace gcrucible::verdict
