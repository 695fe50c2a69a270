// Finds the input files of a command and expands folders.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/expected.h"

namespace gcrucible::verdict {

struct FileKind {
  std::string_view name;                         // "scenario"
  std::span<const std::string_view> extensions;  // ".yaml"; messages name the first
};

struct InputFile {
  std::string path;
  std::string
      below;  // path relative to the folder argument; the file name if the file itself is the argument
};

// Returns files unchanged. A folder is replaced by the files of that kind in it and in the folders below, in
// alphabetical order of their paths. Folders whose names begin with a dot and links to folders are skipped.
// Fails if a folder contains none or cannot be read, or if one of several paths does not exist.
Expected<std::vector<InputFile>> input_files(const std::vector<std::string>& paths, const FileKind& kind);

}  // namespace gcrucible::verdict
