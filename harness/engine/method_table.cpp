#include "harness/engine/method_table.h"

#include <cstring>

namespace gcrucible::engine {

namespace {

constexpr std::uint32_t kContainsPointers = 0x01000000;
constexpr std::uint32_t kHasComponentSize = 0x80000000;
constexpr std::uint32_t kArray = 0x00080000;
constexpr std::uint32_t kHasFinalizer = 0x00100000;
constexpr std::size_t kBody = 64;
constexpr std::int64_t kWord = 8;

struct Series {
  std::int64_t size;  // bytes of the run less the base size, as GCDesc stores it
  std::int64_t offset;
};

// Runs of adjacent reference fields, descending by offset: the order in which a GCDesc holds them.
template <typename Use>
void for_each_series(const sim::Type& type, Use use) {
  const auto base = static_cast<std::int64_t>(type.base_size);
  if (type.elements_are_references) {
    use(Series{-base, type.first_element_offset});
    return;
  }
  const auto& offsets = type.reference_offsets;
  for (std::size_t end = offsets.size(); end > 0;) {
    std::size_t first = end - 1;
    while (first > 0 && offsets[first - 1] + kWord == offsets[first]) --first;
    use(Series{static_cast<std::int64_t>(end - first) * kWord - base, offsets[first]});
    end = first;
  }
}

std::size_t series_count(const sim::Type& type) {
  std::size_t count = 0;
  for_each_series(type, [&](const Series&) { ++count; });
  return count;
}

}  // namespace

std::size_t method_table_size(const sim::Type& type) {
  const std::size_t series = series_count(type);
  return (series == 0 ? 0 : 8 + 16 * series) + kBody;
}

std::size_t write_method_table(const sim::Type& type, std::span<std::byte> memory) {
  const std::size_t series = series_count(type);
  const std::size_t at = series == 0 ? 0 : 8 + 16 * series;
  std::uint32_t flags = 0;
  if (series != 0) flags |= kContainsPointers;
  if (type.component_size != 0)
    flags |= kHasComponentSize | static_cast<std::uint32_t>(type.component_size & 0xFFFF);
  if (type.kind == sim::TypeKind::kArray) flags |= kArray;
  if (type.finalizer != sim::Finalizer::kNone) flags |= kHasFinalizer;
  const auto base = static_cast<std::uint32_t>(type.base_size);
  std::memcpy(memory.data() + at, &flags, sizeof flags);
  std::memcpy(memory.data() + at + 4, &base, sizeof base);
  if (series != 0) {
    const auto count = static_cast<std::int64_t>(series);
    std::memcpy(memory.data() + at - 8, &count, sizeof count);
    std::size_t below = at - 8;
    for_each_series(type, [&](const Series& run) {
      below -= 16;
      std::memcpy(memory.data() + below, &run, sizeof run);
    });
  }
  return at;
}

}  // namespace gcrucible::engine
