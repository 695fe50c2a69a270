// Maps addresses to bytes and caches the range of the last answer.
#pragma once

#include <cstddef>

#include "sim/heap.h"

namespace gcrucible::sim {

// Calling Memory for every object would cost a virtual call and, in most implementations, a search. Valid
// while no range is opened, split or released.
class ByteView {
 public:
  explicit ByteView(Heap& heap) : heap_(&heap) {}

  // Null for a heap without bytes and for an address outside all ranges.
  std::byte* at(Address address) {
    if (address - start_ >= reserved_) find(address);
    return base_ == nullptr ? nullptr : base_ + (address - start_);
  }
  void forget() { reserved_ = 0; }

 private:
  void find(Address address) {
    base_ = nullptr;
    reserved_ = 0;
    const auto index = heap_->range_covering(address);
    if (!index) return;
    const Range& range = heap_->ranges()[*index];
    start_ = range.start;
    reserved_ = range.reserved;
    base_ = heap_->memory().bytes(range.start);
  }

  Heap* heap_;
  Address start_ = 0;
  std::uint64_t reserved_ = 0;
  std::byte* base_ = nullptr;
};

}  // namespace gcrucible::sim
