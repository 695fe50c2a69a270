#include "harness/clr/lent_arrays.h"

#include <cstring>

namespace gcrucible::clr {
namespace {

using trace::Column;
using trace::Value;

// Names of the arrays in the order of the signature, as the headers of the runtime have them.
struct Row {
  std::string_view callback;
  std::array<std::string_view, 4> arrays;
};
constexpr std::array kRows{
    Row{"GarbageCollectionStarted", {"generationCollected"}},
    Row{"MovedReferences2", {"oldObjectIDRangeStart", "newObjectIDRangeStart", "cObjectIDRangeLength"}},
    Row{"MovedReferences", {"oldObjectIDRangeStart", "newObjectIDRangeStart", "cObjectIDRangeLength"}},
    Row{"SurvivingReferences2", {"objectIDRangeStart", "cObjectIDRangeLength"}},
    Row{"SurvivingReferences", {"objectIDRangeStart", "cObjectIDRangeLength"}},
    Row{"ObjectReferences", {"objectRefIds"}},
    Row{"RootReferences", {"rootRefIds"}},
    Row{"RootReferences2", {"rootRefIds", "rootKinds", "rootFlags", "rootIds"}},
    Row{"ConditionalWeakTableElementReferences", {"keyRefIds", "valueRefIds", "rootIds"}},
    Row{"ObjectsAllocatedByClass", {"classIds", "cObjects"}},
    Row{"ThreadNameChanged", {"name"}},
};

std::string_view name_of(std::string_view callback, std::uint8_t array) {
  for (const Row& row : kRows) {
    if (row.callback == callback && array < row.arrays.size()) return row.arrays[array];
  }
  return "";
}

std::size_t size_of(Column::Type type) {
  return type == Column::Type::kU64 ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
}

}  // namespace

LentArrays::LentArrays(std::span<const trace::Field> fields) {
  for (const trace::Field& field : fields) {
    const Value& value = field.value;
    if (value.kind == Value::Kind::kTable) {
      for (std::size_t i = 0; i < value.table.width; ++i) {
        const Column& column = value.table.columns[i];
        if (column.stride == 0) add(column, value.table.rows, size_of(column.type));
      }
    } else if (value.kind == Value::Kind::kText16) {
      // A WCHAR has no column type of its own; the cells are compared as bytes and told by their place.
      add({.data = value.text16.data()}, value.text16.size(), sizeof(char16_t));
    }
  }
  if (bytes_ > small_.size()) large_.resize(bytes_);
  std::byte* const into = large_.empty() ? small_.data() : large_.data();
  for (std::uint8_t i = 0; i < count_; ++i) {
    std::memcpy(into + arrays_[i].at, arrays_[i].column.data, arrays_[i].bytes);
  }
}

void LentArrays::add(const Column& column, std::uint64_t cells, std::size_t cell_bytes) {
  if (count_ == arrays_.size()) return;
  Array& array = arrays_[count_];
  array = {.column = column, .number = count_, .cells = cells, .at = bytes_, .bytes = cells * cell_bytes};
  // A null array has nothing to write to, but its place in the signature counts.
  if (column.data == nullptr) array.bytes = 0;
  ++count_;
  bytes_ += array.bytes;
}

void LentArrays::take_back(trace::Journal& journal, std::string_view callback, std::uint64_t entry) {
  for (std::uint8_t i = 0; i < count_; ++i) {
    const Array& array = arrays_[i];
    const std::byte* const was = copy() + array.at;
    if (array.bytes == 0 || std::memcmp(array.column.data, was, array.bytes) == 0) continue;
    report(array, was, journal, callback, entry);
    // Of a callback's arrays none is const in the profiling interface.
    std::memcpy(const_cast<void*>(array.column.data), was, array.bytes);
  }
}

void LentArrays::report(const Array& array, const std::byte* was, trace::Journal& journal,
                        std::string_view callback, std::uint64_t entry) const {
  const std::size_t cell = array.bytes / array.cells;
  const auto* const is = static_cast<const std::byte*>(array.column.data);
  std::uint64_t first = array.cells, changed = 0;
  for (std::uint64_t i = 0; i < array.cells; ++i) {
    if (std::memcmp(is + i * cell, was + i * cell, cell) == 0) continue;
    if (changed++ == 0) first = i;
  }
  const auto value = [&](const std::byte* cells) {
    std::uint64_t number = 0;
    std::memcpy(&number, cells + first * cell, cell);
    return array.column.is_id ? trace::id(number) : trace::number(number);
  };
  journal.model(
      "scribbled",
      std::array{trace::Field{"callback", trace::text(callback)}, trace::Field{"line", trace::number(entry)},
                 trace::Field{"array", trace::text(name_of(callback, array.number))},
                 trace::Field{"index", trace::number(first)}, trace::Field{"was", value(was)},
                 trace::Field{"is", value(is)}, trace::Field{"changed", trace::number(changed)},
                 trace::Field{"entries", trace::number(array.cells)}});
}

}  // namespace gcrucible::clr
