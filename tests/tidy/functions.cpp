#include "tests/tidy/functions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gcrucible::tidy {
namespace {

constexpr std::size_t kMostLines = 60;

// Functions that may have more lines. Each is a list that reads best as one, or is being divided.
struct Exception {
  std::string_view file;
  std::string_view function;
};
constexpr auto kMayBeLong = std::to_array<Exception>({
    {"harness/clr/callbacks/call_edits.cpp", "CallEdits::apply"},
    {"harness/host/player/objects.cpp", "Player::make"},
});

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':' || c == '~';
}

// The text without comments, directives and the contents of literals, with the same lines.
class Code {
 public:
  explicit Code(std::string_view text) : text_(text) {
    while (at_ < text_.size()) step();
  }
  const std::string& code() const { return code_; }

 private:
  bool starts(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  bool at_line_start() const {
    const std::size_t line = code_.rfind('\n');
    return code_.find_first_not_of(' ', line == std::string::npos ? 0 : line + 1) == std::string::npos;
  }

  void step() {
    if (starts("//")) return skip_to("\n", false);
    if (starts("/*")) return skip_to("*/", true);
    if (text_[at_] == '#' && at_line_start()) return skip_directive();
    if (starts("R\"")) {
      const std::size_t open = text_.find('(', at_);
      if (open == std::string_view::npos) return skip_to("\n", false);
      const std::string end = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
      return skip_to(end, true);
    }
    const char c = text_[at_];
    // In 1'000, the quote is part of the number.
    const bool in_number =
        c == '\'' && at_ > 0 && std::isalnum(static_cast<unsigned char>(text_[at_ - 1])) != 0;
    if (c == '"' || (c == '\'' && !in_number)) return skip_literal(c);
    code_ += c;
    ++at_;
  }

  // Keeps the line feeds.
  void skip(std::size_t end) {
    for (; at_ < std::min(end, text_.size()); ++at_) {
      if (text_[at_] == '\n') code_ += '\n';
    }
  }
  void skip_to(std::string_view mark, bool with_mark) {
    const std::size_t found = text_.find(mark, at_ + 1);
    skip(found == std::string_view::npos ? text_.size() : found + (with_mark ? mark.size() : 0));
  }
  void skip_directive() {
    std::size_t end = text_.find('\n', at_);
    while (end != std::string_view::npos && text_[end - 1] == '\\') end = text_.find('\n', end + 1);
    skip(end == std::string_view::npos ? text_.size() : end);
  }
  void skip_literal(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote) end += text_[end] == '\\' ? 2 : 1;
    skip(end + 1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string code_;
};

// The words before a `{`, since the last statement or block.
struct Head {
  std::string text;

  bool has_word(std::string_view word) const {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      const bool begins = at == 0 || !is_name_character(text[at - 1]);
      const std::size_t end = at + word.size();
      if (begins && (end == text.size() || !is_name_character(text[end]))) return true;
    }
    return false;
  }
  // Of a namespace or a type, which holds functions.
  bool is_scope() const {
    const bool is_type = has_word("class") || has_word("struct") || has_word("union") || has_word("enum");
    return has_word("namespace") || ((is_type || has_word("extern")) && function_name().empty());
  }
  // The name before the parameters; empty if this is no function.
  std::string function_name() const {
    const std::size_t last = text.find_last_not_of(" \n");
    if (last == std::string::npos || text[last] == '=') return {};
    // `(` inside <> belongs to a type.
    int angles = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '<') ++angles;
      if (text[i] == '>' && angles > 0) --angles;
      if (text[i] != '(' || angles != 0) continue;
      std::size_t begin = i;
      while (begin > 0 && is_name_character(text[begin - 1])) --begin;
      if (begin != i) return text.substr(begin, i - begin);
    }
    return {};
  }
};

struct Function {
  std::string name;
  std::size_t first = 0;  // the line of its `{`
  std::size_t last = 0;   // the line of its `}`
};

std::vector<Function> functions_in(std::string_view code) {
  std::vector<Function> found;
  std::optional<Function> function;
  Head head;
  int scopes_to_close = 0;
  int blocks = 0;       // inside the function, or inside an initializer
  int parentheses = 0;  // outside of blocks
  std::size_t line = 1;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (c == '\n') ++line;
    if (blocks != 0) {
      if (c == '{') ++blocks;
      if (c != '}' || --blocks != 0) continue;
      if (!function) continue;
      function->last = line;
      found.push_back(*std::exchange(function, std::nullopt));
      head = {};
      continue;
    }
    if (c == '(') ++parentheses;
    if (c == ')') --parentheses;
    // A call of a macro, like GCRUCIBLE_FIELDS, has no `;` at its end.
    if (c == ')' && parentheses == 0 && head.function_name().starts_with("GCRUCIBLE_")) {
      head = {};
      continue;
    }
    if (c == '{') {
      // A member's initializer follows its name at once.
      const bool is_initializer =
          parentheses != 0 || i == 0 || !std::isspace(static_cast<unsigned char>(code[i - 1]));
      if (!is_initializer && head.is_scope()) {
        ++scopes_to_close;
        head = {};
        continue;
      }
      blocks = 1;
      if (const std::string name = is_initializer ? "" : head.function_name(); !name.empty())
        function = Function{.name = name, .first = line};
      continue;
    }
    if (c == '}') {
      --scopes_to_close;
      head = {};
    } else if (c == ';' && parentheses == 0) {
      head = {};
    } else {
      head.text += c;
    }
  }
  return found;
}

}  // namespace

std::vector<Problem> check_functions(const SourceFile& file) {
  std::vector<Problem> problems;
  const bool is_product = file.path.starts_with("sim/") || file.path.starts_with("harness/");
  if (!is_product || !(file.path.ends_with(".cpp") || file.path.ends_with(".h"))) return problems;
  std::vector<std::string_view> excused;
  for (const Exception& exception : kMayBeLong) {
    if (exception.file == file.path) excused.push_back(exception.function);
  }
  std::vector<std::string_view> needed;
  const std::vector<Function> functions = functions_in(Code(file.text).code());
  for (const Function& function : functions) {
    const std::size_t lines = function.last - function.first - (function.last > function.first ? 1 : 0);
    if (lines <= kMostLines) continue;
    needed.push_back(function.name);
    if (std::ranges::find(excused, function.name) != excused.end()) continue;
    problems.push_back({file.path, function.first,
                        function.name + " has " + std::to_string(lines) + " lines, the limit is " +
                            std::to_string(kMostLines) +
                            ": give each of its ideas a function (or name it in kMayBeLong, "
                            "tests/tidy/functions.cpp)"});
  }
  for (const std::string_view function : excused) {
    if (std::ranges::find(needed, function) != needed.end()) continue;
    problems.push_back({file.path, 0,
                        std::string(function) +
                            " is short enough now: remove it from kMayBeLong, tests/tidy/functions.cpp"});
  }
  return problems;
}

}  // namespace gcrucible::tidy
