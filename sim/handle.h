// GC handles.
#pragma once

#include <cstdint>

#include "sim/ids.h"

namespace gcrucible::sim {

enum class HandleKind : std::uint8_t { kStrong, kWeakShort, kWeakLong, kPinned, kDependent, kRefCounted };

// kWeakShort is cleared when its object is found unreachable, before finalization. kWeakLong is cleared when
// the object dies. kDependent keeps `secondary` alive while `object` (the key) is alive, but does not keep
// the key. kRefCounted is strong while `count` is not 0 and weak otherwise.
struct Handle {
  HandleKind kind = HandleKind::kStrong;
  ObjectIndex object = kNoObject;
  ObjectIndex secondary = kNoObject;
  std::uint32_t count = 0;
  bool freed = false;
  Address slot = 0;  // the GCHandleID; 0 if it has no readable slot. The heap never dereferences it.
};

// The new value of a handle with a slot. The owner of the slots writes it.
struct HandleReferent {
  HandleIndex handle = 0;
  Address address = 0;
};

}  // namespace gcrucible::sim
