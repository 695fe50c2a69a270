#include "harness/scenario/expect/datum.h"

#include <fmt/format.h>

namespace gcrucible::scenario {
namespace {

constexpr std::size_t kMostShown = 8;
constexpr std::uint64_t kSmall = 4096;

}  // namespace

Datum datum(const trace::Value& value) {
  Datum result;
  switch (value.kind) {
    case trace::Value::Kind::kNull:
      break;
    case trace::Value::Kind::kBool:
      result.kind = Datum::Kind::kFlag;
      result.number = value.number;
      break;
    case trace::Value::Kind::kNumber:
    case trace::Value::Kind::kSigned:
    case trace::Value::Kind::kId:
      result.kind = Datum::Kind::kNumber;
      result.number = value.number;
      break;
    case trace::Value::Kind::kText:
      result.kind = Datum::Kind::kText;
      result.text = value.text;
      break;
    case trace::Value::Kind::kText16:
      // Not used for lines read from a file, because their texts are UTF-8. Names from a live sink are
      // compared as ASCII.
      result.kind = Datum::Kind::kText;
      for (const char16_t unit : value.text16)
        result.text.push_back(unit < 0x80 ? static_cast<char>(unit) : '?');
      break;
    case trace::Value::Kind::kTable:
      result.kind = Datum::Kind::kList;
      for (std::uint64_t row = 0; row < value.table.rows; ++row) {
        Datum cells;
        cells.kind = Datum::Kind::kList;
        for (std::size_t i = 0; i < value.table.width; ++i) {
          const trace::Column& column = value.table.columns[i];
          const bool flags = column.type == trace::Column::Type::kBool32;
          const std::uint64_t cell = column.data == nullptr ? 0 : column.at(row);
          cells.items.push_back({flags ? Datum::Kind::kFlag : Datum::Kind::kNumber, cell, {}, {}});
        }
        if (value.table.width == 1) cells = Datum(cells.items.front());
        result.items.push_back(std::move(cells));
      }
      break;
    case trace::Value::Kind::kList:
      result.kind = Datum::Kind::kList;
      for (const trace::Value& item : value.list) result.items.push_back(datum(item));
      break;
  }
  return result;
}

std::string to_text(std::uint64_t number) {
  return number < kSmall ? fmt::format("{}", number) : fmt::format("0x{:x}", number);
}

std::string to_text(const Datum& value) {
  switch (value.kind) {
    case Datum::Kind::kNull:
      return "null";
    case Datum::Kind::kFlag:
      return value.number != 0 ? "true" : "false";
    case Datum::Kind::kNumber:
      return to_text(value.number);
    case Datum::Kind::kText:
      return "\"" + value.text + "\"";
    case Datum::Kind::kList:
      break;
  }
  std::string text = "[";
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) text += ", ";
    if (i == kMostShown) {
      text += "…";
      break;
    }
    text += to_text(value.items[i]);
  }
  return text + "]";
}

}  // namespace gcrucible::scenario
