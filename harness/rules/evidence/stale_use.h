// An address that the profiler used as an ObjectID although it is not one, or no longer one. Comes from the
// model line `stale` of an Info call, or from the end line of a process that died reading the address.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/rules/collection/heap_model.h"
#include "harness/rules/decode/callback.h"

namespace gcrucible::rules {

struct StaleUse {
  enum class Kind : std::uint8_t { kMoved, kDied, kInterior, kAhead, kVacated, kUnknown, kForgotten };
  Kind kind = Kind::kUnknown;
  std::uint64_t at = 0;
  std::uint32_t object = kNoObject;
  std::uint64_t was = 0;
  std::optional<std::uint64_t> now;
  std::uint32_t collection = 0;  // that moved or killed it, or will; 0 if unknown
  std::uint64_t line = kNoLine;  // of the Info call
};

// Empty for a line without a known kind.
std::optional<StaleUse> decode_stale(const trace::Event& event);
// "0x10 was the ObjectID of object 3 until collection 2 moved it; it is at 0x20 now".
std::string text_of(const StaleUse& use);

}  // namespace gcrucible::rules
