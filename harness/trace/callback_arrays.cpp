#include "harness/trace/callback_arrays.h"

#include <algorithm>
#include <array>

#include "harness/abi/tables/callback_fields.h"

namespace gcrucible::trace {
namespace {

// The array of a callback, and the count of numbers in one entry. No callback has two.
struct Array {
  std::string_view callback;
  std::string_view key;
  std::size_t width = 0;
};

template <typename Found>
constexpr void each_array(Found found) {
  abi::each_callback_field(
      [&](const abi::MethodInfo& info, abi::CallbackMethod, const abi::CallbackField& field) {
        if (field.columns() != 0) found(Array{info.name, field.key, field.columns()});
      });
}
constexpr std::size_t kArrayCount = [] {
  std::size_t count = 0;
  each_array([&](const Array&) { ++count; });
  return count;
}();
constexpr auto kArrays = [] {
  std::array<Array, kArrayCount> arrays{};
  std::size_t count = 0;
  each_array([&](const Array& array) { arrays[count++] = array; });
  return arrays;
}();

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

Expected<void> check_arrays(std::string_view callback, std::span<const Field> fields) {
  const auto array = std::ranges::find(kArrays, callback, &Array::callback);
  if (array == kArrays.end()) return {};
  const auto field = std::ranges::find(fields, array->key, &Field::key);
  const bool well_formed = field != fields.end() && field->value.kind == Value::Kind::kTable &&
                           (field->value.table.rows == 0 || field->value.table.width == array->width);
  if (well_formed) return {};
  const std::string key = "\"" + std::string(array->key) + "\"";
  if (field == fields.end()) return failure("has no " + key);
  const Value& value = field->value;
  const auto entry = [&](std::size_t row, std::size_t width) {
    return failure("has " + std::to_string(width) + (width == 1 ? " number" : " numbers") + " in entry " +
                   std::to_string(row) + " of " + key + ", where " + std::string(callback) + " has " +
                   std::to_string(array->width));
  };
  if (value.kind == Value::Kind::kTable) return entry(0, value.table.width);
  if (value.kind == Value::Kind::kNull) return {};
  if (value.kind != Value::Kind::kList) return failure("has no array as " + key);
  for (std::size_t row = 0; row < value.list.size(); ++row) {
    const std::size_t width = width_of(value.list[row]);
    // A single number is not an entry of width 1.
    if (width != array->width || is_number(value.list[row]) != (array->width == 1)) return entry(row, width);
  }
  return {};
}

}  // namespace gcrucible::trace
