#include "harness/report/text/answer_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/abi/hresults.h"
#include "harness/report/style.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::report {
namespace {

using trace::Value;

// Limit for tables and lists, to keep the line readable.
constexpr std::size_t kMostItems = 16;
constexpr std::uint64_t kHexFrom = 0x10000;

std::string number_text(std::uint64_t number) {
  return number < kHexFrom ? fmt::format("{}", number) : fmt::format("{:#x}", number);
}

std::string items_text(std::size_t count, const auto& item) {
  std::string text = "[";
  for (std::size_t i = 0; i < std::min(count, kMostItems); ++i) text += (i == 0 ? "" : ", ") + item(i);
  if (count > kMostItems) text += fmt::format(", {} more", count - kMostItems);
  return text + "]";
}

std::string value_text(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kBool:
      return value.number != 0 ? "true" : "false";
    case Value::Kind::kNumber:
    case Value::Kind::kId:
      return number_text(value.number);
    case Value::Kind::kSigned:
      return fmt::format("{}", static_cast<std::int64_t>(value.number));
    case Value::Kind::kText:
      return '"' + printable(value.text) + '"';
    case Value::Kind::kTable:
      return items_text(value.table.rows, [&](std::size_t row) {
        const auto cell = [&](std::size_t column) {
          return number_text(value.table.columns[column].at(row));
        };
        return value.table.width == 1 ? cell(0) : items_text(value.table.width, cell);
      });
    case Value::Kind::kList:
      return items_text(value.list.size(), [&](std::size_t i) { return value_text(value.list[i]); });
    case Value::Kind::kNull:
    case Value::Kind::kText16:
      break;
  }
  return "null";
}

// A list that contains only numbers is formatted as a table.
std::string arguments_text(const Value& args, const NameOfId& name_of) {
  std::string text;
  const auto add = [&](const std::string& each) { text += (text.empty() ? "" : ", ") + each; };
  const auto add_number = [&](std::uint64_t number) {
    const std::string name = number == 0 ? std::string() : name_of(number);
    add(name.empty() ? number_text(number) : name);
  };
  if (args.kind == Value::Kind::kTable && args.table.width == 1) {
    for (std::uint64_t row = 0; row < args.table.rows; ++row) add_number(args.table.columns[0].at(row));
  }
  for (const Value& each : args.list) {
    if (each.kind == Value::Kind::kNumber || each.kind == Value::Kind::kId) {
      add_number(each.number);
    } else {
      add(value_text(each));
    }
  }
  return text;
}

}  // namespace

std::string answer_text(const trace::Event& event, const NameOfId& name_of) {
  const auto hr = static_cast<std::int32_t>(trace::number_in(event, "hr").value_or(0));
  const Value* const out = trace::find(event, "out");
  const Value* const args = trace::find(event, "args");
  const std::string arguments = args == nullptr ? std::string() : arguments_text(*args, name_of);
  return fmt::format("{}{} returned {}{}", printable(trace::text_in(event, "method")),
                     arguments.empty() ? "" : "(" + arguments + ")", abi::hresult_text(hr),
                     out == nullptr ? "" : ", out " + value_text(*out));
}

}  // namespace gcrucible::report
