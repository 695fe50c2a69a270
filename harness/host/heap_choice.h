// Chooses the heap of server GC for each new object.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "harness/program/specs.h"
#include "harness/program/step.h"

namespace gcrucible::host {

// State of one run. Called by the owner of the world.
class HeapChoice {
 public:
  explicit HeapChoice(const program::HeapSpec& heap)
      : balanced_(heap.balanced), bytes_(std::max<std::size_t>(heap.server_heaps, 1), 0) {}

  std::uint16_t of(const program::Allocate& step) const {
    if (step.heap) return *step.heap;
    if (!balanced_) return static_cast<std::uint16_t>(step.thread % bytes_.size());
    return static_cast<std::uint16_t>(std::ranges::min_element(bytes_) - bytes_.begin());
  }
  void allocated(std::uint16_t heap, std::uint64_t bytes) {
    if (heap < bytes_.size()) bytes_[heap] += bytes;
  }
  void collected() { std::ranges::fill(bytes_, 0); }

 private:
  bool balanced_;
  std::vector<std::uint64_t> bytes_;  // per heap, since the last collection
};

}  // namespace gcrucible::host
