// Roots: stack slots and statics. Handles are a separate kind of root (handle.h).
#pragma once

#include <cstdint>

#include "sim/ids.h"

namespace gcrucible::sim {

enum class RootKind : std::uint8_t { kStack, kStatic };

struct Root {
  RootKind kind = RootKind::kStack;
  ThreadIndex thread = 0;          // kStack: the thread of the stack
  std::uint32_t frame = 0;         // kStack: number of the frame in that thread's call stack, 0 the outermost
  ObjectIndex object = kNoObject;  // a null slot is also reported (GC-ROOT-004)
  std::uint64_t interior_offset = 0;  // not 0: the slot points this far into the object
  bool pinned = false;
  bool removed = false;  // the slot no longer exists; skipped everywhere
};

}  // namespace gcrucible::sim
