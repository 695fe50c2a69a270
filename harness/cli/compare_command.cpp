#include "harness/cli/compare_command.h"

#include <fmt/format.h>

#include "harness/cli/terminal.h"
#include "harness/compare/comparison.h"
#include "harness/compare/story_reader.h"

namespace gcrucible::cli {
namespace {

constexpr int kDifferent = 1;
constexpr int kBadArguments = 2;

std::string also(const compare::Story& story) {
  std::string text;
  if (story.setup != 0) text += fmt::format(", {} more to set it up", story.setup);
  return text;
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
  if (!quiet) {
    say(fmt::format("A  {} ({}), {} collections{}\nB  {} ({}), {} collections{}\n", a, first.story.title,
                    first.story.collections.size(), also(first.story), b, second.story.title,
                    second.story.collections.size(), also(second.story)));
  }
  if (!quiet) say(compare::table_of(differences));
  say(differences.empty() ? fmt::format("the same up to addresses: {} named objects in {} collections\n",
                                        first.story.names.size(), first.story.collections.size())
                          : fmt::format("{} differences\n", differences.size()));
  return differences.empty() ? 0 : kDifferent;
}

}  // namespace gcrucible::cli
