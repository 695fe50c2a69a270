#include "harness/rules/collection/generation_map.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gcrucible::rules {

GenerationMap::GenerationMap(std::span<const HeapRange> ranges) : ranges_(ranges.begin(), ranges.end()) {
  std::stable_sort(ranges_.begin(), ranges_.end(),
                   [](const HeapRange& a, const HeapRange& b) { return a.start < b.start; });
}

const HeapRange* GenerationMap::find(std::uint64_t address) const {
  const auto above =
      std::upper_bound(ranges_.begin(), ranges_.end(), address,
                       [](std::uint64_t at, const HeapRange& range) { return at < range.start; });
  if (above == ranges_.begin()) return nullptr;
  const HeapRange& range = *(above - 1);
  // An empty region still reserves space, and a generation may grow into that space before the next table.
  const std::uint64_t length = std::max(range.allocated, range.reserved);
  return address - range.start < length ? &range : nullptr;
}

std::uint8_t GenerationMap::generation_of(std::uint64_t address) const {
  const HeapRange* const range = find(address);
  return range == nullptr ? kNoGeneration : range->generation;
}

const HeapRange* GenerationMap::holding(std::uint64_t address) const {
  const HeapRange* const range = find(address);
  return range != nullptr && address - range->start < range->allocated ? range : nullptr;
}

bool GenerationMap::covers(std::uint64_t start, std::uint64_t length) const {
  const HeapRange* const range = find(start);
  if (range == nullptr) return false;
  const std::uint64_t offset = start - range->start;
  return offset <= range->allocated && length <= range->allocated - offset;
}

std::string_view name_of_generation(std::uint8_t generation) {
  constexpr std::array<std::string_view, kGenerationCount> kNames{"gen 0", "gen 1", "gen 2",
                                                                  "LOH",   "POH",   "frozen"};
  return generation < kNames.size() ? kNames[generation] : std::string_view("no generation");
}

}  // namespace gcrucible::rules
