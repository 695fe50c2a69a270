#include "harness/trace/read/value_shape.h"

#include <algorithm>

namespace gcrucible::trace {
namespace {

using Kind = Value::Kind;

bool is_number(const Value& value) {
  return value.kind == Kind::kNumber || value.kind == Kind::kSigned || value.kind == Kind::kId;
}

// Removes the first shape from a sequence of shapes and returns it.
std::string_view take(std::string_view& shapes) {
  const auto closing = [&](char open, char close) {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (shapes[i] == open) ++depth;
      if (shapes[i] == close && --depth == 0) return i + 1;
    }
    return shapes.size();
  };
  std::size_t size = 1;
  if (shapes.front() == '[') size = closing('[', ']');
  if (shapes.front() == '(') size = closing('(', ')');
  if (size < shapes.size() && shapes[size] == '?') ++size;
  const std::string_view first = shapes.substr(0, size);
  shapes.remove_prefix(size);
  return first;
}

std::string_view inside(std::string_view shape) {
  return shape.substr(1, shape.size() - 2);
}

// A cell of a table is a number or a boolean. If texts are allowed, there are no tables (holds_texts()).
bool fits_cell(std::string_view shape, bool is_truth) {
  constexpr std::string_view kTruths = "!~*";
  constexpr std::string_view kNumbers = "#~*";
  return (is_truth ? kTruths : kNumbers).find(shape.front()) != std::string_view::npos;
}

bool fits_column(std::string_view shape, const Table& table, std::size_t column) {
  return fits_cell(shape, table.columns[column].type == Column::Type::kBool32);
}

bool fits_every(std::string_view shape, const Value& value) {
  if (value.kind == Kind::kList) {
    return std::ranges::all_of(value.list, [&](const Value& each) { return fits(shape, each); });
  }
  if (value.kind != Kind::kTable) return false;
  const Table& table = value.table;
  if (table.rows == 0) return true;
  if (shape.front() != '(') return table.width == 1 && fits_column(shape, table, 0);
  std::string_view cells = inside(shape.ends_with('?') ? shape.substr(0, shape.size() - 1) : shape);
  std::size_t column = 0;
  for (; !cells.empty() && column < table.width; ++column) {
    if (!fits_column(take(cells), table, column)) return false;
  }
  return cells.empty() && column == table.width;
}

bool fits_just(std::string_view shapes, const Value& value) {
  if (value.kind == Kind::kList) {
    for (const Value& each : value.list) {
      if (shapes.empty() || !fits(take(shapes), each)) return false;
    }
    return shapes.empty();
  }
  if (value.kind != Kind::kTable || value.table.width != 1) return false;
  for (std::uint64_t row = 0; row < value.table.rows; ++row) {
    if (shapes.empty() || !fits_column(take(shapes), value.table, 0)) return false;
  }
  return shapes.empty();
}

// The plural form of a shape. "or null" is written only for whole values.
std::string plural_of(std::string_view shape) {
  if (shape.ends_with('?')) shape.remove_suffix(1);
  switch (shape.front()) {
    case '#':
      return "numbers";
    case '"':
      return "texts";
    case '!':
      return "true and false";
    case '~':
      return "numbers, true and false";
    default:
      return words_of(shape);
  }
}

}  // namespace

bool fits(std::string_view shape, const Value& value) {
  if (shape.ends_with('?')) {
    if (value.kind == Kind::kNull) return true;
    shape.remove_suffix(1);
  }
  switch (shape.front()) {
    case '#':
      return is_number(value);
    case '!':
      return value.kind == Kind::kBool;
    case '~':
      return value.kind == Kind::kBool || is_number(value);
    case '"':
      return value.kind == Kind::kText || value.kind == Kind::kText16 || !value.text.empty();
    case '*':
      return true;
    case '[':
      return fits_every(inside(shape), value);
    case '(':
      return fits_just(inside(shape), value);
    default:
      return false;
  }
}

std::string words_of(std::string_view shape) {
  const bool nullable = shape.ends_with('?');
  if (nullable) shape.remove_suffix(1);
  std::string text;
  switch (shape.front()) {
    case '#':
      text = "a number";
      break;
    case '!':
      text = "true or false";
      break;
    case '~':
      text = "a number, true or false";
      break;
    case '"':
      text = "a text";
      break;
    case '[':
      text = "an array";
      if (shape != "[*]") text += " of " + plural_of(inside(shape));
      break;
    case '(':
      for (std::string_view cells = inside(shape); !cells.empty();) {
        std::string_view each = take(cells);
        if (each.ends_with('?')) each.remove_suffix(1);
        std::string cell = words_of(each);
        if (cell.starts_with("a ")) cell.erase(0, 2);
        text += (text.empty() ? "[" : ", ") + cell;
      }
      text += "]";
      break;
    default:
      text = "anything";
  }
  return nullable ? text + " or null" : text;
}

}  // namespace gcrucible::trace
