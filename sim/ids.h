// The plain numbers that name things in the simulated heap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gcrucible::sim {

// An address as a profiler sees it: the ObjectID of the object that starts there. With real memory behind the
// heap it is the process's own address; with `backing: none` it is whatever the scenario says, 07 included.
using Address = std::uint64_t;

// Objects are numbered in the order of their creation and keep their number for life, moves included.
using ObjectIndex = std::uint32_t;
inline constexpr ObjectIndex kNoObject = 0xFFFFFFFFu;

// 16 bits, because ten million of them are a column; 65,535 types are more than a scenario needs.
using TypeIndex = std::uint16_t;
using HandleIndex = std::uint32_t;
using RootIndex = std::uint32_t;
using RangeIndex = std::uint32_t;
using ThreadIndex = std::uint32_t;

// Values are those of COR_PRF_GC_GENERATION; frozen memory (the non-GC heap) has none there and comes last.
enum class Generation : std::uint8_t { k0 = 0, k1 = 1, k2 = 2, kLarge = 3, kPinned = 4, kFrozen = 5 };
inline constexpr std::size_t kGenerationCount = 6;

template <typename T>
using PerGeneration = std::array<T, kGenerationCount>;

constexpr std::size_t index_of(Generation generation) {
  return static_cast<std::size_t>(generation);
}

// Generations 0 to 2 are the small object heap, the only one that ages.
constexpr bool is_small_object_heap(Generation generation) {
  return index_of(generation) <= index_of(Generation::k2);
}

}  // namespace gcrucible::sim
