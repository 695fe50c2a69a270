#include "harness/cli/compare_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "harness/cli/terminal.h"
#include "harness/compare/comparison.h"
#include "harness/compare/story_reader.h"
#include "harness/report/style.h"

namespace gcrucible::cli {
namespace {

constexpr int kDifferent = 1;
constexpr int kBadArguments = 2;

std::string also(const compare::Story& story) {
  std::string text;
  if (story.setup != 0) text += fmt::format(", {} more to set it up", story.setup);
  return text;
}

// What shows that these are no two runs of one scenario; empty if nothing does. Traces do not name their
// scenario.
std::string strangers(const compare::Story& a, const compare::Story& b) {
  std::set<std::string> names_of_a, names_of_b;
  for (const auto& [number, name] : a.names) names_of_a.insert(name);
  for (const auto& [number, name] : b.names) names_of_b.insert(name);
  const bool some_in_b =
      std::includes(names_of_b.begin(), names_of_b.end(), names_of_a.begin(), names_of_a.end());
  const bool some_in_a =
      std::includes(names_of_a.begin(), names_of_a.end(), names_of_b.begin(), names_of_b.end());
  if (!some_in_a && !some_in_b) return "each has objects of names that the other does not know";
  for (std::size_t i = 0; i < std::min(a.collections.size(), b.collections.size()); ++i) {
    const std::uint32_t line_of_a = a.collections[i].line, line_of_b = b.collections[i].line;
    if (line_of_a == line_of_b) continue;
    return fmt::format("collection {} stands in line {} of one and in line {} of the other", i + 1, line_of_a,
                       line_of_b);
  }
  return {};
}

}  // namespace

int compare_command(const std::string& a, const std::string& b, bool quiet) {
  const compare::ReadStory first = compare::read_story(a);
  const compare::ReadStory second = compare::read_story(b);
  for (const compare::ReadStory* const read : {&first, &second}) {
    if (!read->error.empty()) complain("gcrucible compare: " + read->error + "\n");
  }
  if (!first.error.empty() || !second.error.empty()) return kBadArguments;
  const std::vector<compare::Difference> differences = compare::compare(first.story, second.story);
  if (const std::string why = strangers(first.story, second.story); !why.empty()) {
    say("These are traces of two scenarios, or of two versions of one: " + why + ".\n");
  }
  if (!quiet) {
    for (const auto& [letter, path, story] :
         {std::tuple("A", a, &first.story), std::tuple("B", b, &second.story)}) {
      say(fmt::format("{}  {} ({}), {}{}\n", letter, path, story->title,
                      report::counted(story->collections.size(), "collection"), also(*story)));
    }
  }
  if (!quiet) say(compare::table_of(differences));
  if (!differences.empty()) {
    for (const std::string& hint : compare::hints(first.story, second.story)) say(hint + "\n");
  }
  say(differences.empty() ? fmt::format("the same up to addresses: {} in {}\n",
                                        report::counted(first.story.names.size(), "named object"),
                                        report::counted(first.story.collections.size(), "collection"))
                          : report::counted(differences.size(), "difference") + "\n");
  return differences.empty() ? 0 : kDifferent;
}

}  // namespace gcrucible::cli
