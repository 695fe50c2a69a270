#include "harness/trace/read/line_keys.h"

#include <array>
#include <cstddef>
#include <iterator>

#include "harness/abi/tables/callback_fields.h"
#include "harness/abi/tables/info_methods.h"
#include "harness/trace/read/line_key_rows.h"
#include "harness/trace/read/name_index.h"
#include "harness/trace/read/value_shape.h"

namespace gcrucible::trace {
namespace {

constexpr std::string_view shape_of(const abi::CallbackField& field, abi::FieldForm first_column) {
  constexpr std::array<std::string_view, 5> kArrays{"", "[#?]?", "[(#?#?)]?", "[(#?#?#?)]?", "[(#?#?#?#?)]?"};
  switch (field.form) {
    case abi::FieldForm::kNull:
      return "#?";
    case abi::FieldForm::kFlag:
      return "!";
    case abi::FieldForm::kGuid:
    case abi::FieldForm::kText:
    case abi::FieldForm::kBytes:
      return "\"?";
    case abi::FieldForm::kArray:
      // Arrays are null, or have null cells, if the runtime passed no array.
      return first_column == abi::FieldForm::kFlag ? "[~?]?" : kArrays[field.columns()];
    default:
      return "#";
  }
}

constexpr std::size_t kCallbackKeys = [] {
  std::size_t count = 0;
  for (const abi::MethodInfo& method : abi::kCallbackMethods) {
    count += abi::callback_field_count(static_cast<abi::CallbackMethod>(method.slot));
  }
  return count;
}();

// The keys of callbacks, from their rows, then those of hooks, and then all others.
constexpr auto kRows = [] {
  std::array<LineKey, kCallbackKeys + abi::kHooks.size() + std::size(rows::kKeys)> keys{};
  std::size_t count = 0;
  abi::each_callback_field(
      [&](const abi::MethodInfo& info, abi::CallbackMethod method, const abi::CallbackField& field) {
        const auto column = abi::form_of(abi::callback_parameter(method, field.parameters[1]).type);
        keys[count++] = {EventKind::kCallback, info.name, field.key, shape_of(field, column)};
      });
  for (const abi::MethodInfo& hook : abi::kHooks)
    keys[count++] = {EventKind::kCallback, hook.name, "function", "#"};
  for (const LineKey& key : rows::kKeys) keys[count++] = key;
  return keys;
}();
constexpr std::span<const LineKey> kAll(kRows);

template <std::size_t N>
constexpr std::array<std::string_view, N> names_of(const std::array<abi::MethodInfo, N>& methods) {
  std::array<std::string_view, N> names{};
  for (std::size_t i = 0; i < N; ++i) names[i] = methods[i].name;
  return names;
}
constexpr NameIndex kCallbacks([] {
  std::array<std::string_view, abi::kCallbackMethods.size() + abi::kHooks.size()> names{};
  for (std::size_t value = 0; value < names.size(); ++value) names[value] = abi::callback_name(value);
  return names;
}());
constexpr NameIndex kInfos(names_of(abi::kInfoMethods));

constexpr bool begins_fact(std::size_t row) {
  return kAll[row].kind == EventKind::kModel && (row == 0 || kAll[row - 1].name != kAll[row].name);
}
// One part of each chosen row, in row order.
template <bool (*kChosen)(std::size_t), std::string_view LineKey::*kPart>
constexpr auto parts() {
  constexpr std::size_t kCount = [] {
    std::size_t count = 0;
    for (std::size_t row = 0; row < kAll.size(); ++row) count += kChosen(row) ? 1 : 0;
    return count;
  }();
  std::array<std::string_view, kCount> chosen{};
  std::size_t count = 0;
  for (std::size_t row = 0; row < kAll.size(); ++row) {
    if (kChosen(row)) chosen[count++] = kAll[row].*kPart;
  }
  return chosen;
}
constexpr NameIndex kFacts(parts<begins_fact, &LineKey::name>());

constexpr bool has_texts(std::string_view shape) {
  const bool array = shape.front() == '[' || shape.front() == '(';
  return array && shape.find('"') != std::string_view::npos;
}
constexpr bool is_first_with_texts(std::size_t row) {
  if (!has_texts(kAll[row].shape)) return false;
  for (std::size_t before = 0; before < row; ++before) {
    if (has_texts(kAll[before].shape) && kAll[before].key == kAll[row].key) return false;
  }
  return true;
}
constexpr NameIndex kKeysWithTexts(parts<is_first_with_texts, &LineKey::key>());

// Every line needs a lookup. A search through all rows would cost more than judging the line.
class Rows {
 public:
  Rows() {
    for (std::size_t first = 0, end = 0; first < kAll.size(); first = end) {
      const LineKey& row = kAll[first];
      while (end < kAll.size() && kAll[end].kind == row.kind && kAll[end].name == row.name) ++end;
      const std::span<const LineKey> block = kAll.subspan(first, end - first);
      if (row.name.empty()) {
        of_kind_[static_cast<std::size_t>(row.kind)] = block;
      } else if (row.kind == EventKind::kCallback) {
        of_callback_[kCallbacks.find(row.name)] = block;
      } else {
        of_fact_[kFacts.find(row.name)] = block;
      }
    }
  }

  std::span<const LineKey> of_kind(EventKind kind) const { return of_kind_[static_cast<std::size_t>(kind)]; }
  std::span<const LineKey> of_name(const Event& event) const {
    if (event.kind == EventKind::kCallback) return of_callback_[kCallbacks.find(event.name)];
    return event.kind == EventKind::kModel ? of_fact_[kFacts.find(event.name)] : std::span<const LineKey>();
  }

 private:
  std::array<std::span<const LineKey>, static_cast<std::size_t>(EventKind::kEnd) + 1> of_kind_;
  // The last element is for unknown names.
  std::array<std::span<const LineKey>, kCallbacks.kNone + 1> of_callback_;
  std::array<std::span<const LineKey>, kFacts.kNone + 1> of_fact_;
};

const Rows& all_rows() {
  static const Rows rows;
  return rows;
}

const LineKey* row_of(std::span<const LineKey> block, std::string_view key) {
  for (const LineKey& row : block) {
    if (row.key == key) return &row;
  }
  return nullptr;
}

}  // namespace

std::span<const LineKey> line_keys() {
  return kAll;
}

const LineKey* line_key(const Event& event, std::string_view key) {
  const Rows& rows = all_rows();
  const LineKey* const row = row_of(rows.of_name(event), key);
  return row != nullptr ? row : row_of(rows.of_kind(event.kind), key);
}

const LineKey* wrong_key(const Event& event) {
  const Rows& rows = all_rows();
  const std::span<const LineKey> own = rows.of_name(event);
  const std::span<const LineKey> common = rows.of_kind(event.kind);
  for (const Field& field : event.fields) {
    const LineKey* row = row_of(own, field.key);
    if (row == nullptr) row = row_of(common, field.key);
    if (row != nullptr && !fits(row->shape, field.value)) return row;
  }
  return nullptr;
}

bool holds_texts(const Event& event, bool kind_is_known, std::string_view key) {
  if (kKeysWithTexts.find(key) == kKeysWithTexts.kNone) return false;
  if (!kind_is_known) return true;
  const LineKey* const row = line_key(event, key);
  return row != nullptr && has_texts(row->shape);
}

bool is_known_name(const Event& event) {
  if (event.kind == EventKind::kCallback) return kCallbacks.find(event.name) != kCallbacks.kNone;
  if (event.kind != EventKind::kInfo || kInfos.find(event.name) != kInfos.kNone) return true;
  // Methods of interfaces that an Info method returns: "ICorProfilerObjectEnum::Next".
  return event.name.find("Enum::") != std::string_view::npos;
}

}  // namespace gcrucible::trace
