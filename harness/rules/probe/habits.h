// Typical mistakes of object trackers. Each is described by the objects that it would leave after a
// collection, so that a wrong answer shows its likely cause.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/rules/collection/collection.h"

namespace gcrucible::rules {

// The rules by which probe answers are judged.
enum class ProbeRule : std::uint8_t {
  kCacheFollows,
  kKeepUncollected,
  kMapAtOnce,
  kSaturatedLength,
  kBatchAppliedOnce,
  kExactFailure,
  kReferencesFailure,
  kIgnoreOrphans,
  kThreadSafe,
  kObjectFacts,
  kAllocations,
  kLifetimes,
  kExclusive,
  kInclusive,
  kBalance,
  kEstimates,
  kDoubleCount,
  kFailedInspection,
  kFirstVersion,
};
inline constexpr std::size_t kProbeRuleCount = 19;

struct Habit {
  enum class Calls : std::uint8_t { kEach, kBoth, kLegacy, kFirst, kLast, kNone };
  enum class Entries : std::uint8_t { kAll, kFirst, kLast, kAllButFirst, kAllButLast };
  enum class Order : std::uint8_t { kAtOnce, kCallByCall, kRangeByRange };
  // kExchanged takes new addresses and lengths for one another, kOldHalved keeps old addresses in 32 bits.
  enum class Family : std::uint8_t {
    kApplied,
    kIgnored,
    kStays,
    kSwapped,
    kLengthAsPlace,
    kExchanged,
    kOldHalved
  };
  enum class Dead : std::uint8_t {
    kDropped,
    kKeptLarge,
    kKeptPinned,
    kKeptBeyond2,
    kKeptByBytes,
    kKeptWhereSwept,
    kKept
  };
  // Of newer calls. kCut and kSigned are kept in 32 bits; kHalves reads the array as one of 32-bit numbers.
  enum class Lengths : std::uint8_t { kExact, kCut, kSigned, kHalves };
  // Of a collection that continues another one without a GarbageCollectionStarted (Collection::provisional).
  // All but kHandled go by the generations of the earlier Started, kLost has no ranges, and the last three
  // also apply the earlier ranges.
  enum class Unstarted : std::uint8_t {
    kHandled,
    kIgnored,
    kOldGenerations,
    kLost,
    kOldRangesToo,
    kOldRangesFirst,
    kOldRangesSorted
  };
  // Ranges of earlier collections that are applied too: in order of address with the new ones, or before
  // them.
  enum class Past : std::uint8_t { kCleared, kSorted, kFirst };
  // Which objects at the edges of a range count as inside. kClosed: also one that begins at its end. The last
  // two leave out the first or the last object.
  enum class Edge : std::uint8_t { kExact, kClosed, kNoFirst, kNoLast };
  // The generations by which a tracker decides which unreported objects are dead.
  enum class Generations : std::uint8_t { kCurrent, kFirst, kOneLate };
  // kBisects and kStopsAbove need sorted ranges and do not sort them. kFirst takes the first match in the
  // order of the reports.
  enum class Search : std::uint8_t { kSorts, kBisects, kStopsAbove, kFirst };

  ProbeRule rule;
  std::string_view what;  // half a sentence: "the end of a range counts as inside"
  Calls calls = Calls::kEach;
  Entries entries = Entries::kAll;
  Order order = Order::kAtOnce;
  Family moved = Family::kApplied;
  Family surviving = Family::kApplied;
  Dead dead = Dead::kDropped;
  Lengths moved_lengths = Lengths::kExact;
  Lengths surviving_lengths = Lengths::kExact;
  Search search = Search::kSorts;
  Unstarted unstarted = Unstarted::kHandled;
  Generations generations = Generations::kCurrent;
  Past past = Past::kCleared;
  Edge edge = Edge::kExact;
  bool offset = true;               // is added to the new start
  bool saturated_is_exact = false;  // takes 0xFFFFFFFF in an older call as a length
  bool failed_are_lost = false;     // ignores batches whose newer call returned a failure
  bool keeps_uncollected = true;    // keeps objects outside of all ranges
  bool queued_are_dead = false;     // drops objects that the collection queued for finalization
  bool forgets_frozen = false;      // drops objects in frozen memory, which no range reports
};
// Ranges that a tracker may not have cleared.
struct EarlierRanges {
  std::vector<Range> last;  // of the collection that a provisional one continues
  std::vector<Range> all;   // of all collections before; empty if there were too many
  bool too_many = false;
};

// More specific habits first.
std::span<const Habit> habits();
// A tracker without mistakes.
const Habit& good_habit();

// The ranges of the collection, each once.
std::vector<Range> ranges_of(const Collection& collection);
// The ids that a tracker with that habit has after the collection, in the order of `ids`, its ids before. 0
// for a dropped id. The collection is closed and its fates are known.
std::vector<std::uint64_t> after(const Collection& collection, const Habit& habit,
                                 std::span<const std::uint64_t> ids, const EarlierRanges& earlier = {});
// Ids from before the collection that such a tracker has too, next to those of after().
std::vector<std::uint64_t> left_behind(const Collection& collection, const Habit& habit,
                                       std::span<const std::uint64_t> ids, const EarlierRanges& earlier);

}  // namespace gcrucible::rules
