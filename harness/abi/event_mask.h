// Every flag of the event mask with its name, for scenarios, reports and traces. Immutable and after-attach
// flags follow the composites of the enumerations, which have the values of .NET Core 3.0 and later.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "harness/abi/monitor_flags.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// Both words of the mask, as in SetEventMask2.
struct EventMask {
  std::uint32_t low = 0;
  std::uint32_t high = 0;

  friend constexpr bool operator==(const EventMask&, const EventMask&) = default;
  // Bit by bit.
  friend constexpr EventMask operator|(EventMask a, EventMask b) { return {a.low | b.low, a.high | b.high}; }
  friend constexpr EventMask operator&(EventMask a, EventMask b) { return {a.low & b.low, a.high & b.high}; }
  // The bits of `a` that `b` does not have.
  friend constexpr EventMask operator-(EventMask a, EventMask b) {
    return {a.low & ~b.low, a.high & ~b.high};
  }
};

enum class MaskWord : std::uint8_t { kLow, kHigh };

struct MaskFlag {
  std::string_view name;
  std::uint32_t value;
  MaskWord word;
  // A named set of flags, not a single flag that can be set.
  bool composite;

  constexpr EventMask mask() const {
    return word == MaskWord::kLow ? EventMask{value, 0} : EventMask{0, value};
  }
  // May be set in Initialize only.
  constexpr bool immutable() const {
    return within(word == MaskWord::kLow ? COR_PRF_MONITOR_IMMUTABLE
                                         : std::uint32_t{COR_PRF_HIGH_MONITOR_IMMUTABLE});
  }
  // May be set by an attached profiler.
  constexpr bool allowed_after_attach() const {
    return within(word == MaskWord::kLow ? COR_PRF_ALLOWABLE_AFTER_ATTACH
                                         : std::uint32_t{COR_PRF_HIGH_ALLOWABLE_AFTER_ATTACH});
  }
  // May be set by a profiler that loaded as notification-only.
  constexpr bool allowed_for_notification_only() const {
    return within(word == MaskWord::kLow ? COR_PRF_ALLOWABLE_NOTIFICATION_PROFILER
                                         : std::uint32_t{COR_PRF_HIGH_ALLOWABLE_NOTIFICATION_PROFILER});
  }

 private:
  constexpr bool within(std::uint32_t set) const { return value != 0 && (value & set) == value; }
};

// Low word first, each by value, composites at its end.
GCRUCIBLE_OWN inline constexpr std::array<MaskFlag, 53> kMaskFlags = {{
    {"COR_PRF_MONITOR_NONE", COR_PRF_MONITOR_NONE, MaskWord::kLow, true},
    {"COR_PRF_MONITOR_FUNCTION_UNLOADS", COR_PRF_MONITOR_FUNCTION_UNLOADS, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_CLASS_LOADS", COR_PRF_MONITOR_CLASS_LOADS, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_MODULE_LOADS", COR_PRF_MONITOR_MODULE_LOADS, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_ASSEMBLY_LOADS", COR_PRF_MONITOR_ASSEMBLY_LOADS, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_APPDOMAIN_LOADS", COR_PRF_MONITOR_APPDOMAIN_LOADS, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_JIT_COMPILATION", COR_PRF_MONITOR_JIT_COMPILATION, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_EXCEPTIONS", COR_PRF_MONITOR_EXCEPTIONS, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_GC", COR_PRF_MONITOR_GC, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_OBJECT_ALLOCATED", COR_PRF_MONITOR_OBJECT_ALLOCATED, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_THREADS", COR_PRF_MONITOR_THREADS, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_REMOTING", COR_PRF_MONITOR_REMOTING, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_CODE_TRANSITIONS", COR_PRF_MONITOR_CODE_TRANSITIONS, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_ENTERLEAVE", COR_PRF_MONITOR_ENTERLEAVE, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_CCW", COR_PRF_MONITOR_CCW, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_REMOTING_COOKIE", COR_PRF_MONITOR_REMOTING_COOKIE, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_REMOTING_ASYNC", COR_PRF_MONITOR_REMOTING_ASYNC, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_SUSPENDS", COR_PRF_MONITOR_SUSPENDS, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_CACHE_SEARCHES", COR_PRF_MONITOR_CACHE_SEARCHES, MaskWord::kLow, false},
    {"COR_PRF_ENABLE_REJIT", COR_PRF_ENABLE_REJIT, MaskWord::kLow, false},
    {"COR_PRF_ENABLE_INPROC_DEBUGGING", COR_PRF_ENABLE_INPROC_DEBUGGING, MaskWord::kLow, false},
    {"COR_PRF_ENABLE_JIT_MAPS", COR_PRF_ENABLE_JIT_MAPS, MaskWord::kLow, false},
    {"COR_PRF_DISABLE_INLINING", COR_PRF_DISABLE_INLINING, MaskWord::kLow, false},
    {"COR_PRF_DISABLE_OPTIMIZATIONS", COR_PRF_DISABLE_OPTIMIZATIONS, MaskWord::kLow, false},
    {"COR_PRF_ENABLE_OBJECT_ALLOCATED", COR_PRF_ENABLE_OBJECT_ALLOCATED, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_CLR_EXCEPTIONS", COR_PRF_MONITOR_CLR_EXCEPTIONS, MaskWord::kLow, false},
    {"COR_PRF_ENABLE_FUNCTION_ARGS", COR_PRF_ENABLE_FUNCTION_ARGS, MaskWord::kLow, false},
    {"COR_PRF_ENABLE_FUNCTION_RETVAL", COR_PRF_ENABLE_FUNCTION_RETVAL, MaskWord::kLow, false},
    {"COR_PRF_ENABLE_FRAME_INFO", COR_PRF_ENABLE_FRAME_INFO, MaskWord::kLow, false},
    {"COR_PRF_ENABLE_STACK_SNAPSHOT", COR_PRF_ENABLE_STACK_SNAPSHOT, MaskWord::kLow, false},
    {"COR_PRF_USE_PROFILE_IMAGES", COR_PRF_USE_PROFILE_IMAGES, MaskWord::kLow, false},
    {"COR_PRF_DISABLE_TRANSPARENCY_CHECKS_UNDER_FULL_TRUST",
     COR_PRF_DISABLE_TRANSPARENCY_CHECKS_UNDER_FULL_TRUST, MaskWord::kLow, false},
    {"COR_PRF_DISABLE_ALL_NGEN_IMAGES", COR_PRF_DISABLE_ALL_NGEN_IMAGES, MaskWord::kLow, false},
    {"COR_PRF_MONITOR_ALL", COR_PRF_MONITOR_ALL, MaskWord::kLow, true},
    {"COR_PRF_ALL", COR_PRF_ALL, MaskWord::kLow, true},
    {"COR_PRF_REQUIRE_PROFILE_IMAGE", COR_PRF_REQUIRE_PROFILE_IMAGE, MaskWord::kLow, true},
    {"COR_PRF_ALLOWABLE_AFTER_ATTACH", COR_PRF_ALLOWABLE_AFTER_ATTACH, MaskWord::kLow, true},
    {"COR_PRF_ALLOWABLE_NOTIFICATION_PROFILER", COR_PRF_ALLOWABLE_NOTIFICATION_PROFILER, MaskWord::kLow,
     true},
    {"COR_PRF_MONITOR_IMMUTABLE", COR_PRF_MONITOR_IMMUTABLE, MaskWord::kLow, true},
    {"COR_PRF_HIGH_MONITOR_NONE", COR_PRF_HIGH_MONITOR_NONE, MaskWord::kHigh, true},
    {"COR_PRF_HIGH_ADD_ASSEMBLY_REFERENCES", COR_PRF_HIGH_ADD_ASSEMBLY_REFERENCES, MaskWord::kHigh, false},
    {"COR_PRF_HIGH_IN_MEMORY_SYMBOLS_UPDATED", COR_PRF_HIGH_IN_MEMORY_SYMBOLS_UPDATED, MaskWord::kHigh,
     false},
    {"COR_PRF_HIGH_MONITOR_DYNAMIC_FUNCTION_UNLOADS", COR_PRF_HIGH_MONITOR_DYNAMIC_FUNCTION_UNLOADS,
     MaskWord::kHigh, false},
    {"COR_PRF_HIGH_DISABLE_TIERED_COMPILATION", COR_PRF_HIGH_DISABLE_TIERED_COMPILATION, MaskWord::kHigh,
     false},
    {"COR_PRF_HIGH_BASIC_GC", COR_PRF_HIGH_BASIC_GC, MaskWord::kHigh, false},
    {"COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS", COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS, MaskWord::kHigh, false},
    {"COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED", COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED,
     MaskWord::kHigh, false},
    {"COR_PRF_HIGH_MONITOR_EVENT_PIPE", COR_PRF_HIGH_MONITOR_EVENT_PIPE, MaskWord::kHigh, false},
    {"COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED", COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED,
     MaskWord::kHigh, false},
    {"COR_PRF_HIGH_REQUIRE_PROFILE_IMAGE", COR_PRF_HIGH_REQUIRE_PROFILE_IMAGE, MaskWord::kHigh, true},
    {"COR_PRF_HIGH_ALLOWABLE_AFTER_ATTACH", COR_PRF_HIGH_ALLOWABLE_AFTER_ATTACH, MaskWord::kHigh, true},
    {"COR_PRF_HIGH_ALLOWABLE_NOTIFICATION_PROFILER", COR_PRF_HIGH_ALLOWABLE_NOTIFICATION_PROFILER,
     MaskWord::kHigh, true},
    {"COR_PRF_HIGH_MONITOR_IMMUTABLE", COR_PRF_HIGH_MONITOR_IMMUTABLE, MaskWord::kHigh, true},
}};

constexpr const MaskFlag* find_mask_flag(std::string_view name) {
  for (const MaskFlag& flag : kMaskFlags) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

// The flag or composite with exactly that value; if several have it, the first of the table. To split a mask
// into flags, iterate over the table.
constexpr const MaskFlag* find_mask_flag(MaskWord word, std::uint32_t value) {
  for (const MaskFlag& flag : kMaskFlags) {
    if (flag.word == word && flag.value == value) return &flag;
  }
  return nullptr;
}

// The bits that belong to no flag of the table.
constexpr EventMask unknown_bits(EventMask mask) {
  for (const MaskFlag& flag : kMaskFlags) {
    if (flag.composite) continue;
    (flag.word == MaskWord::kLow ? mask.low : mask.high) &= ~flag.value;
  }
  return mask;
}

}  // namespace gcrucible::abi
