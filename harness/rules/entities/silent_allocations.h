// Objects that a runtime may make without telling anybody, although the mask asks for all.
#pragma once

#include <cstdint>

#include "harness/rules/state/history.h"

namespace gcrucible::rules {

// Whether ObjectAllocated comes for each object of a class.
enum class Announcing : std::uint8_t {
  kEach,
  kSome,     // .NET: boxes of value types, and delegates that are put together from others
  kUnknown,  // kSome, if it is such a class, of which the trace does not tell
};

Announcing announcing(std::uint64_t object_class, const History& history);

}  // namespace gcrucible::rules
