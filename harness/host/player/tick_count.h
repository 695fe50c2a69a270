// When AllocationTick is due: .NET counts the bytes of each kind of heap.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>

#include "sim/ids.h"

namespace gcrucible::host {

// State of one run. Called by the owner of the world.
class TickCount {
 public:
  // An event is due if more bytes have been allocated since the last one.
  static constexpr std::uint64_t kInterval = 100 * 1024;
  enum Kind : std::uint32_t { kSmall, kLarge, kPinned };

  static Kind kind_of(sim::Generation generation) {
    return generation == sim::Generation::kLarge    ? kLarge
           : generation == sim::Generation::kPinned ? kPinned
                                                    : kSmall;
  }
  // A new object. Returns the bytes since the last event of its kind and heap, if one is due. `now`: one is.
  std::optional<std::uint64_t> add(std::uint16_t heap, Kind kind, std::uint64_t size, bool now) {
    std::uint64_t& bytes = since_[heap][kind];
    bytes += size;
    if (!now && bytes <= kInterval) return std::nullopt;
    const std::uint64_t amount = bytes;
    bytes = 0;
    return amount;
  }

 private:
  std::map<std::uint16_t, std::array<std::uint64_t, 3>> since_;
};

}  // namespace gcrucible::host
