#include "harness/cli/text/played_story.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "harness/cli/text/head_columns.h"

namespace gcrucible::cli {
namespace {

using compare::CollectionStory;
using compare::ObjectStory;
using report::Ink;
using report::Style;

// With more objects, counts are clearer than a table.
constexpr std::size_t kMostRows = 40;

// LOH, POH and frozen memory give -1: they have no age.
int age(const std::string& generation) {
  constexpr std::array<const char*, 3> kAges{"gen 0", "gen 1", "gen 2"};
  const auto found = std::find(kAges.begin(), kAges.end(), generation);
  return found == kAges.end() ? -1 : static_cast<int>(found - kAges.begin());
}

// Empty if the object was not there.
std::string fate(const ObjectStory& object) {
  if (object.before.empty()) return object.after.empty() ? "" : "new";
  if (object.after == "dead") return "died";
  if (age(object.after) > age(object.before)) return "promoted";
  return age(object.after) < age(object.before) ? "demoted" : "stayed";
}

std::string title_of(const CollectionStory& story) {
  std::string text =
      fmt::format("collection {}, line {} of the scenario: collects {}", story.number, story.line,
                  story.condemned.empty() ? "no generations reported"
                                          : fmt::format("{}", fmt::join(story.condemned, ", ")));
  if (!story.reason.empty()) text += ", " + story.reason;
  if (story.asked == "compact" || story.asked == "sweep") text += "; the scenario asks it to " + story.asked;
  if (compare::compacts_instead(story)) text += ", and the real CLR has compacted";
  return text;
}

std::string table(const CollectionStory& story, const Style& style) {
  std::size_t width = 6;
  for (const auto& [name, object] : story.objects) width = std::max(width, report::columns_of(name));
  std::string text = report::paint(
      style, Ink::kDim,
      fmt::format("  {}  {:<6}  {:<6}  reported as\n", report::padded("object", width), "before", "after"));
  for (const auto& [name, object] : story.objects) {
    if (fate(object).empty()) continue;
    text += fmt::format("  {}  {:<6}  {:<6}  {}\n", report::padded(report::printable(name), width),
                        object.before.empty() ? "-" : object.before, object.after, object.reported);
  }
  return text;
}

std::string fates(const CollectionStory& story, const Style& style) {
  std::string text;
  for (const char* const word : {"promoted", "stayed", "demoted", "died", "new"}) {
    std::vector<std::string> names;
    for (const auto& [name, object] : story.objects) {
      if (fate(object) == word) names.push_back(report::printable(name));
    }
    if (names.empty()) continue;
    const std::size_t count = names.size();
    constexpr std::size_t kMostNames = 12;
    if (count > kMostNames) {
      names.resize(kMostNames);
      names.push_back(fmt::format("{} more", count - kMostNames));
    }
    text += report::field(style, "  " + std::string(word), kHeadColumns,
                          fmt::format("{}", fmt::join(names, ", ")));
  }
  return text;
}

// "a, b (critical)", from "b critical".
std::string queued_text(const std::vector<compare::Queued>& queued) {
  constexpr std::string_view kCritical = " critical";
  std::vector<std::string> names;
  for (const compare::Queued& each : queued) {
    const std::string& name = each.object;
    names.push_back(name.ends_with(kCritical) ? name.substr(0, name.size() - kCritical.size()) + " (critical)"
                                              : name);
  }
  return fmt::format("for finalization: {}", fmt::join(names, ", "));
}

// Consecutive calls of one name count once.
std::vector<std::string> names_of(const std::vector<compare::ObservedCall>& calls) {
  std::vector<std::string> names;
  for (const compare::ObservedCall& call : calls) {
    if (names.empty() || names.back() != call.name) names.push_back(call.name);
  }
  return names;
}

}  // namespace

std::string played_story(const compare::Story& story, const Style& style) {
  std::string text;
  for (const CollectionStory& each : story.collections) {
    text += "\n" + report::field(style, "", 0, title_of(each), Ink::kPlain, Ink::kBold);
    if (!each.objects.empty() && each.objects.size() <= kMostRows) text += table(each, style);
    text += fates(each, style);
    if (!each.queued.empty()) {
      text += report::field(style, "  queued", kHeadColumns, queued_text(each.queued));
    }
    if (style.verbose && !each.calls.empty()) {
      text += report::paint(style, Ink::kDim, "  callbacks that concern them\n") +
              report::flowed(style, 4, names_of(each.calls));
    }
  }
  if (story.collections.empty())
    text +=
        "\n"
        "no collection of the scenario was reported\n";
  if (story.setup != 0) {
    text +=
        "\n" + report::field(
                   style, "", 0,
                   report::counted(story.setup, "more collection") +
                       " came before: the player makes the scenario's first heap, which takes collections");
  }
  if (story.unasked != 0) {
    text += report::field(
        style, "", 0,
        report::counted(story.unasked, "collection") + " came that the scenario did not ask for", Ink::kPlain,
        Ink::kWarning);
  }
  return text;
}

}  // namespace gcrucible::cli
