// The dimensions of multidimensional arrays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "harness/program/step.h"
#include "sim/ids.h"

namespace gcrucible::clr {

// Written by the owner of the world during allocation. Read by threads that hold a World::Look.
class ArrayShapes {
 public:
  // For `count` objects from `first` on. Objects must come in ascending order.
  void add(sim::ObjectIndex first, std::uint64_t count, std::span<const program::Dimension> dimensions) {
    groups_.push_back({first, count, {dimensions.begin(), dimensions.end()}});
  }
  // Empty for arrays of one dimension, and for all objects that were not added.
  std::span<const program::Dimension> of(sim::ObjectIndex object) const {
    const auto after = std::ranges::upper_bound(groups_, object, {}, &Group::first);
    if (after == groups_.begin()) return {};
    const Group& group = *(after - 1);
    if (object - group.first >= group.count) return {};
    return group.dimensions;
  }
  // Written between an array's header and its first element, as in the CLR: all lengths, then all bounds.
  static void write(std::span<const program::Dimension> dimensions, std::byte* behind_length) {
    for (const auto member : {0, 1}) {
      for (const program::Dimension& each : dimensions) {
        const auto value = member == 0 ? each.length : static_cast<std::uint32_t>(each.lower_bound);
        std::memcpy(behind_length, &value, sizeof value);
        behind_length += sizeof value;
      }
    }
  }

 private:
  struct Group {
    sim::ObjectIndex first;
    std::uint64_t count;
    std::vector<program::Dimension> dimensions;
  };
  std::vector<Group> groups_;  // ascending by `first`
};

}  // namespace gcrucible::clr
