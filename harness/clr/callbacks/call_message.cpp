#include "harness/clr/callbacks/call_message.h"

#include <algorithm>

#include "harness/clr/text.h"

namespace gcrucible::clr {

using program::CallbackShape;

std::optional<CallMessage> CallMessage::blank(abi::CallbackMethod method) {
  const CallbackShape* const shape = program::callback_shape(static_cast<std::uint16_t>(method));
  if (shape == nullptr) return std::nullopt;
  CallMessage message;
  message.method = method;
  message.arguments.resize(shape->count);
  return message;
}

std::optional<CallMessage> CallMessage::copy(abi::CallbackMethod method,
                                             std::span<const trace::Field> fields) {
  std::optional<CallMessage> message = blank(method);
  if (!message) return std::nullopt;
  for (std::size_t i = 0; i < message->arguments.size() && i < fields.size(); ++i) {
    const trace::Value& value = fields[i].value;
    Argument& argument = message->arguments[i];
    argument.number = value.number;
    argument.text = value.text16;
    argument.null = value.kind == trace::Value::Kind::kNull;
    if (value.kind != trace::Value::Kind::kTable) continue;
    const trace::Table& table = value.table;
    argument.null = table.rows == 0 && table.columns[0].data == nullptr;
    for (std::uint64_t row = 0; row < table.rows; ++row) {
      for (std::uint8_t column = 0; column < table.width; ++column) {
        argument.cells.push_back(table.columns[column].at(row));
      }
    }
  }
  return message;
}

void CallMessage::set(std::span<const program::SaidArgument> said, const SaidValues& values) {
  const CallbackShape* const shape = program::callback_shape(static_cast<std::uint16_t>(method));
  for (const program::SaidArgument& each : said) {
    if (each.index >= arguments.size() || each.index >= shape->count) continue;
    Argument& argument = arguments[each.index];
    argument.null = false;
    if (!shape->arguments[each.index].is_array()) {
      if (each.values.empty()) continue;
      argument.number = values.at(each.values.front(), argument.number);
      if (each.values.front().kind == program::Said::Kind::kText) {
        argument.text = to_utf16(each.values.front().text);
      }
      continue;
    }
    std::vector<std::uint64_t> cells;
    for (std::size_t i = 0; i < each.values.size(); ++i) {
      cells.push_back(values.at(each.values[i], i < argument.cells.size() ? argument.cells[i] : 0));
    }
    argument.cells = std::move(cells);
  }
}

}  // namespace gcrucible::clr
