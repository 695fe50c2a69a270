// Objects that a runtime may make without a callback, although the mask enables them all.
#pragma once

#include <cstdint>

#include "harness/rules/state/history.h"

namespace gcrucible::rules {

// Whether ObjectAllocated comes for each object of a class.
enum class Announcing : std::uint8_t {
  kEach,
  kSome,     // .NET: boxes of value types, and combined delegates
  kUnknown,  // the trace does not show the kind of the class; perhaps kSome
};

Announcing announcing(std::uint64_t object_class, const History& history);

}  // namespace gcrucible::rules
