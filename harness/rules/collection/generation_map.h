// Maps addresses to generations at one moment.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/rules/collection/heap_model.h"

namespace gcrucible::rules {

// Built from the ranges of a model line or from a GetGenerationBounds answer. Ranges may overlap: the range
// with the highest start not above the address decides.
class GenerationMap {
 public:
  GenerationMap() = default;
  explicit GenerationMap(std::span<const HeapRange> ranges);

  bool empty() const { return ranges_.empty(); }
  // kNoGeneration where no range covers it.
  std::uint8_t generation_of(std::uint64_t address) const;
  // The range in ranges() whose filled part holds the address, or null.
  const HeapRange* holding(std::uint64_t address) const;
  // Whether [start, start + length) lies in the filled part of one range.
  bool covers(std::uint64_t start, std::uint64_t length) const;
  std::span<const HeapRange> ranges() const { return ranges_; }

 private:
  const HeapRange* find(std::uint64_t address) const;
  std::vector<HeapRange> ranges_;  // ascending by start
};

}  // namespace gcrucible::rules
