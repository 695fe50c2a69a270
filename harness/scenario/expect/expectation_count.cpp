// Counts the expectations, and finds those that a run could not show.
#include <fmt/format.h>

#include <algorithm>

#include "harness/scenario/expect/comparison.h"

namespace gcrucible::scenario {

// One for each listed range, and one for the statement that there are no others.
std::size_t expectation_count(const Whole<ExpectedRange>& ranges) {
  return ranges.items.size() + 1;
}

// Each object must have a range. Then each further object's range must be the same, or a different one.
std::size_t stated_together(const std::vector<Named>& group) {
  return group.size() + (group.size() - 1);
}
std::size_t stated_apart(const std::vector<Named>& group) {
  return group.size() + group.size() * (group.size() - 1) / 2;
}

std::size_t expectation_count(const ExpectedAnswer& answer) {
  return (answer.hr ? 1u : 0u) + (answer.out ? 1u : 0u);
}

std::size_t expectation_count(const Expectations& expect) {
  std::size_t count = expect.breaks.size() + expect.callbacks.size() + (expect.order ? 1u : 0u) +
                      (expect.collection_count ? 1u : 0u) + (expect.initialize ? 1u : 0u);
  for (const ExpectedAnswer& each : expect.answers) count += expectation_count(each);
  for (const ExpectedCollection& each : expect.collections) {
    for (const auto* const ranges : {&each.moved, &each.surviving}) {
      if (*ranges) count += expectation_count(**ranges);
    }
    for (const auto& group : each.together) count += stated_together(group);
    for (const auto& group : each.apart) count += stated_apart(group);
    for (const bool given : {each.condemned.has_value(), each.induced.has_value(), each.queued.has_value(),
                             each.cleared.has_value(), each.order.has_value(), each.sequence.has_value()}) {
      count += given ? 1u : 0u;
    }
    count += each.at.size() + each.generation.size() + each.dead.size() + each.alive.size() +
             each.moves.size() + each.unmoved.size() + each.references.size() + each.roots.size() +
             each.dependent.size() + each.allocated_by_class.size() + each.callbacks.size();
    if (!each.ascending.empty()) count += each.ascending.size() - 1;
  }
  return count;
}

std::size_t ExpectationCheck::skipped_count() const {
  std::size_t count = 0;
  for (const SkippedExpectation& each : skipped_) count += each.count;
  return count;
}

std::vector<std::string> ExpectationCheck::skipped_texts() const {
  struct Reason {
    std::string why;
    bool departure = false;
    std::size_t count = 0;
    std::vector<std::uint32_t> lines;
  };
  std::vector<Reason> reasons;
  for (const SkippedExpectation& each : skipped_) {
    auto reason = std::ranges::find_if(reasons, [&](const Reason& known) {
      return known.why == each.why && known.departure == each.departure;
    });
    if (reason == reasons.end()) reason = reasons.insert(reasons.end(), {each.why, each.departure, 0, {}});
    reason->count += each.departure ? 1 : each.count;
    if (std::ranges::find(reason->lines, each.place.line) == reason->lines.end())
      reason->lines.push_back(each.place.line);
  }
  std::vector<std::string> texts;
  for (Reason& reason : reasons) {
    std::ranges::sort(reason.lines);
    std::string lines;
    for (const std::uint32_t line : reason.lines)
      lines += (lines.empty() ? "" : ", ") + fmt::format("{}", line);
    texts.push_back(fmt::format(
        "{}: {} ({} {} of the scenario)",
        reason.count == 0 ? "in part" : counted(reason.count, reason.departure ? "departure" : "expectation"),
        reason.why, reason.lines.size() == 1 ? "line" : "lines", lines));
  }
  return texts;
}

bool is_expected(const Expectations& expect, const std::string& rule) {
  return std::ranges::find(expect.breaks, rule, &ExpectedRule::rule) != expect.breaks.end();
}

}  // namespace gcrucible::scenario
