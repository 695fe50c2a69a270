// The written style of this repository as checks over text: what no compiler and no formatter enforces.
// Pure functions; nothing here opens a file, so that every check can be shown to fire on planted text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::tidy {

// One departure from the style. `line` starts at 1; 0 means the file as a whole.
struct Problem {
  std::string file;
  std::size_t line = 0;
  std::string what_to_do;
};

// "file:line: what to do", as editors and compilers write it.
std::string to_text(const Problem& problem);

// A file as the checks see it: its path from the root with '/' between folders, and its bytes.
struct SourceFile {
  std::string path;
  std::string text;
};

// True for text that people here wrote and that is therefore held to the style; recordings, generated tables
// and binaries are not.
bool is_checked(std::string_view path);

// Every departure from the style in `file`. `exists` says whether a path from the root names a file, for the
// rule about includes.
std::vector<Problem> check(const SourceFile& file, bool (*exists)(std::string_view path));

}  // namespace gcrucible::tidy
