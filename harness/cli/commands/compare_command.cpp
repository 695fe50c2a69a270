#include "harness/cli/commands/compare_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "harness/cli/commands/refusal.h"
#include "harness/cli/files/other_file.h"
#include "harness/cli/options/known_runtime.h"
#include "harness/cli/text/terminal.h"
#include "harness/compare/comparison.h"
#include "harness/compare/story_reader.h"
#include "harness/report/style.h"

namespace gcrucible::cli {
namespace {

constexpr int kDifferent = 1;

std::string also(const compare::Story& story) {
  std::string text;
  if (story.setup != 0) text += fmt::format(", {} more to set it up", story.setup);
  return text;
}

// Evidence that the traces do not belong to the same scenario; empty if there is none. Traces do not contain
// the scenario's name.
std::string strangers(const compare::Story& a, const compare::Story& b) {
  std::set<std::string> names_of_a, names_of_b;
  for (const auto& [number, name] : a.names) names_of_a.insert(name);
  for (const auto& [number, name] : b.names) names_of_b.insert(name);
  const bool some_in_b =
      std::includes(names_of_b.begin(), names_of_b.end(), names_of_a.begin(), names_of_a.end());
  const bool some_in_a =
      std::includes(names_of_a.begin(), names_of_a.end(), names_of_b.begin(), names_of_b.end());
  if (!some_in_a && !some_in_b) return "each has named objects that the other does not have";
  for (std::size_t i = 0; i < std::min(a.collections.size(), b.collections.size()); ++i) {
    const std::uint32_t line_of_a = a.collections[i].line, line_of_b = b.collections[i].line;
    if (line_of_a == line_of_b) continue;
    return fmt::format("collection {} stands in line {} of one and in line {} of the other", i + 1, line_of_a,
                       line_of_b);
  }
  return {};
}

std::string rows_of(std::string_view head, std::string_view value, const report::Style& style) {
  constexpr std::size_t kNarrowest = 20;
  const std::size_t indent = report::columns_of(head);
  std::string text;
  for (const std::string& line :
       report::wrapped(value, std::max(style.width, indent + kNarrowest) - indent)) {
    text += (text.empty() ? std::string(head) : std::string(indent, ' ')) + line + "\n";
  }
  return text;
}

std::string sentence(const std::string& text, const report::Style& style) {
  return rows_of("", text, style);
}

std::string counted(const std::vector<compare::Difference>& differences) {
  const auto known = static_cast<std::size_t>(std::count_if(
      differences.begin(), differences.end(), [](const auto& each) { return each.known != nullptr; }));
  const auto following = static_cast<std::size_t>(std::count_if(
      differences.begin(), differences.end(), [](const auto& each) { return each.follows != 0; }));
  const std::string text = report::counted(differences.size(), "difference");
  if (known == 0) return text;
  if (following != 0) return text + fmt::format(", {} of them known, {} that may follow", known, following);
  return text + (known != differences.size() ? fmt::format(", {} of them known", known)
                 : known == 1                ? ", which is known"
                                             : ", all of them known");
}

// Explanation printed under a difference. `before`: the row that explained the previous difference of the
// same collection.
std::string reason_of(const compare::Difference& difference, const compare::KnownRow* before,
                      const report::Style& style) {
  if (const compare::KnownRow* const known = difference.known; known != nullptr) {
    return rows_of("    known: ",
                   known == before
                       ? "as above"
                       : fmt::format("docs/deviations.md, row '{}': {}", known->begins, known->because),
                   style);
  }
  if (difference.follows == 0) return {};
  const bool here = difference.follows == difference.collection;
  return fmt::format("    may follow from what is known of {}\n",
                     here ? "this collection" : fmt::format("collection {}", difference.follows));
}

std::string table_of(const std::vector<compare::Difference>& differences, const report::Style& style) {
  std::string text;
  std::uint32_t last = 0;
  const compare::KnownRow* row = nullptr;
  std::size_t widest = 0;
  for (const compare::Difference& each : differences)
    widest = std::max(widest, report::columns_of(each.what));
  for (const compare::Difference& each : differences) {
    if (each.collection != last) {
      text += fmt::format("collection {} (line {} of the scenario)\n", each.collection, each.line);
      last = each.collection;
      row = nullptr;
    }
    text += rows_of("  " + report::padded(each.what, widest) + "  A  ", each.a, style) +
            rows_of("  " + std::string(widest, ' ') + "  B  ", each.b, style) + reason_of(each, row, style);
    row = each.known;
  }
  return text;
}

}  // namespace

int compare_command(const std::string& a, const std::string& b, bool quiet) {
  const report::Style style = style_of_output(ColorChoice::kAuto);
  const Expected<compare::Story> first = compare::read_story(a);
  const Expected<compare::Story> second = compare::read_story(b);
  for (const auto& [path, read] : {std::pair(a, &first), std::pair(b, &second)}) {
    if (*read) continue;
    const std::string other = other_file(path, yaml::KnownFile::kTrace);
    complain("gcrucible compare: " + (other.empty() ? report::printable(read->error()) : other) + "\n");
  }
  if (!first || !second) return kBadArguments;
  const std::vector<compare::Difference> differences = compare::compare(*first, *second);
  if (const std::string why = strangers(*first, *second); !why.empty()) {
    say(sentence("These are traces of two scenarios, or of two versions of one scenario: " + why + ".",
                 style));
  }
  for (const auto& [path, story] : {std::pair(a, &*first), std::pair(b, &*second)}) {
    if (!known_runtime(story->runtime)) {
      say(sentence(fmt::format("{} names a runtime that gcrucible does not know, '{}'.", path,
                               report::printable(story->runtime)),
                   style));
    }
  }
  if (!quiet) {
    for (const auto& [letter, path, story] : {std::tuple("A", a, &*first), std::tuple("B", b, &*second)}) {
      say(rows_of(fmt::format("{}  ", letter),
                  fmt::format("{} ({}), {}{}", path, story->title,
                              report::counted(story->collections.size(), "collection"), also(*story)),
                  style));
    }
  }
  if (!quiet) say(table_of(differences, style));
  const std::vector<std::string> left_out = compare::left_out(*first, *second);
  for (const std::string& each : left_out) say(sentence(each, style));
  if (!differences.empty()) {
    for (const std::string& hint : compare::hints(*first, *second)) say(sentence(hint, style));
  }
  say(differences.empty() ? fmt::format("the same up to addresses{}: {} in {}\n",
                                        left_out.empty() ? "" : ", as far as both can show",
                                        report::counted(first->names.size(), "named object"),
                                        report::counted(first->collections.size(), "collection"))
                          : counted(differences) + "\n");
  return differences.empty() ? 0 : kDifferent;
}

}  // namespace gcrucible::cli
