// The mistakes that trackers of objects make, each as what it would have left of a collection's objects: by
// them the likely cause of a wrong answer is known.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/rules/state/collection.h"

namespace gcrucible::rules {

// The rules that answers of a probe are judged by.
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
  kBalance,
  kFailedInspection,
  kFirstVersion,
};
inline constexpr std::size_t kProbeRuleCount = 15;

struct Habit {
  enum class Calls : std::uint8_t { kEach, kBoth, kLegacy, kFirst, kLast, kNone };
  enum class Entries : std::uint8_t { kAll, kFirst, kLast };
  enum class Order : std::uint8_t { kAtOnce, kCallByCall, kRangeByRange };
  enum class Family : std::uint8_t { kApplied, kIgnored, kStays, kSwapped, kLengthAsPlace };
  enum class Dead : std::uint8_t { kDropped, kKeptPinned, kKeptBeyond2, kKeptWhereSwept, kKept };
  enum class Lengths : std::uint8_t { kExact, kCut, kSigned };  // of newer calls, in 32 bits

  ProbeRule rule;
  std::string_view what;  // half a sentence: "the end of a range counts as inside"
  Calls calls = Calls::kEach;
  Entries entries = Entries::kAll;
  Order order = Order::kAtOnce;
  Family moved = Family::kApplied;
  Family surviving = Family::kApplied;
  Dead dead = Dead::kDropped;
  Lengths lengths = Lengths::kExact;
  bool closed = false;              // the end belongs to a range
  bool offset = true;               // is added to the new start
  bool saturated_is_exact = false;  // 0xFFFFFFFF in an older call
  bool failed_are_lost = false;     // batches whose newer call failed
  bool keeps_uncollected = true;    // what no range tells of
  bool queued_are_dead = false;     // what the collection has queued for its finalizer
  bool forgets_frozen = false;      // what lies in frozen memory, which no range tells of
};
// More special ones first.
std::span<const Habit> habits();
// None of them.
const Habit& good_habit();
// Half a sentence: what each is, one after the other.
std::string likely_text(std::span<const Habit* const> habits);

// The ids that a tracker with that habit has after the collection if it had `ids` before it, each beside the
// id that it had; 0 for what it drops. The collection is closed, and its fates known.
std::vector<std::uint64_t> after(const Collection& collection, const Habit& habit,
                                 std::span<const std::uint64_t> ids);

}  // namespace gcrucible::rules
