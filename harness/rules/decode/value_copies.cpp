#include "harness/rules/decode/value_copies.h"

#include <algorithm>

namespace gcrucible::rules {

using trace::Value;

ValueCopies::ValueCopies(const Value* list) {
  if (list == nullptr || list->kind != Value::Kind::kList) return;
  values_.reserve(list->list.size());
  for (const Value& value : list->list) values_.push_back(copy(value));
}

Value ValueCopies::copy(const Value& value) {
  Value kept = value;
  if (!value.text.empty()) {
    texts_.push_back(std::make_unique<char[]>(value.text.size()));
    std::copy(value.text.begin(), value.text.end(), texts_.back().get());
    kept.text = {texts_.back().get(), value.text.size()};
  }
  if (!value.text16.empty()) {
    wide_texts_.push_back(std::make_unique<char16_t[]>(value.text16.size()));
    std::copy(value.text16.begin(), value.text16.end(), wide_texts_.back().get());
    kept.text16 = {wide_texts_.back().get(), value.text16.size()};
  }
  if (value.kind == Value::Kind::kTable) kept.table = copy(value.table);
  if (value.kind == Value::Kind::kList) {
    // Filled before it is stored, because copies of inner lists are stored in between.
    auto inner = std::make_unique<Value[]>(value.list.size());
    std::transform(value.list.begin(), value.list.end(), inner.get(),
                   [this](const Value& each) { return copy(each); });
    kept.list = {inner.get(), value.list.size()};
    lists_.push_back(std::move(inner));
  }
  return kept;
}

trace::Table ValueCopies::copy(const trace::Table& table) {
  trace::Table kept{.rows = table.rows, .width = table.width};
  for (std::size_t column = 0; column < table.width; ++column) {
    if (table.columns[column].data == nullptr) continue;
    auto cells = std::make_unique<std::uint64_t[]>(table.rows);
    for (std::uint64_t row = 0; row < table.rows; ++row) cells[row] = table.columns[column].at(row);
    kept.columns[column] = {.data = cells.get(), .is_id = table.columns[column].is_id};
    cells_.push_back(std::move(cells));
  }
  return kept;
}

}  // namespace gcrucible::rules
