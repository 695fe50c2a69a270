#include "tests/tidy/style.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

namespace gcrucible::tidy {
namespace {

constexpr std::size_t kMaximumBytes = 25 * 1024;
constexpr std::size_t kMaximumColumns = 110;

using Exists = bool (*)(std::string_view path);
using Problems = std::vector<Problem>;

// Files that may be larger than kMaximumBytes, each with the reason why it cannot be divided.
struct Exception {
  std::string_view path;
  std::string_view reason;
};
constexpr std::array<Exception, 0> kMayBeLarge = {};

bool ends_with_one_of(std::string_view path, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](auto ending) { return path.ends_with(ending); });
}

bool is_header(std::string_view path) {
  return path.ends_with(".h");
}
bool is_cpp(std::string_view path) {
  return ends_with_one_of(path, {".h", ".cpp"});
}
bool is_source(std::string_view path) {
  return is_cpp(path) || ends_with_one_of(path, {".cs", ".cmake", "CMakeLists.txt", ".py"}) ||
         path.starts_with("scripts/");
}

std::string_view name_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// Columns as a reader counts them: UTF-8 continuation bytes count as none.
std::size_t columns_of(std::string_view line) {
  return static_cast<std::size_t>(std::count_if(
      line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has_word(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const std::size_t after = at + word.size();
    const bool begins = at == 0 || !is_word_character(line[at - 1]);
    const bool ends = after == line.size() || !is_word_character(line[after]);
    if (begins && ends) return true;
  }
  return false;
}

void check_size(const SourceFile& file, Problems& problems) {
  if (!is_source(file.path) || file.text.size() <= kMaximumBytes) return;
  const bool allowed = std::any_of(kMayBeLarge.begin(), kMayBeLarge.end(),
                                   [&](const Exception& exception) { return exception.path == file.path; });
  if (allowed) return;
  problems.push_back({file.path, 0,
                      "has " + std::to_string(file.text.size()) + " bytes, the limit is " +
                          std::to_string(kMaximumBytes) +
                          ": find the two ideas in it and give each a file (or name it and a reason in "
                          "kMayBeLarge, tests/tidy/style.cpp)"});
}

void check_name(const SourceFile& file, Problems& problems) {
  std::string_view rest = file.path;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const std::string_view stem = part.substr(0, part.find('.'));
    for (const std::string_view vague : {"util", "utils", "helper", "helpers", "misc", "common"}) {
      if (stem == vague || stem.ends_with("_" + std::string(vague))) {
        problems.push_back(
            {file.path, 0, "'" + std::string(part) + "' says nothing: name it for the noun in it"});
      }
    }
  }
}

void check_line_ends(const SourceFile& file, Problems& problems) {
  if (!file.text.empty() && file.text.back() != '\n') {
    problems.push_back({file.path, 0, "end the last line with a line feed"});
  }
}

void check_pragma_once(const SourceFile& file, Problems& problems) {
  if (!is_header(file.path)) return;
  const auto lines = lines_of(file.text);
  if (std::find(lines.begin(), lines.end(), "#pragma once") == lines.end()) {
    problems.push_back({file.path, 0, "add '#pragma once' before the first include"});
  }
}

void check_characters(const SourceFile& file, std::size_t number, std::string_view line, Problems& problems) {
  if (line.find('\t') != std::string_view::npos) {
    problems.push_back({file.path, number, "replace the tab by spaces"});
  }
  if (line.ends_with('\r')) {
    problems.push_back({file.path, number, "end the line with a line feed alone"});
  } else if (line.ends_with(' ')) {
    problems.push_back({file.path, number, "remove the white space at the end of the line"});
  }
}

void check_length(const SourceFile& file, std::size_t number, std::string_view line, Problems& problems) {
  if (!is_cpp(file.path) || columns_of(line) <= kMaximumColumns) return;
  // A broken URL would be useless.
  if (line.find("://") != std::string_view::npos) return;
  problems.push_back({file.path, number,
                      "has " + std::to_string(columns_of(line)) + " columns, the limit is " +
                          std::to_string(kMaximumColumns) + ": run clang-format, break what it leaves"});
}

void check_unfinished(const SourceFile& file, std::size_t number, std::string_view line, Problems& problems) {
  if (!is_source(file.path)) return;
  // Written in halves, so that this file passes its own check.
  for (const std::string_view mark : {"TO"
                                      "DO",
                                      "FIX"
                                      "ME",
                                      "XX"
                                      "X",
                                      "HA"
                                      "CK"}) {
    if (has_word(line, mark)) {
      problems.push_back(
          {file.path, number,
           "do what the " + std::string(mark) + " says, or file an issue and remove the mark"});
    }
  }
}

void check_include(const SourceFile& file, std::size_t number, std::string_view line, Exists exists,
                   Problems& problems) {
  constexpr std::string_view kStart = "#include \"";
  if (!is_cpp(file.path) || !line.starts_with(kStart)) return;
  line.remove_prefix(kStart.size());
  const std::string_view target = line.substr(0, line.find('"'));
  if (target.find("..") != std::string_view::npos || !exists(target)) {
    problems.push_back(
        {file.path, number,
         "include \"" + std::string(target) + "\" by its path from the root, or in <> if it is not ours"});
  }
}

// ctest passes the name of a test case as an argument. Catch2 takes one that begins with '-' for an option.
void check_test_name(const SourceFile& file, std::size_t number, std::string_view line, Problems& problems) {
  if (!file.path.starts_with("tests/") || !is_cpp(file.path)) return;
  for (const std::string_view macro : {"TEST_CASE(\"", "TEST_CASE_METHOD(\"", "TEMPLATE_TEST_CASE(\""}) {
    if (!line.starts_with(macro)) continue;
    const char first = line.size() > macro.size() ? line[macro.size()] : '"';
    if (std::isalnum(static_cast<unsigned char>(first)) != 0) continue;
    problems.push_back({file.path, number, "begin the name of the test case with a letter or a digit"});
  }
}

void check_scenario(const SourceFile& file, Problems& problems) {
  if (!file.path.starts_with("fixtures/scenarios/") || !file.path.ends_with(".yaml")) return;
  if (file.text.starts_with("#") || file.text.starts_with("scenario:")) return;
  problems.push_back(
      {file.path, 1, "begin with a comment, or the key 'scenario:', that says what this shows"});
}

}  // namespace

std::string to_text(const Problem& problem) {
  std::string text = problem.file;
  if (problem.line != 0) text += ":" + std::to_string(problem.line);
  return text + ": " + problem.what_to_do;
}

bool is_checked(std::string_view path) {
  if (path.starts_with("fixtures/traces/") || path.starts_with("build/")) return false;
  // Generated files have "generated" in their name.
  if (name_of(path).find("generated") != std::string_view::npos) return false;
  return is_source(path) || ends_with_one_of(path, {".md", ".yaml", ".yml", ".json", ".supp", ".csproj"}) ||
         path.starts_with(".ci/");
}

std::vector<Problem> check(const SourceFile& file, Exists exists) {
  Problems problems;
  check_size(file, problems);
  check_name(file, problems);
  check_line_ends(file, problems);
  check_pragma_once(file, problems);
  check_scenario(file, problems);
  const auto lines = lines_of(file.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    check_characters(file, i + 1, lines[i], problems);
    check_length(file, i + 1, lines[i], problems);
    check_unfinished(file, i + 1, lines[i], problems);
    check_include(file, i + 1, lines[i], exists, problems);
    check_test_name(file, i + 1, lines[i], problems);
  }
  return problems;
}

}  // namespace gcrucible::tidy
