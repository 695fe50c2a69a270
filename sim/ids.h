// The plain numbers that identify things in the simulated heap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gcrucible::sim {

// An address as a profiler sees it: the ObjectID of the object that starts there. With real memory it is an
// address of the process. With `backing: none` it is the address in the scenario, even 07.
using Address = std::uint64_t;

// Objects are numbered in the order of their creation. An object keeps its number for life, including moves.
using ObjectIndex = std::uint32_t;
inline constexpr ObjectIndex kNoObject = 0xFFFFFFFFu;

// 16 bits, because the column has ten million entries. 65,535 types are more than a scenario needs.
using TypeIndex = std::uint16_t;
using HandleIndex = std::uint32_t;
using RootIndex = std::uint32_t;
using RangeIndex = std::uint32_t;
using ThreadIndex = std::uint32_t;

// The values of COR_PRF_GC_GENERATION. Frozen memory (the non-GC heap) has no value there and comes last.
enum class Generation : std::uint8_t { k0 = 0, k1 = 1, k2 = 2, kLarge = 3, kPinned = 4, kFrozen = 5 };
inline constexpr std::size_t kGenerationCount = 6;

template <typename T>
using PerGeneration = std::array<T, kGenerationCount>;

constexpr std::size_t index_of(Generation generation) {
  return static_cast<std::size_t>(generation);
}

// Generations 0 to 2 are the small object heap. Only these age.
constexpr bool is_small_object_heap(Generation generation) {
  return index_of(generation) <= index_of(Generation::k2);
}

}  // namespace gcrucible::sim
