// The heap as described by the model lines of a trace. docs/model-lines.md lists the keys.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::rules {

inline constexpr std::uint32_t kNoObject = 0xFFFFFFFFu;
// Generations as numbered by COR_PRF_GC_GENERATION, then frozen memory.
inline constexpr std::uint8_t kGenerationCount = 6;
inline constexpr std::uint8_t kLarge = 3, kPinnedHeap = 4, kFrozen = 5;
inline constexpr std::uint8_t kNoGeneration = 0xFF;

struct HeapRange {
  std::uint32_t range = 0;
  std::uint8_t generation = kNoGeneration;
  std::uint64_t start = 0;
  std::uint64_t allocated = 0;  // bytes
  std::uint64_t reserved = 0;   // bytes

  // A trace may contain lengths that reach beyond the last address. The sum is clamped.
  std::uint64_t end() const { return end_after(reserved); }
  std::uint64_t allocated_end() const { return end_after(allocated); }

 private:
  std::uint64_t end_after(std::uint64_t length) const {
    return start + std::min(length, std::numeric_limits<std::uint64_t>::max() - start);
  }
};

struct HeapObject {
  std::uint32_t object = kNoObject;
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  std::uint8_t generation = kNoGeneration;
  std::uint32_t type = 0;
};

// A field or element that holds a reference, with the addresses of both objects.
struct HeapReference {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  auto operator<=>(const HeapReference&) const = default;
};

// The heap at one moment. Before a collection, the objects that die in it are included.
struct HeapPicture {
  std::vector<HeapRange> ranges;
  std::vector<HeapObject> objects;  // ascending by address
  bool whole = false;               // all objects are listed, not only named ones
  // All references, ascending. Absent if the model does not list them.
  std::optional<std::vector<HeapReference>> references;
};

struct Plug {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t length = 0;
  std::uint8_t generation = kNoGeneration;
  bool pinned = false;
};

struct CollectionPlan {
  std::array<bool, kGenerationCount> condemned{};
  std::array<bool, kGenerationCount> compacts{};
  std::uint64_t survivors = 0;
  std::uint64_t dead = 0;
  std::vector<Plug> plugs;
  std::vector<std::uint32_t> deaths;
};

// Names given by the scenario, and the types. Used in pictures and messages.
struct ObjectName {
  std::uint32_t object = kNoObject;
  std::string name;
};
struct TypeName {
  std::uint32_t type = 0;
  std::string name;
  std::uint64_t type_class = 0;
};

std::string_view name_of_generation(std::uint8_t generation);

}  // namespace gcrucible::rules
