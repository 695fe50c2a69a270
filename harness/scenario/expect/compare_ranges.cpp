#include <fmt/format.h>

#include <algorithm>

#include "harness/scenario/expect/comparison.h"

namespace gcrucible::scenario {
namespace {

constexpr std::size_t kMostShown = 8;

struct TraceRange : rules::Range {
  std::uint64_t line = 0;
};

// The exact ranges of a family. The ranges of the older call if no exact call of that family came.
std::vector<TraceRange> reported_ranges(const rules::CollectionReport& report, rules::Family family) {
  const auto of_family = [&](const rules::BatchCall& call) { return rules::family_of(call.call) == family; };
  const bool exact = std::ranges::any_of(report.range_calls, [&](const rules::BatchCall& call) {
    return of_family(call) && rules::is_exact(call.call);
  });
  std::vector<TraceRange> ranges;
  for (const rules::BatchCall& call : report.range_calls) {
    if (!of_family(call) || rules::is_exact(call.call) != exact) continue;
    for (std::uint32_t i = 0; i < call.count; ++i)
      ranges.push_back({report.ranges[call.first + i], call.line});
  }
  return ranges;
}

struct Families {
  std::vector<TraceRange> moved, surviving;
};

std::string shown(const TraceRange& range, bool moved) {
  if (!moved) return fmt::format("[{}, {}]", to_text(range.from), to_text(range.length));
  return fmt::format("[{}, {}, {}]", to_text(range.from), to_text(range.to), to_text(range.length));
}

std::string shown(const std::vector<TraceRange>& ranges, bool moved) {
  if (ranges.empty()) return "none";
  std::string text;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (i == kMostShown) return text + fmt::format(" and {} more", ranges.size() - i);
    text += (i == 0 ? "" : ", ") + shown(ranges[i], moved);
  }
  return text;
}

// nullopt, with a finding, if the object is not in the heap.
std::optional<std::uint64_t> resolve(const Point& point, const Heap& heap, std::string_view when,
                                     Comparison& comparison) {
  if (!point.object) return point.address;
  const Named& object = *point.object;
  if (!heap) {
    comparison.fail(object.place,
                    fmt::format("{} to have an address {} the collection", name_in_quotes(object.name), when),
                    "the trace does not show the heap");
    return std::nullopt;
  }
  if (const rules::HeapObject* const found = find(heap, object.number)) return found->at;
  comparison.fail(object.place,
                  fmt::format("{} to be in the heap {} the collection", name_in_quotes(object.name), when),
                  "it is not there");
  return std::nullopt;
}

// The older calls pass only 32 bits of a length.
bool skips_lengths(const Whole<ExpectedRange>& expected, Comparison& comparison) {
  const bool wide = std::ranges::any_of(
      expected.items, [](const ExpectedRange& range) { return range.length > 0xFFFFFFFFu; });
  std::string why = wide ? comparison.why_unreported("MovedReferences2") : std::string();
  if (why.empty()) return false;
  comparison.skip(expected.place, std::move(why), expectation_count(expected));
  return true;
}

// Compares as sets: the split of ranges into calls does not matter, but each range must be reported once.
void compare_family(const Whole<ExpectedRange>& expected, const std::vector<TraceRange>& observed, bool moved,
                    const ObservedCollection& collection, Comparison& comparison) {
  const std::string family_call = moved ? "MovedReferences" : "SurvivingReferences";
  if (comparison.skips(family_call, expected.place, expectation_count(expected))) return;
  if (skips_lengths(expected, comparison)) return;
  const std::string family = moved ? "moved" : "surviving";
  std::vector<bool> used(observed.size(), false);
  for (const ExpectedRange& range : expected.items) {
    const auto from = resolve(range.from, collection.model.before, "before", comparison);
    const auto to = moved ? resolve(range.to, collection.model.after, "after", comparison) : from;
    if (!from || !to) continue;
    const TraceRange wanted{{*from, *to, range.length}, 0};
    std::size_t match = observed.size();
    for (std::size_t i = 0; i < observed.size() && match == observed.size(); ++i) {
      if (!used[i] && static_cast<const rules::Range&>(observed[i]) == wanted) match = i;
    }
    if (match != observed.size()) used[match] = true;
    comparison.check(match != observed.size(), range.place,
                     fmt::format("the {} range {}", family, shown(wanted, moved)),
                     fmt::format("the reported ranges are {}{}", shown(observed, moved),
                                 observed.empty() ? comparison.because(family_call) : ""));
  }
  std::vector<TraceRange> others;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    if (!used[i]) others.push_back(observed[i]);
  }
  comparison.check(others.empty(), expected.place, fmt::format("only the {} ranges that are listed", family),
                   fmt::format("{} was reported too", shown(others, moved)),
                   others.empty() ? std::nullopt : std::optional(others.front().line));
}

const TraceRange* covering(const Families& observed, std::uint64_t address) {
  for (const std::vector<TraceRange>* ranges : {&observed.moved, &observed.surviving}) {
    for (const TraceRange& range : *ranges) {
      if (address >= range.from && address - range.from < range.length) return &range;
    }
  }
  return nullptr;
}

// The reported range of each object of the group. Empty, with a finding, if an object has no range.
std::vector<const TraceRange*> ranges_of(const std::vector<Named>& group, const Heap& before,
                                         const Families& observed, Comparison& comparison) {
  std::vector<const TraceRange*> result;
  for (const Named& object : group) {
    const auto address = resolve(Point{object, 0}, before, "before", comparison);
    if (!address) return {};
    const TraceRange* const range = covering(observed, *address);
    if (!comparison.check(
            range != nullptr, object.place,
            fmt::format("a range that holds {} at {}", name_in_quotes(object.name), to_text(*address)),
            fmt::format("the moved ranges are {}, the surviving ones {}{}", shown(observed.moved, true),
                        shown(observed.surviving, false),
                        observed.moved.empty() && observed.surviving.empty()
                            ? comparison.because("MovedReferences")
                            : ""))) {
      return {};
    }
    result.push_back(range);
  }
  return result;
}

// The collection decides which family an object's range belongs to.
bool skips_ranges(const std::vector<Named>& group, std::size_t count, Comparison& comparison) {
  const Place place = group.front().place;
  return comparison.skips("MovedReferences", place, count) ||
         comparison.skips("SurvivingReferences", place, count);
}

}  // namespace

void compare_ranges(const ExpectedCollection& expected, const ObservedCollection& observed,
                    Comparison& comparison) {
  const Families families{reported_ranges(observed.report, rules::Family::kMoved),
                          reported_ranges(observed.report, rules::Family::kSurviving)};
  if (expected.moved) compare_family(*expected.moved, families.moved, true, observed, comparison);
  if (expected.surviving)
    compare_family(*expected.surviving, families.surviving, false, observed, comparison);
  for (const auto& group : expected.together) {
    if (skips_ranges(group, stated_together(group), comparison)) continue;
    const auto ranges = ranges_of(group, observed.model.before, families, comparison);
    for (std::size_t i = 1; i < ranges.size(); ++i) {
      comparison.check(ranges[i] == ranges[0], group[i].place,
                       fmt::format("{} in the same range as {}", name_in_quotes(group[i].name),
                                   name_in_quotes(group[0].name)),
                       fmt::format("they are in the ranges that start at {} and at {}",
                                   to_text(ranges[i]->from), to_text(ranges[0]->from)),
                       ranges[i]->line);
    }
  }
  for (const auto& group : expected.apart) {
    if (skips_ranges(group, stated_apart(group), comparison)) continue;
    const auto ranges = ranges_of(group, observed.model.before, families, comparison);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        comparison.check(ranges[i] != ranges[j], group[i].place,
                         fmt::format("{} in another range than {}", name_in_quotes(group[i].name),
                                     name_in_quotes(group[j].name)),
                         fmt::format("the range that starts at {} holds both", to_text(ranges[i]->from)),
                         ranges[i]->line);
      }
    }
  }
}

}  // namespace gcrucible::scenario
