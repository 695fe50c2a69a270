// What keeps objects alive when a collection begins, according to the model. See docs/model-lines.md,
// "roots" and "handles".
#pragma once

#include <cstdint>
#include <vector>

#include "harness/trace/event.h"

namespace gcrucible::rules {

struct RootModel {
  // A stack slot that holds an object.
  struct Slot {
    bool pinned = false;
    bool interior = false;
  };
  std::vector<std::uint32_t> stack;    // objects in stack slots
  std::vector<Slot> slots;             // by index of `stack`
  std::vector<std::uint32_t> statics;  // objects in statics
  std::uint64_t empty = 0;             // number of stack slots that hold null
  bool whole = false;
};

struct HandleModel {
  // Numbered as in the trace.
  enum class Kind : std::uint8_t { kStrong, kWeakShort, kWeakLong, kPinned, kDependent, kRefCounted };
  struct Handle {
    std::uint64_t id = 0;
    Kind kind = Kind::kStrong;
    std::uint32_t object = 0;
    std::uint64_t count = 0;
  };
  std::vector<Handle> handles;  // ascending by id
  bool whole = false;
  // Null if no handle with that id holds an object.
  const Handle* find(std::uint64_t id) const;
};

RootModel decode_roots(const trace::Event& event);
HandleModel decode_handles(const trace::Event& event);

}  // namespace gcrucible::rules
