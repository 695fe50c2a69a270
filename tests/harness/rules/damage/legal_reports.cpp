// Legal damages of reports about collections and suspensions.
#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "harness/trace/event_fields.h"
#include "tests/harness/rules/damage/legal_row.h"
#include "tests/harness/rules/damage/places.h"
#include "tests/harness/rules/damage/reported_round.h"

namespace gcrucible::tests {
namespace {

bool other_reason(const Recording&, const Change& change) {
  return change.field == "reason" && change.after[0] <= 1;
}

// The older call of roots reports only the first column.
bool same_in_older_call(const Change& change) {
  if (change.both) return true;
  if (change.before.size() != change.after.size()) return false;
  for (std::size_t i = 0; i < change.before.size(); i += change.width) {
    if (change.before[i] != change.after[i]) return false;
  }
  return true;
}

// One root more or less, or of another kind. Not legal: a pinned root that moves, or an id that is not a
// handle.
bool other_roots(const Recording& recording, const Change& change) {
  if (change.field != "roots" && change.damage != Damage::kDrop) return false;
  if (change.field == "roots" && !same_in_older_call(change)) return false;
  if (change.damage == Damage::kDrop && !change.both) return false;
  for (std::size_t i = 0; i + 3 < change.after.size(); i += 4) {
    const bool handle = change.after[i + 1] == 3;
    const bool finalizer = change.after[i + 1] == 2;
    bool was = false;
    for (std::size_t k = 0; k + 3 < change.before.size(); k += 4) {
      // No document defines the id of a root in the finalizer queue.
      const std::size_t same = finalizer ? 0 : 3;
      was = was || (change.before[k + 1] == change.after[i + 1] &&
                    change.before[k + same] == change.after[i + same]);
    }
    const bool attached = any_named(recording, all_of(recording), {"InitializeForAttach"});
    if (((handle && !attached) || finalizer) && !was) return false;
    if ((change.after[i + 2] & 3) == 3) return false;
    if (change.after[i + 1] > 3 || change.after[i + 2] > 15) return false;
  }
  const auto round = ReportedRound::around(recording, change, true);
  return round && round->explained();
}

bool other_fields(const Recording& recording, const Change& change) {
  if (change.field != "refs") return false;
  const auto round = ReportedRound::around(recording, change, true);
  return round && round->explained();
}

bool nobody_knows_it(const Recording& recording, const Change& change) {
  if (change.damage != Damage::kDrop) return false;
  const std::uint64_t object = number(recording, change.unit, "object");
  const auto round = ReportedRound::around(recording, change, true);
  if (!round || !round->explained() || !round->ranges_hold()) return false;
  // Not reported before, and not known from a handle or an allocation.
  return !any_in(recording, {0, round->started()},
                 [&](std::size_t unit) { return number(recording, unit, "object") == object; });
}

bool another_region_first(const Recording& recording, const Change& change) {
  if (!change.field.empty()) return false;
  const auto round = ReportedRound::around(recording, change, false);
  if (!round || change.place <= round->first_object() || change.place > round->last_object()) return false;
  // Only past objects of other regions.
  const std::uint64_t object = number(recording, change.unit, "object");
  const auto& bounds = round->bounds_after();
  const auto region = [&](std::uint64_t address) {
    const auto ranges = bounds.ranges();
    const auto above = std::upper_bound(ranges.begin(), ranges.end(), address,
                                        [](std::uint64_t at, const auto& range) { return at < range.start; });
    return above - ranges.begin();
  };
  if (bounds.generation_of(object) == rules::kNoGeneration) return true;
  return !any_in(recording, moved_over(recording, change), [&](std::size_t unit) {
    return unit != change.unit && region(number(recording, unit, "object")) == region(object);
  });
}

// In both calls of the batch, or there is only one.
bool whole_batch(const Recording& recording, const Change& change) {
  return change.both || !has_exact_ranges(recording);
}

bool shorter_last_object(const Recording& recording, const Change& change) {
  if (change.field != "ranges" || !whole_batch(recording, change) ||
      change.before.size() != change.after.size())
    return false;
  for (std::size_t i = 0; i < change.before.size(); ++i) {
    const bool length = i % change.width == change.width - 1;
    if (change.before[i] != change.after[i] && (!length || change.after[i] > change.before[i])) return false;
  }
  const auto round = ReportedRound::around(recording, change, true);
  const auto before = ReportedRound::around(recording, change, false);
  return round && before && round->ranges_hold() && round->young_survivors() == before->young_survivors();
}

// Into memory that was unused, as far as the recording shows.
bool longer_last_object(const Recording& recording, const Change& change) {
  if (change.field != "ranges" || !whole_batch(recording, change) ||
      change.before.size() != change.after.size())
    return false;
  const std::size_t width = change.width;
  const auto round = ReportedRound::around(recording, change, true);
  const auto before = ReportedRound::around(recording, change, false);
  if (!round || !before || !round->ranges_hold() || !round->old_ranges_apart() || !round->new_ranges_apart())
    return false;
  for (std::size_t i = 0; i < change.before.size(); ++i) {
    if (change.before[i] == change.after[i]) continue;
    if (i % width != width - 1 || change.after[i] < change.before[i]) return false;
    const std::uint64_t end = change.before[i - width + 1] + change.before[i];
    const std::uint64_t more = change.after[i] - change.before[i];
    if (any_in(recording, {0, round->started()},
               [&](std::size_t unit) { return number(recording, unit, "object") - end < more; }))
      return false;
  }
  return round->young_survivors() == before->young_survivors();
}

// Two last objects in survivors of other sizes: the lengths of entries are exchanged, or their starts.
bool other_sizes(const Recording& recording, const Change& change) {
  if (change.field != "ranges" || change.width != 2 || !whole_batch(recording, change)) return false;
  const auto lengths_of = [](const std::vector<std::uint64_t>& cells) {
    std::map<std::uint64_t, std::uint64_t> lengths;
    for (std::size_t i = 0; i + 1 < cells.size(); i += 2) lengths[cells[i]] = cells[i + 1];
    return lengths;
  };
  const auto before_change = lengths_of(change.before), after_change = lengths_of(change.after);
  const auto round = ReportedRound::around(recording, change, true);
  const auto before = ReportedRound::around(recording, change, false);
  if (before_change.size() != after_change.size() || !round || !before || !round->ranges_hold() ||
      !round->old_ranges_apart() || !round->new_ranges_apart() ||
      round->young_survivors() != before->young_survivors())
    return false;
  return std::ranges::all_of(after_change, [&](const auto& entry) {
    const auto was = before_change.find(entry.first);
    if (was == before_change.end()) return false;
    if (entry.second <= was->second) return true;
    const std::uint64_t end = was->first + was->second, more = entry.second - was->second;
    return !any_in(recording, {0, round->started()},
                   [&](std::size_t unit) { return number(recording, unit, "object") - end < more; });
  });
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> new_ranges(const std::vector<std::uint64_t>& cells) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (std::size_t i = 0; i + 2 < cells.size(); i += 3) ranges.emplace_back(cells[i + 1], cells[i + 2]);
  std::sort(ranges.begin(), ranges.end());
  return ranges;
}

// A profiler that attaches during a collection misses its beginning.
bool tail_of_a_collection(const Recording& recording, const Change& change) {
  const Stretch before{0, recording.units[change.unit].lines.front()};
  return any_named(recording, before, {"InitializeForAttach"}) &&
         !any_named(recording, before, {"GarbageCollectionStarted"});
}

// A range of generation 0 whose objects were not reported before.
bool from_elsewhere(const Recording& recording, const Change& change) {
  if (change.field != "ranges" || !whole_batch(recording, change) ||
      change.before.size() != change.after.size())
    return false;
  for (std::size_t i = 0; i < change.before.size(); ++i) {
    if (change.before[i] != change.after[i] && (i % 3 == 2 || change.after[i] % 8 != 0)) return false;
  }
  // The destinations and lengths must be the same as before, in any order.
  if (new_ranges(change.before) != new_ranges(change.after)) return false;
  const auto round = ReportedRound::around(recording, change, true);
  const auto before = ReportedRound::around(recording, change, false);
  const bool announced = any_named(recording, all_of(recording), {"ObjectAllocated"});
  return round && before && !announced && round->old_ranges_apart() &&
         round->young_survivors() == before->young_survivors();
}

// A generation 1 collection that was not induced has finished in its pause.
bool may_go_on_as_full(const Recording& recording, const Change& change) {
  if (!reports_brackets_only(recording) || change.unit == 0) return false;
  const std::size_t started = change.unit - 1;
  if (recording.units[started].name != "GarbageCollectionStarted") return false;
  const trace::Table reported = trace::table_in(entry_of(recording, started), "generations");
  const bool young = reported.rows > 2 && reported.columns[0].at(1) != 0 && reported.columns[0].at(2) == 0;
  return young && number(recording, started, "reason") == 0;
}

// An earlier full collection has finished in its pause, so it may have been a background collection.
bool may_finish_again(const Recording& recording, const Change& change) {
  if (!reports_brackets_only(recording)) return false;
  const CallUnit& own = recording.units[change.unit];
  // A Finished in the pause of its Started belongs to that collection.
  if (change.damage == Damage::kDouble && recording.units[change.unit - 1].name == "GarbageCollectionStarted")
    return false;
  const auto of_all = [&](std::size_t unit) {
    const trace::Table reported = trace::table_in(entry_of(recording, unit), "generations");
    for (std::uint64_t row = 0; row < reported.rows; ++row) {
      if (reported.columns[0].at(row) == 0) return false;
    }
    return reported.rows != 0;
  };
  if (change.damage == Damage::kDrop && !of_all(change.unit)) return false;
  return any_in(recording, {0, own.lines.front()}, [&](std::size_t unit) {
    return recording.units[unit].name == "GarbageCollectionStarted" && of_all(unit) &&
           recording.units[unit + 1].name == "GarbageCollectionFinished";
  });
}

// The last full collection of a recording, which may have continued in the background.
bool may_go_on_to_the_end(const Recording& recording, const Change& change) {
  if (!reports_brackets_only(recording) || change.unit == 0) return false;
  const auto is_full = [&](std::size_t unit) {
    if (recording.units[unit].name != "GarbageCollectionStarted") return false;
    const trace::Table reported = trace::table_in(entry_of(recording, unit), "generations");
    return reported.rows > 2 && reported.columns[0].at(2) != 0;
  };
  std::size_t started = change.unit;
  while (started > 0 && recording.units[started].name != "GarbageCollectionStarted") --started;
  return is_full(started) && !any_in(recording, rest(recording, change), is_full);
}

// The same entries in another order.
bool same_entries(const Recording&, const Change& change) {
  const auto rows = [&](const std::vector<std::uint64_t>& cells) {
    std::vector<std::vector<std::uint64_t>> sorted;
    for (std::size_t i = 0; i + change.width <= cells.size(); i += change.width) {
      const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(i);
      sorted.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(change.width));
    }
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  };
  return !change.field.empty() && rows(change.before) == rows(change.after);
}

bool other_order(const Recording& recording, const Change& change) {
  return change.field == "ranges" && whole_batch(recording, change) && same_entries(recording, change);
}

bool of_other_generations(const Recording& recording, const Change& change) {
  if (change.field != "generations" || !reports_brackets_only(recording)) return false;
  return change.before[1] != change.after[1] && change.before[2] == 0 && change.after[2] == 0;
}

bool other_dead(const Recording& recording, const Change& change) {
  if (change.field != "classes") return false;
  const auto round = ReportedRound::around(recording, change, false);
  // If allocations are announced, all objects are known.
  const bool announced = any_named(recording, all_of(recording), {"ObjectAllocated"});
  if (!round || announced) return false;
  auto survivors = round->young_survivors();
  for (std::size_t i = 0; i + 1 < change.after.size(); i += 2) {
    std::uint64_t& living = survivors[change.after[i]];
    living -= std::min(living, change.after[i + 1]);
    if (change.after[i + 1] == 0) return false;
  }
  return std::all_of(survivors.begin(), survivors.end(), [](const auto& each) { return each.second == 0; });
}

// For a profiler without ICorProfilerCallback4, ranges are reported once.
bool other_order_alone(const Recording& recording, const Change& change) {
  return !has_exact_ranges(recording) && other_order(recording, change);
}
bool shorter_alone(const Recording& recording, const Change& change) {
  return !has_exact_ranges(recording) && shorter_last_object(recording, change);
}
bool from_elsewhere_alone(const Recording& recording, const Change& change) {
  return !has_exact_ranges(recording) && from_elsewhere(recording, change);
}
bool longer_alone(const Recording& recording, const Change& change) {
  return !has_exact_ranges(recording) && longer_last_object(recording, change);
}

constexpr std::string_view kAnyOrder = "No document orders the ranges of a batch.";
constexpr std::string_view kAnySize =
    "Only its range shows the size of an object (ranges/length-in-bytes). No other object was or is at its "
    "new end.";

using enum Damage;

}  // namespace

std::span<const LegalDamage> legal_reports() {
  static const std::vector<LegalDamage> kRows = {
      {"GarbageCollectionStarted",
       {kShift},
       other_reason,
       "The reason is COR_PRF_GC_INDUCED for a collection that the program asked for (bracket/reason); "
       "whether it did only the program knows."},
      {"GarbageCollectionStarted",
       {kShift},
       of_other_generations,
       "The runtime decides which generations are collected. Under COR_PRF_HIGH_BASIC_GC alone, nothing else "
       "reports them."},
      {"GarbageCollectionStarted",
       {kDrop},
       may_finish_again,
       "A background collection that begins with a young one finishes twice (bracket/background-finishes)."},
      {"GarbageCollectionFinished",
       {kDrop},
       may_go_on_to_the_end,
       "A background collection may be under way when the process ends (dotnet/runtime collect.cpp)."},
      {"GarbageCollectionFinished",
       {kDouble},
       may_go_on_as_full,
       "If memory is short, a full collection continues one of generation 1, with a Finished alone "
       "(bracket/provisional-second-report)."},
      {"GarbageCollectionFinished",
       {kDouble},
       may_finish_again,
       "A background collection that begins with a young one finishes twice (bracket/background-finishes)."},
      {"RootReferences2",
       {kCut, kLengthen, kShift, kSwap, kDrop},
       other_roots,
       "Roots are what the program holds at the moment (RootReferences2); what lives is explained without "
       "this one, or by it as it is now (references/closed-graph)."},
      {"ObjectReferences",
       {kCut, kLengthen, kShift, kSwap},
       other_fields,
       "A field may be null, and is then not reported (references/empty-is-zero), or refer to any other "
       "object. All that lives still has its explanation (references/closed-graph)."},
      {"ObjectReferences",
       {kDrop},
       nobody_knows_it,
       "An object that nothing names and no earlier call reported need not have existed."},
      {"ObjectReferences",
       {kSwap, kMove},
       another_region_first,
       "No document orders the calls of ObjectReferences; one region is reported in ascending "
       "order (references/ascending)."},
      {"MovedReferences2",
       {kCut, kShift},
       shorter_last_object,
       "Only its range shows the size of an object (ranges/length-in-bytes). The range has room for all "
       "that is reported of the last object."},
      {"SurvivingReferences2",
       {kCut, kShift},
       shorter_last_object,
       "Only its range shows the size of an object (ranges/length-in-bytes). The range has room for all "
       "that is reported of the last object."},
      {"SurvivingReferences2",
       {kSwap},
       other_sizes,
       "Only its range shows the size of an object (ranges/length-in-bytes). The ranges have room for all "
       "that is reported, and no other object was or is at their new ends."},
      {"SurvivingReferences2",
       {kLengthen, kShift},
       longer_last_object,
       "Only its range shows the size of an object (ranges/length-in-bytes). No other object was or is at "
       "its new end."},
      {"MovedReferences2",
       {kLengthen, kShift},
       longer_last_object,
       "Only its range shows the size of an object (ranges/length-in-bytes). No other object was or is at "
       "its new end."},
      {"MovedReferences2",
       {kShift, kSwap},
       from_elsewhere,
       "Only its range shows the earlier address of an object of generation 0, unless allocations are "
       "announced."},
      {"SurvivingReferences2", {kSwap}, other_order, kAnyOrder},
      {"MovedReferences2", {kSwap}, other_order, kAnyOrder},
      {"SurvivingReferences", {kSwap}, other_order_alone, kAnyOrder},
      {"MovedReferences", {kSwap}, other_order_alone, kAnyOrder},
      {"MovedReferences",
       {kShift, kSwap},
       from_elsewhere_alone,
       "Only its range shows the earlier address of an object of generation 0, unless allocations are "
       "announced."},
      {"SurvivingReferences", {kCut, kShift}, shorter_alone, kAnySize},
      {"MovedReferences", {kCut, kShift}, shorter_alone, kAnySize},
      {"SurvivingReferences", {kLengthen}, longer_alone, kAnySize},
      {"MovedReferences", {kLengthen}, longer_alone, kAnySize},
      {"GarbageCollectionStarted",
       {kDrop},
       tail_of_a_collection,
       "A profiler that attaches while a collection is under way sees the rest of it (attach/orphans-end)."},
      {"ConditionalWeakTableElementReferences",
       {kSwap},
       whole_order,
       "No document orders the entries of ConditionalWeakTableElementReferences."},
      {"ObjectsAllocatedByClass",
       {kCut, kLengthen, kShift, kSwap},
       other_dead,
       "The counts include objects that have died, which nothing else reports (allocated-by-class/census)."},
      {"ObjectsAllocatedByClass", {kSwap}, same_entries, "No document orders the classes of the counts."},
  };
  return kRows;
}

}  // namespace gcrucible::tests
