#include "tests/tidy/errors.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace gcrucible::tidy {
namespace {

struct Kept {
  std::string_view path;
  std::string_view reason;
};
constexpr std::array<Kept, 1> kKept{{
    {"harness/abi/mask_text.h", "the headers of harness/abi are for profilers, which need no other package"},
}};

constexpr std::array<std::string_view, 2> kTypes{"std::string", "std::optional<std::string>"};
// A `problem` next to a remedy or a place is data.
constexpr std::array<std::string_view, 2> kMembers{"error", "errors"};
constexpr std::array<std::string_view, 3> kParameters{"error", "errors", "problem"};
constexpr std::array<std::string_view, 4> kPhrases{"empty on success", "or an empty text",
                                                   "empty text on success", "error message; empty"};

constexpr std::string_view kRemedy = "return an Expected, and the error with failure() (harness/expected.h)";

bool is_product(std::string_view path) {
  return (path.starts_with("harness/") || path.starts_with("sim/") || path.starts_with("bench/")) &&
         (path.ends_with(".h") || path.ends_with(".cpp"));
}

std::string_view without_indent(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return line;
}

// "std::string error;", as a member or as a variable that waits for an error.
bool declares(std::string_view line, std::string_view type, std::string_view name) {
  if (!line.starts_with(type)) return false;
  line.remove_prefix(type.size());
  if (!line.starts_with(' ')) return false;
  line.remove_prefix(1);
  if (!line.starts_with(name)) return false;
  line.remove_prefix(name.size());
  return line.starts_with(';') || line.starts_with(" = {}") || line.starts_with("{}");
}

// "std::string& error" among the parameters, but not "const std::string& error".
bool takes(std::string_view line, std::string_view type, std::string_view name) {
  constexpr std::string_view kConst = "const ";
  for (const std::string_view mark : {"& ", "* "}) {
    const std::string word = std::string(type) + std::string(mark) + std::string(name);
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos || line.substr(0, at).ends_with(kConst)) continue;
    const std::string_view after = line.substr(at + word.size());
    if (after.starts_with(',') || after.starts_with(')')) return true;
  }
  return false;
}

bool is_old(std::string_view line) {
  line = without_indent(line);
  if (line.starts_with("//")) {
    return std::ranges::any_of(
        kPhrases, [&](std::string_view phrase) { return line.find(phrase) != std::string_view::npos; });
  }
  return std::ranges::any_of(kTypes, [&](std::string_view type) {
    const auto declared = [&](std::string_view name) { return declares(line, type, name); };
    const auto taken = [&](std::string_view name) { return takes(line, type, name); };
    return std::ranges::any_of(kMembers, declared) || std::ranges::any_of(kParameters, taken);
  });
}

}  // namespace

std::vector<Problem> check_errors(const SourceFile& file) {
  std::vector<Problem> problems;
  const bool kept = std::ranges::find(kKept, file.path, &Kept::path) != kKept.end();
  if (kept || !is_product(file.path)) return problems;
  std::size_t number = 0;
  for (std::string_view rest = file.text; !rest.empty();) {
    ++number;
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (is_old(line)) problems.push_back({file.path, number, std::string(kRemedy)});
  }
  return problems;
}

}  // namespace gcrucible::tidy
