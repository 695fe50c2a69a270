// An address that the profiler has used as an ObjectID and that is none, or none any more, as a model line
// tells it: of an Info call (`stale`), or read by the profiler itself (the end line of a process that died).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/rules/decode/callback.h"
#include "harness/rules/state/heap_model.h"

namespace gcrucible::rules {

struct StaleUse {
  enum class Kind : std::uint8_t { kMoved, kDied, kInterior, kAhead, kVacated, kUnknown, kForgotten };
  Kind kind = Kind::kUnknown;
  std::uint64_t at = 0;
  std::uint32_t object = kNoObject;
  std::uint64_t was = 0;
  std::optional<std::uint64_t> now;
  std::uint32_t collection = 0;  // that moved or killed it, or is about to; 0 where it is not known
  std::uint64_t line = kNoLine;  // of the Info call
};

// None for a line without a kind that is known here.
std::optional<StaleUse> decode_stale(const trace::Event& event);
// "0x10 was the ObjectID of object 3 until collection 2 moved it; it is at 0x20 now".
std::string text_of(const StaleUse& use);

}  // namespace gcrucible::rules
