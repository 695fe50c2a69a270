// Roots: stack slots and statics. Handles, which are roots of their own kind, are in handle.h.
#pragma once

#include <cstdint>

#include "sim/ids.h"

namespace gcrucible::sim {

enum class RootKind : std::uint8_t { kStack, kStatic };

struct Root {
  RootKind kind = RootKind::kStack;
  ThreadIndex thread = 0;          // kStack: whose stack
  std::uint32_t frame = 0;         // kStack: number of the frame in that thread's call stack, 0 the outermost
  ObjectIndex object = kNoObject;  // a slot that holds null is reported all the same (GC-ROOT-004)
  std::uint64_t interior_offset = 0;  // not 0: the slot points that far into the object
  bool pinned = false;
  bool removed = false;  // the slot is gone; skipped everywhere
};

}  // namespace gcrucible::sim
