#include "harness/engine/method_table.h"

#include <cstring>
#include <vector>

namespace gcrucible::engine {

namespace {

constexpr std::uint32_t kContainsPointers = 0x01000000;
constexpr std::uint32_t kHasComponentSize = 0x80000000;
constexpr std::uint32_t kArray = 0x00080000;
constexpr std::uint32_t kHasFinalizer = 0x00100000;
constexpr std::size_t kBody = 64;
constexpr std::uint32_t kWord = 8;

struct Series {
  std::int64_t size;  // bytes of the run minus the base size, as GCDesc stores it
  std::int64_t offset;
};

// Runs of adjacent reference fields, descending by offset, in the order that a GCDesc has.
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
    use(Series{static_cast<std::int64_t>(end - first) * std::int64_t{kWord} - base, offsets[first]});
    end = first;
  }
}

// A run of adjacent references in each element of an array of values. `skip` is the number of bytes to the
// next run; for the last run, to the next element's first run.
struct Run {
  std::uint32_t references;
  std::uint32_t skip;
};

std::vector<Run> runs_of(const sim::Type& type) {
  std::vector<Run> runs;
  const auto& offsets = type.element_offsets;
  for (std::size_t first = 0; first < offsets.size();) {
    std::size_t end = first + 1;
    while (end < offsets.size() && offsets[end - 1] + kWord == offsets[end]) ++end;
    const std::uint64_t next = end < offsets.size() ? offsets[end] : type.component_size + offsets[0];
    const auto count = static_cast<std::uint32_t>(end - first);
    runs.push_back({count, static_cast<std::uint32_t>(next - offsets[first] - std::uint64_t{count} * kWord)});
    first = end;
  }
  return runs;
}

std::size_t series_count(const sim::Type& type) {
  std::size_t count = 0;
  for_each_series(type, [&](const Series&) { ++count; });
  return count;
}

std::size_t map_size(const sim::Type& type) {
  if (const std::size_t runs = runs_of(type).size(); runs != 0) return 16 + 8 * runs;
  const std::size_t series = series_count(type);
  return series == 0 ? 0 : 8 + 16 * series;
}

// The number of runs is stored as a negative value. The runs lie below the offset of the first one.
void write_runs(const sim::Type& type, std::byte* table) {
  const std::vector<Run> runs = runs_of(type);
  const auto count = -static_cast<std::int64_t>(runs.size());
  const std::int64_t first = type.first_element_offset + type.element_offsets[0];
  std::memcpy(table - 8, &count, sizeof count);
  std::memcpy(table - 16, &first, sizeof first);
  std::byte* below = table - 16;
  for (const Run& run : runs) std::memcpy(below -= sizeof run, &run, sizeof run);
}

}  // namespace

std::size_t method_table_size(const sim::Type& type) {
  return map_size(type) + kBody;
}

std::size_t write_method_table(const sim::Type& type, std::span<std::byte> memory) {
  const std::size_t series = series_count(type);
  const std::size_t at = map_size(type);
  std::uint32_t flags = 0;
  if (at != 0) flags |= kContainsPointers;
  if (type.component_size != 0)
    flags |= kHasComponentSize | static_cast<std::uint32_t>(type.component_size & 0xFFFF);
  if (type.kind == sim::TypeKind::kArray) flags |= kArray;
  if (type.finalizer != sim::Finalizer::kNone) flags |= kHasFinalizer;
  const auto base = static_cast<std::uint32_t>(type.base_size);
  std::memcpy(memory.data() + at, &flags, sizeof flags);
  std::memcpy(memory.data() + at + 4, &base, sizeof base);
  if (!type.element_offsets.empty()) {
    write_runs(type, memory.data() + at);
  } else if (series != 0) {
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
