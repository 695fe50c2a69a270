// The written style of this repository as checks over text, beyond compilers and formatters. Pure functions:
// nothing here opens a file, so that tests can show each check on planted text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::tidy {

// One violation of the style. `line` starts at 1. 0 means the whole file.
struct Problem {
  std::string file;
  std::size_t line = 0;
  std::string what_to_do;
};

// "file:line: what to do", as editors and compilers write it.
std::string to_text(const Problem& problem);

// A file in the form that the checks need: its path from the root with '/' between folders, and its bytes.
struct SourceFile {
  std::string path;
  std::string text;
};

// True for text that people of this project wrote. Recordings, generated tables and binaries are not checked.
bool is_checked(std::string_view path);

// Every violation of the style in `file`. `exists` returns whether a path from the root names a file, for the
// check of includes.
std::vector<Problem> check(const SourceFile& file, bool (*exists)(std::string_view path));

}  // namespace gcrucible::tidy
