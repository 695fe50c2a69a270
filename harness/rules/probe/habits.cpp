#include "harness/rules/probe/habits.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace gcrucible::rules {
namespace {

using Calls = Habit::Calls;
using Entries = Habit::Entries;
using Order = Habit::Order;
using Dead = Habit::Dead;
using Lengths = Habit::Lengths;
using Search = Habit::Search;
using Unstarted = Habit::Unstarted;
using Generations = Habit::Generations;
using Past = Habit::Past;
using Edge = Habit::Edge;
using How = Habit::Family;
using enum ProbeRule;

constexpr std::string_view kTwice = "a batch is applied twice, by the newer call and by the older one";
constexpr std::string_view kCutLengths =
    "lengths of MovedReferences2 and SurvivingReferences2 (SIZE_T) are kept in 32 bits";

constexpr std::string_view kCutMoved = "lengths of MovedReferences2 (SIZE_T) alone are kept in 32 bits";
constexpr std::string_view kCutSurviving =
    "lengths of SurvivingReferences2 (SIZE_T) alone are kept in 32 bits";
constexpr std::string_view kUncleared =
    "ranges of earlier collections are not cleared, and are applied again";

constexpr std::string_view kUnsorted =
    "ranges are searched as if they were sorted by address, which the runtime does not promise";

constexpr std::string_view kClosed = "the end of a range is treated as part of the range";

constexpr std::string_view kStale =
    "the generation of an object is not asked for again after each collection, so the object is dropped with "
    "a generation that it has left";
constexpr std::string_view kOldRanges =
    "ranges and generations are reset only in GarbageCollectionStarted, which this collection does not have, "
    "so those of the collection before are applied again";

constexpr Habit kGood{.rule = kCacheFollows, .what = {}};

constexpr std::array kHabits{
    Habit{.rule = kCacheFollows,
          .what = "objects that survive only for their finalizers are treated as dead, for example because "
                  "they are tracked by short weak handles, which are cleared first",
          .queued_are_dead = true},
    Habit{.rule = kCacheFollows,
          .what = "a collection without a GarbageCollectionStarted of its own is ignored",
          .unstarted = Unstarted::kIgnored},
    Habit{.rule = kCacheFollows,
          .what = "ranges are accepted only after a GarbageCollectionStarted, which this collection does not "
                  "have, so its ranges are lost",
          .unstarted = Unstarted::kLost},
    Habit{.rule = kCacheFollows,
          .what = "the collected generations are those of the last GarbageCollectionStarted, which this "
                  "collection does not have, so dead objects of other generations are kept",
          .unstarted = Unstarted::kOldGenerations},
    Habit{.rule = kCacheFollows, .what = kOldRanges, .unstarted = Unstarted::kOldRangesToo},
    Habit{.rule = kCacheFollows, .what = kOldRanges, .unstarted = Unstarted::kOldRangesFirst},
    Habit{.rule = kCacheFollows, .what = kOldRanges, .unstarted = Unstarted::kOldRangesSorted},
    Habit{.rule = kExactFailure,
          .what = "batches are lost if it fails the newer call, because the older call is then not delivered",
          .failed_are_lost = true},
    Habit{
        .rule = kKeepUncollected,
        .what =
            "frozen objects are treated as dead, because they are in no generation and no range reports them",
        .forgets_frozen = true},
    Habit{.rule = kKeepUncollected, .what = kStale, .generations = Generations::kFirst},
    Habit{.rule = kKeepUncollected, .what = kStale, .generations = Generations::kOneLate},
    Habit{
        .rule = kKeepUncollected,
        .what =
            "objects that no range reports are treated as dead, even in generations that were not collected",
        .keeps_uncollected = false},
    Habit{.rule = kSaturatedLength,
          .what = kCutLengths,
          .moved_lengths = Lengths::kCut,
          .surviving_lengths = Lengths::kCut},
    Habit{.rule = kSaturatedLength,
          .what = kCutLengths,
          .moved_lengths = Lengths::kSigned,
          .surviving_lengths = Lengths::kSigned},
    Habit{.rule = kSaturatedLength, .what = kCutMoved, .moved_lengths = Lengths::kCut},
    Habit{.rule = kSaturatedLength, .what = kCutMoved, .moved_lengths = Lengths::kSigned},
    Habit{.rule = kSaturatedLength, .what = kCutSurviving, .surviving_lengths = Lengths::kCut},
    Habit{.rule = kSaturatedLength, .what = kCutSurviving, .surviving_lengths = Lengths::kSigned},
    Habit{.rule = kSaturatedLength,
          .what = "0xFFFFFFFF in MovedReferences or SurvivingReferences is treated as an exact length",
          .calls = Calls::kLegacy,
          .saturated_is_exact = true},
    Habit{.rule = kBatchAppliedOnce, .what = kTwice, .calls = Calls::kBoth, .order = Order::kCallByCall},
    Habit{.rule = kMapAtOnce,
          .what = "ranges are applied one after the other, each to the result of the earlier ones",
          .order = Order::kRangeByRange},
    Habit{.rule = kMapAtOnce,
          .what = "calls are applied one after the other, each to the result of the earlier ones",
          .order = Order::kCallByCall},
    Habit{.rule = kBatchAppliedOnce, .what = kTwice, .calls = Calls::kBoth, .order = Order::kRangeByRange},
    Habit{.rule = kCacheFollows, .what = kClosed, .edge = Edge::kClosed},
    Habit{.rule = kCacheFollows, .what = kClosed, .search = Search::kFirst, .edge = Edge::kClosed},
    Habit{.rule = kCacheFollows,
          .what = "the object that begins where a range begins is treated as outside",
          .edge = Edge::kNoFirst},
    Habit{.rule = kCacheFollows,
          .what = "the object that ends where a range ends is treated as outside",
          .edge = Edge::kNoLast},
    Habit{.rule = kCacheFollows,
          .what = "the offset inside a range is not added to its new start",
          .offset = false},
    Habit{.rule = kCacheFollows,
          .what = "only the first entry of each call is used",
          .entries = Entries::kFirst},
    Habit{
        .rule = kCacheFollows, .what = "only the last entry of each call is used", .entries = Entries::kLast},
    Habit{.rule = kCacheFollows,
          .what = "the lengths of the newer calls (SIZE_T) are read as an array of 32-bit numbers",
          .moved_lengths = Lengths::kHalves,
          .surviving_lengths = Lengths::kHalves},
    Habit{.rule = kCacheFollows, .what = kUncleared, .past = Past::kSorted},
    Habit{.rule = kCacheFollows, .what = kUncleared, .search = Search::kFirst, .past = Past::kFirst},
    Habit{.rule = kCacheFollows, .what = kUnsorted, .search = Search::kBisects},
    Habit{.rule = kCacheFollows, .what = kUnsorted, .search = Search::kStopsAbove},
    Habit{.rule = kCacheFollows, .what = "only the first call is used", .calls = Calls::kFirst},
    Habit{.rule = kCacheFollows, .what = "only the last call is used", .calls = Calls::kLast},
    Habit{.rule = kCacheFollows, .what = "moved ranges are treated as surviving ones", .moved = How::kStays},
    Habit{.rule = kCacheFollows,
          .what = "surviving ranges are treated as moved ones, with their lengths as new addresses",
          .surviving = How::kLengthAsPlace},
    Habit{.rule = kCacheFollows, .what = "old and new addresses are swapped", .moved = How::kSwapped},
    Habit{.rule = kCacheFollows,
          .what = "surviving ranges are ignored, or read only after their call has returned and its arrays "
                  "are no longer valid, so their objects are dropped",
          .surviving = How::kIgnored},
    Habit{.rule = kCacheFollows,
          .what = "moved ranges are ignored, or read only after their call has returned and its arrays are "
                  "no longer valid, so their objects are dropped",
          .moved = How::kIgnored},
    Habit{.rule = kCacheFollows,
          .what = "old addresses of moved ranges are kept in 32 bits, so their objects are dropped",
          .moved = How::kOldHalved},
    Habit{.rule = kCacheFollows,
          .what = "new addresses and lengths of moved ranges are exchanged",
          .moved = How::kExchanged},
    Habit{.rule = kCacheFollows,
          .what = "the first entry of each call is left out",
          .entries = Entries::kAllButFirst},
    Habit{.rule = kCacheFollows,
          .what = "the last entry of each call is left out",
          .entries = Entries::kAllButLast},
    Habit{.rule = kCacheFollows,
          .what = "generationCollected (BOOL, 4 bytes each) is read as an array of bytes, so dead objects of "
                  "older generations are kept",
          .dead = Dead::kKeptByBytes},
    Habit{.rule = kCacheFollows,
          .what = "generation 3 (LOH) is ignored, so its dead objects are kept",
          .dead = Dead::kKeptLarge},
    Habit{.rule = kCacheFollows,
          .what = "generation 4 (POH) is ignored, so its dead objects are kept",
          .dead = Dead::kKeptPinned},
    Habit{.rule = kCacheFollows,
          .what = "generations above 2 (LOH and POH) are ignored, so their dead objects are kept",
          .dead = Dead::kKeptBeyond2},
    Habit{.rule = kCacheFollows,
          .what = "dead objects of swept generations are kept",
          .dead = Dead::kKeptWhereSwept},
    Habit{.rule = kCacheFollows, .what = "dead objects are kept", .dead = Dead::kKept},
    Habit{.rule = kCacheFollows,
          .what = "the collection is not applied at all",
          .calls = Calls::kNone,
          .dead = Dead::kKept},
    Habit{.rule = kCacheFollows,
          .what = "the collection's ranges are not applied, and every object of the collected generations is "
                  "dropped",
          .calls = Calls::kNone},
};

constexpr std::uint64_t kSaturated = 0xFFFFFFFFu;

struct Applied {
  Range range;
  bool open = false;  // the length is a minimum
};
using Ranges = std::vector<Applied>;

// How one family treats a range; empty if the range is ignored.
std::optional<Range> seen(const Habit& habit, Family family, Range range) {
  if (family == Family::kSurviving) range.to = range.from;
  switch (family == Family::kMoved ? habit.moved : habit.surviving) {
    case How::kApplied:
      return range;
    case How::kIgnored:
      return std::nullopt;
    case How::kStays:
      return Range{range.from, range.from, range.length};
    case How::kSwapped:
      return Range{range.to, range.from, range.length};
    case How::kLengthAsPlace:
      return Range{range.from, range.length, range.length};
    case How::kExchanged:
      return Range{range.from, range.length, range.to};
    case How::kOldHalved:
      return Range{static_cast<std::uint32_t>(range.from), range.to, range.length};
  }
  return range;
}

// Entry `i` of the call's lengths, read as 32-bit numbers in little-endian order.
std::uint64_t half_length(const Collection& collection, const BatchCall& call, std::uint32_t i) {
  const std::uint64_t length = collection.ranges[call.first + i / 2].length;
  return static_cast<std::uint32_t>(i % 2 == 0 ? length : length >> 32);
}

// The length of entry `i` as kept by code that uses a 32-bit variable.
std::uint64_t kept_length(const Collection& collection, const Habit& habit, const BatchCall& call,
                          std::uint32_t i) {
  const Lengths lengths =
      family_of(call.call) == Family::kMoved ? habit.moved_lengths : habit.surviving_lengths;
  const std::uint64_t length = collection.ranges[call.first + i].length;
  if (lengths == Lengths::kExact) return length;
  if (lengths == Lengths::kHalves) return half_length(collection, call, i);
  const auto cut = static_cast<std::uint32_t>(length);
  // A range that begins after its end contains nothing.
  return lengths == Lengths::kSigned && static_cast<std::int32_t>(cut) < 0 ? 0 : cut;
}

void add(const Collection& collection, const Habit& habit, const BatchCall& call,
         std::vector<Ranges>& passes) {
  Ranges kept;
  for (std::uint32_t i = 0; i < call.count; ++i) {
    const bool is_last = i + 1 == call.count;
    const bool wanted = habit.entries == Entries::kAll || (habit.entries == Entries::kFirst && i == 0) ||
                        (habit.entries == Entries::kLast && is_last) ||
                        (habit.entries == Entries::kAllButFirst && i != 0) ||
                        (habit.entries == Entries::kAllButLast && !is_last);
    if (!wanted) continue;
    const Family family = family_of(call.call);
    Range reported = collection.ranges[call.first + i];
    if (is_exact(call.call)) reported.length = kept_length(collection, habit, call, i);
    const auto range = seen(habit, family, reported);
    if (!range) continue;
    const bool open = !habit.saturated_is_exact && !is_exact(call.call) && reported.length == kSaturated;
    kept.push_back({.range = *range, .open = open});
  }
  if (habit.order == Order::kRangeByRange) {
    for (const Applied& range : kept) passes.push_back({range});
  } else if (habit.order == Order::kCallByCall || passes.empty()) {
    passes.push_back(std::move(kept));
  } else {
    passes.front().insert(passes.front().end(), kept.begin(), kept.end());
  }
}

// Ranges in the groups in which they are applied.
std::vector<Ranges> passes_of(const Collection& collection, const Habit& habit) {
  std::vector<const BatchCall*> calls;
  for (const CallPair& pair : collection.pairs) {
    const BatchCall* const exact = pair.exact == kNoIndex ? nullptr : &collection.range_calls[pair.exact];
    const BatchCall* const legacy = pair.legacy == kNoIndex ? nullptr : &collection.range_calls[pair.legacy];
    if (habit.failed_are_lost && exact != nullptr && legacy == nullptr && !exact->succeeded()) continue;
    const bool both = habit.calls == Calls::kBoth && exact != nullptr && legacy != nullptr;
    const BatchCall* const one =
        exact == nullptr || (habit.calls == Calls::kLegacy && legacy != nullptr) ? legacy : exact;
    calls.push_back(both && pair.legacy_first ? legacy : one);
    if (both) calls.push_back(pair.legacy_first ? exact : legacy);
  }
  std::vector<Ranges> passes;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (habit.calls == Calls::kNone || (habit.calls == Calls::kFirst && i != 0) ||
        (habit.calls == Calls::kLast && i + 1 != calls.size()))
      continue;
    add(collection, habit, *calls[i], passes);
  }
  if (habit.search != Search::kSorts) return passes;
  for (Ranges& pass : passes) {
    std::stable_sort(pass.begin(), pass.end(),
                     [](const Applied& a, const Applied& b) { return a.range.from < b.range.from; });
  }
  return passes;
}

// Ranges of a swept collection, so their objects stay.
bool holds(std::span<const Range> ranges, std::uint64_t id) {
  return std::ranges::any_of(
      ranges, [id](const Range& range) { return range.from <= id && id - range.from < range.length; });
}

void add_earlier(std::span<const Range> earlier, bool in_order, std::vector<Ranges>& passes) {
  if (passes.empty()) passes.emplace_back();
  Ranges all;
  for (const Range& range : earlier) all.push_back({.range = range});
  all.insert(all.end(), passes.front().begin(), passes.front().end());
  if (in_order) {
    std::stable_sort(all.begin(), all.end(),
                     [](const Applied& a, const Applied& b) { return a.range.from < b.range.from; });
  }
  passes.front() = std::move(all);
}

// The last range that does not begin above `id`, as far as a search finds it. The ranges may be unsorted, for
// which std::upper_bound is undefined.
const Applied* found_by_halves(const Ranges& pass, std::uint64_t id) {
  std::size_t first = 0;
  for (std::size_t left = pass.size(); left != 0;) {
    const std::size_t half = left / 2;
    const bool is_above = id < pass[first + half].range.from;
    if (!is_above) first += half + 1;
    left = is_above ? half : left - half - 1;
  }
  return first == 0 ? nullptr : &pass[first - 1];
}

// The same by a search that looks at each range in turn, and stops at the first one that begins above `id`.
const Applied* found_in_turn(const Ranges& pass, std::uint64_t id) {
  const Applied* last = nullptr;
  for (const Applied& each : pass) {
    if (id < each.range.from) return last;
    last = &each;
    if (id - each.range.from < each.range.length) return last;
  }
  return last;
}

// With the padding up to the next object.
std::uint64_t aligned(std::uint64_t size) {
  return (size + 7) & ~std::uint64_t{7};
}

// `fate` belongs to the object at `id`, or is null. After the reported length of a range of unknown end,
// `fate` shows which objects were inside.
const Range* holding(const Ranges& pass, std::uint64_t id, const Habit& habit, const Fate* fate) {
  const auto is_inside = [&](const Applied& each) {
    const auto& [range, open] = each;
    if (id < range.from) return false;
    const std::uint64_t inside = id - range.from;
    if (habit.edge == Edge::kNoFirst && inside == 0) return false;
    if (habit.edge == Edge::kNoLast && fate != nullptr && fate->from == id && !open &&
        range.length - inside <= aligned(fate->size))
      return false;
    if (inside < range.length || (habit.edge == Edge::kClosed && inside == range.length)) return true;
    const bool beyond = open && fate != nullptr && fate->survives && fate->to - range.to == inside;
    return beyond && fate->from == id;
  };
  if (habit.search == Search::kFirst) {
    const auto first = std::ranges::find_if(pass, is_inside);
    return first == pass.end() ? nullptr : &first->range;
  }
  const Applied* const found =
      habit.search == Search::kStopsAbove ? found_in_turn(pass, id) : found_by_halves(pass, id);
  return found == nullptr || !is_inside(*found) ? nullptr : &found->range;
}

// How the habit deals with a collection that has no Started; kHandled for any other collection.
Unstarted unstarted_in(const Collection& collection, const Habit& habit) {
  return collection.provisional ? habit.unstarted : Unstarted::kHandled;
}

std::uint8_t kept_generation(Generations generations, std::uint8_t generation) {
  if (generation > 2 || generations == Generations::kCurrent) return generation;
  return generations == Generations::kFirst || generation == 1 ? std::uint8_t{0} : generation;
}

bool stays(const Collection& collection, const Habit& habit, std::uint64_t id) {
  const Fate* const fate = collection.fate_from(id);
  const std::uint8_t generation =
      fate == nullptr ? std::uint8_t{0} : kept_generation(habit.generations, fate->generation);
  // A provisional collection continues one of generation 1.
  if (unstarted_in(collection, habit) != Unstarted::kHandled) return generation > 1;
  if (generation == kFrozen && habit.forgets_frozen) return false;
  // The byte of generation 1, 2 or 3 belongs to the entry of generation 0, that of generation 4 to the next
  // one.
  if (habit.dead == Dead::kKeptByBytes) {
    const bool first = generation == 0 && collection.condemned(0);
    return !first && (generation != kPinnedHeap || !collection.condemned(1));
  }
  if (!collection.condemned(generation)) return habit.keeps_uncollected;
  if (habit.dead == Dead::kDropped) return false;
  if (habit.dead == Dead::kKeptLarge) return generation == kLarge;
  if (habit.dead == Dead::kKeptPinned) return generation == kPinnedHeap;
  if (habit.dead == Dead::kKeptBeyond2) return generation >= kLarge;
  const bool compacts = collection.model && collection.model->plan && generation < kGenerationCount &&
                        collection.model->plan->compacts[generation];
  return habit.dead == Dead::kKept || !compacts;
}

}  // namespace

std::span<const Habit> habits() {
  return kHabits;
}

const Habit& good_habit() {
  return kGood;
}

std::vector<Range> ranges_of(const Collection& collection) {
  std::vector<Range> ranges;
  for (const Ranges& pass : passes_of(collection, kGood)) {
    for (const Applied& each : pass) ranges.push_back(each.range);
  }
  return ranges;
}

std::vector<std::uint64_t> left_behind(const Collection& collection, const Habit& habit,
                                       std::span<const std::uint64_t> ids, const EarlierRanges& earlier) {
  if (unstarted_in(collection, habit) != Unstarted::kOldRangesToo) return {};
  std::vector<std::uint64_t> left;
  std::ranges::copy_if(ids, std::back_inserter(left),
                       [&](std::uint64_t at) { return holds(earlier.last, at); });
  return left;
}

std::vector<std::uint64_t> after(const Collection& collection, const Habit& habit,
                                 std::span<const std::uint64_t> ids, const EarlierRanges& earlier) {
  const Unstarted unstarted = unstarted_in(collection, habit);
  if (unstarted == Unstarted::kIgnored) return {ids.begin(), ids.end()};
  std::vector<Ranges> passes = passes_of(collection, habit);
  if (unstarted == Unstarted::kLost) passes.clear();
  if (unstarted == Unstarted::kOldRangesSorted) add_earlier(earlier.last, true, passes);
  if (habit.past != Past::kCleared) add_earlier(earlier.all, habit.past == Past::kSorted, passes);
  const bool stands_first = unstarted == Unstarted::kOldRangesFirst;
  std::vector<std::uint64_t> result;
  for (const std::uint64_t id : ids) {
    const Fate* const fate = collection.fate_from(id);
    std::uint64_t at = id;
    bool reported = false;
    if (id == 0 || (stands_first && holds(earlier.last, id))) {
      result.push_back(id);
      continue;
    }
    if (habit.queued_are_dead && fate != nullptr && collection.model &&
        std::ranges::find(collection.model->queued, fate->object) != collection.model->queued.end()) {
      result.push_back(0);
      continue;
    }
    for (const Ranges& pass : passes) {
      const Range* const range = holding(pass, at, habit, fate);
      if (range == nullptr) continue;
      reported = true;
      at = range->to + (habit.offset ? at - range->from : 0);
    }
    const bool is_kept = reported || stays(collection, habit, id) ||
                         (unstarted == Unstarted::kOldRangesToo && holds(earlier.last, id));
    result.push_back(is_kept ? at : 0);
  }
  return result;
}

}  // namespace gcrucible::rules
