#include "harness/trace/callback_arrays.h"

#include <algorithm>
#include <array>

namespace gcrucible::trace {
namespace {

// The arrays of a callback, and the count of numbers in one entry.
struct Array {
  std::string_view callback;
  std::string_view key;
  std::size_t width;
};
constexpr std::array<Array, 10> kArrays{{{"MovedReferences2", "ranges", 3},
                                         {"MovedReferences", "ranges", 3},
                                         {"SurvivingReferences2", "ranges", 2},
                                         {"SurvivingReferences", "ranges", 2},
                                         {"RootReferences2", "roots", 4},
                                         {"RootReferences", "roots", 1},
                                         {"ObjectReferences", "refs", 1},
                                         {"ObjectsAllocatedByClass", "classes", 2},
                                         {"ConditionalWeakTableElementReferences", "elements", 3},
                                         {"GarbageCollectionStarted", "generations", 1}}};

bool is_number(const Value& value) {
  // Null arrays have null cells.
  return value.kind != Value::Kind::kList && value.kind != Value::Kind::kTable;
}

// The width of one entry, where the reader has no table because entries are not numbers of equal width.
std::size_t width_of(const Value& entry) {
  if (is_number(entry)) return 1;
  return entry.kind == Value::Kind::kTable ? entry.table.rows : entry.list.size();
}

}  // namespace

std::string malformed_arrays(std::string_view callback, std::span<const Field> fields) {
  const auto array = std::ranges::find(kArrays, callback, &Array::callback);
  if (array == kArrays.end()) return {};
  const auto field = std::ranges::find(fields, array->key, &Field::key);
  const bool well_formed = field != fields.end() && field->value.kind == Value::Kind::kTable &&
                           (field->value.table.rows == 0 || field->value.table.width == array->width);
  if (well_formed) return {};
  const std::string key = "\"" + std::string(array->key) + "\"";
  if (field == fields.end()) return "has no " + key;
  const Value& value = field->value;
  const auto entry = [&](std::size_t row, std::size_t width) {
    return "has " + std::to_string(width) + (width == 1 ? " number" : " numbers") + " in entry " +
           std::to_string(row) + " of " + key + ", where " + std::string(callback) + " has " +
           std::to_string(array->width);
  };
  if (value.kind == Value::Kind::kTable) return entry(0, value.table.width);
  if (value.kind == Value::Kind::kNull) return {};
  if (value.kind != Value::Kind::kList) return "has no array as " + key;
  for (std::size_t row = 0; row < value.list.size(); ++row) {
    const std::size_t width = width_of(value.list[row]);
    // A single number is not an entry of width 1.
    if (width != array->width || is_number(value.list[row]) != (array->width == 1)) return entry(row, width);
  }
  return {};
}

}  // namespace gcrucible::trace
