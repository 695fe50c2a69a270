// Files that a command is to read, where folders stand for what is in them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::verdict {

struct FileKind {
  std::string_view name;                         // "scenario"
  std::span<const std::string_view> extensions;  // ".yaml"; the first is named in messages
};

// Files as they are; folders become the files of that kind directly in them, in alphabetical order. `error`
// says what is wrong with a folder that holds none or cannot be read.
std::vector<std::string> input_files(const std::vector<std::string>& paths, const FileKind& kind,
                                     std::string& error);

}  // namespace gcrucible::verdict
