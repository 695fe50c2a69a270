#include "harness/rules/decode/rows.h"

namespace gcrucible::rules {

using trace::Value;

std::uint64_t Rows::size() const {
  if (value_ == nullptr) return 0;
  if (value_->kind == Value::Kind::kTable) return value_->table.rows;
  return value_->kind == Value::Kind::kList ? value_->list.size() : 0;
}

const Value* Rows::entry(std::uint64_t row) const {
  if (value_ == nullptr || value_->kind != Value::Kind::kList || row >= value_->list.size()) return nullptr;
  return &value_->list[row];
}

std::uint64_t Rows::number(std::uint64_t row, std::size_t column) const {
  if (value_ != nullptr && value_->kind == Value::Kind::kTable) {
    const trace::Table& table = value_->table;
    if (row >= table.rows || column >= table.width || table.columns[column].data == nullptr) return 0;
    return table.columns[column].at(row);
  }
  const Value* const found = entry(row);
  if (found == nullptr) return 0;
  // Rows of different lengths or kinds come as lists of lists, or as tables of one column.
  if (found->kind == Value::Kind::kList || found->kind == Value::Kind::kTable)
    return Rows(found).number(column);
  return column == 0 ? found->number : 0;
}

std::string_view Rows::text(std::uint64_t row, std::size_t column) const {
  const Value* const found = entry(row);
  if (found == nullptr) return {};
  if (found->kind == Value::Kind::kList) return Rows(found).text(column);
  return column == 0 ? found->text : std::string_view();
}

}  // namespace gcrucible::rules
