// Deliberate errors in reports and answers.
#include <fmt/format.h>

#include <algorithm>

#include "harness/abi/hresults.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/program/callback_shapes.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/write/writing.h"

namespace gcrucible::scenario {
namespace {

using program::ArgumentType;
using program::CallEdit;
using program::EntryEdit;
using program::kNothing;
using program::Said;
using yaml::Draft;

Draft callback(std::uint16_t slot) {
  return yaml::draft_word(slot < abi::kCallbackMethods.size() ? abi::kCallbackMethods[slot].name
                                                              : "no-callback");
}

Draft which(std::uint32_t number) {
  return number == kNothing ? yaml::draft_word("all") : yaml::draft_number(number);
}

// Writes words if the argument has words.
Draft write_number(std::uint64_t number, ArgumentType type) {
  switch (type) {
    case ArgumentType::kFlag:
      if (number <= 1) return yaml::draft_flag(number == 1);
      break;
    case ArgumentType::kStatus:
      if (number <= 0xFFFFFFFFu)
        return write_hresult(static_cast<std::int32_t>(static_cast<std::uint32_t>(number)));
      break;
    case ArgumentType::kRootKind:
      if (number < root_kind_words().size()) return yaml::draft_word(root_kind_words()[number]);
      break;
    case ArgumentType::kRootFlags: {
      const auto& words = root_flag_words();
      if (number == 0 || number >> words.size() != 0) break;
      std::string text;
      for (std::size_t bit = 0; bit < words.size(); ++bit) {
        if ((number >> bit & 1) != 0) text += (text.empty() ? "" : " ") + words[bit];
      }
      return yaml::draft_word(text);
    }
    case ArgumentType::kNumber:
      break;
    default:
      if (number == 0) return yaml::draft_word("null");
      return yaml::draft_hex(number);
  }
  return yaml::draft_number(number);
}

// In an argument or a column.
Draft write_value(const Said& said, ArgumentType type, Writing& writing) {
  const auto number = static_cast<std::uint32_t>(said.number);
  switch (said.kind) {
    case Said::Kind::kNumber:
      return write_number(said.number, type);
    case Said::Kind::kChange: {
      const bool down = said.number >> 63 != 0;
      return yaml::draft_word(fmt::format("{}{}", down ? '-' : '+', down ? 0 - said.number : said.number));
    }
    case Said::Kind::kObject:
      return writing.object(number);
    case Said::Kind::kType:
      return writing.type(number);
    case Said::Kind::kHandle:
      return writing.handle(number);
    case Said::Kind::kThread:
      return writing.thread(number);
    case Said::Kind::kFunction:
      if (said.number < writing.program.functions.size())
        return yaml::draft_text(writing.program.functions[said.number].name);
      break;
    case Said::Kind::kModule:
    case Said::Kind::kAssembly:
    case Said::Kind::kText:
      return yaml::draft_text(said.text);
    case Said::Kind::kDomain:
      if (said.number <= 1) return yaml::draft_word(said.number == 1 ? "own" : "shared");
      break;
    case Said::Kind::kSame:
    case Said::Kind::kNull:
    case Said::Kind::kFlag:
      break;
  }
  writing.refuse(fmt::format("an argument is {}, for which there is no word", said.number));
  return yaml::draft_number(said.number);
}

void write_arguments(const std::vector<program::SaidArgument>& arguments, const program::CallbackShape& shape,
                     Draft& map, Writing& writing) {
  for (const program::SaidArgument& argument : arguments) {
    if (argument.index >= shape.count) {
      writing.refuse(fmt::format("there is no argument {}", argument.index));
      continue;
    }
    const program::ArgumentShape& of = shape.arguments.at(argument.index);
    if (!of.is_array()) {
      if (argument.values.size() != 1)
        writing.refuse(fmt::format("argument {} has {} values", of.key, argument.values.size()));
      else
        map.add(of.key, write_value(argument.values.front(), of.type(0), writing));
      continue;
    }
    Draft rows = yaml::draft_list();
    for (std::size_t i = 0; i < argument.values.size(); ++i) {
      Draft cell = write_value(argument.values[i], of.type(i % of.width), writing);
      if (of.width > 1 && i % of.width == 0) rows.add(yaml::draft_list());
      if (of.width > 1)
        rows.items.back().add(std::move(cell));
      else
        rows.add(std::move(cell));
    }
    map.add(of.key, std::move(rows));
  }
}

void write_call_arguments(std::uint16_t slot, const std::vector<program::SaidArgument>& arguments, Draft& map,
                          Writing& writing) {
  const program::CallbackShape* const shape = program::callback_shape(slot);
  if (shape == nullptr)
    writing.refuse(fmt::format("callback {} has arguments that a scenario cannot give", slot));
  else
    write_arguments(arguments, *shape, map, writing);
}

void write_place(const program::CallPlace& place, std::string_view name, std::string_view which_name,
                 std::uint32_t otherwise, Draft& map) {
  map.add(name, callback(place.slot));
  if (place.which != otherwise) map.add(which_name, which(place.which));
}

Draft write_call_edit(const CallEdit& edit, Writing& writing) {
  using Kind = CallEdit::Kind;
  Draft map = yaml::draft_map();
  map.add("call", callback(edit.call.slot));
  if (edit.call.which != 0) map.add("which", which(edit.call.which));
  switch (edit.kind) {
    case Kind::kBefore:
      write_place(edit.place, "place", "place-which", 0, map);
      break;
    case Kind::kAfter:
      write_place(edit.place, "place", "place-which", kNothing, map);
      break;
    case Kind::kWith:
      write_call_arguments(edit.call.slot, edit.arguments, map, writing);
      break;
    case Kind::kOn:
      map.add("thread", writing.any_thread(edit.thread));
      break;
    case Kind::kHold:
      write_place(edit.place, "until", "until-which", kNothing, map);
      break;
    case Kind::kClaim:
      map.add("count", yaml::draft_number(edit.count));
      break;
    case Kind::kOmit:
    case Kind::kTwice:
      break;
  }
  Draft result = yaml::draft_map();
  const bool short_form = map.entries.size() == 1 && (edit.kind == Kind::kOmit || edit.kind == Kind::kTwice);
  result.add(call_edit_words()[static_cast<std::size_t>(edit.kind)],
             short_form ? std::move(map.entries.front().value) : std::move(map));
  return result;
}

Draft write_answered(const Said& said, Writing& writing) {
  const auto number = static_cast<std::uint32_t>(said.number);
  Draft map = yaml::draft_map();
  switch (said.kind) {
    case Said::Kind::kSame:
      return yaml::draft_word("same");
    case Said::Kind::kNull:
      return yaml::draft_word("null");
    case Said::Kind::kFlag:
      return yaml::draft_flag(said.number != 0);
    case Said::Kind::kNumber:
      return yaml::draft_number(said.number);
    case Said::Kind::kText:
      return yaml::draft_quoted(said.text);
    case Said::Kind::kObject:
      map.add("object", writing.object(number));
      return map;
    case Said::Kind::kType:
      map.add("type", writing.type(number));
      return map;
    default:
      writing.refuse("an answer is something that only an argument can be");
      return map;
  }
}

}  // namespace

Draft write_said(const program::SaidCall& call, Writing& writing) {
  Draft map = yaml::draft_map();
  map.add("call", callback(call.slot));
  if (call.elsewhere) map.add("by", writing.any_thread(call.thread));
  write_call_arguments(call.slot, call.arguments, map, writing);
  return map;
}

void write_overrides(const program::CallOverrides& overrides, Draft& map, Writing& writing) {
  Draft calls = yaml::draft_list();
  for (const CallEdit& edit : overrides.calls) calls.add(write_call_edit(edit, writing));
  if (!calls.empty()) map.add("calls", std::move(calls));
  Draft said = yaml::draft_list();
  for (const program::SaidCall& call : overrides.said) {
    Draft each = write_said(call, writing);
    write_place(call.place, call.before ? "before" : "after", "which", 0, each);
    said.add(std::move(each));
  }
  if (!said.empty()) map.add("say", std::move(said));
}

Draft write_entry_edit(const EntryEdit& edit, Writing& writing) {
  using Kind = EntryEdit::Kind;
  Draft map = yaml::draft_map();
  const auto part = std::ranges::find(entry_parts(), edit.part);
  if (part == entry_parts().end()) {
    writing.refuse("entries of ranges are changed by edits only");
    return map;
  }
  map.add("in", yaml::draft_word(entry_part_words()[static_cast<std::size_t>(part - entry_parts().begin())]));
  const std::string& kind = entry_edit_words()[static_cast<std::size_t>(edit.kind)];
  if (edit.kind == Kind::kAdd || edit.kind == Kind::kChange) {
    Draft columns = yaml::draft_map();
    if (edit.kind == Kind::kChange) columns.add("entry", which(edit.entry));
    write_arguments(edit.arguments, program::entry_shape(edit.part), columns, writing);
    map.add(kind, std::move(columns));
  } else {
    map.add(kind, edit.entry == kNothing ? yaml::draft_flag(true) : yaml::draft_number(edit.entry));
  }
  if (edit.variant != EntryEdit::Variant::kBoth)
    map.add("variant", yaml::draft_word(entry_variant_words()[static_cast<std::size_t>(edit.variant)]));
  return map;
}

Draft write_said_answer(const program::SaidAnswer& answer, Writing& writing) {
  Draft map = yaml::draft_map();
  if (answer.hr) map.add("hr", write_hresult(*answer.hr));
  Draft out = yaml::draft_list();
  for (const program::SaidOut& each : answer.out) {
    if (!each.is_table) {
      out.add(write_answered(each.value, writing));
      continue;
    }
    Draft rows = yaml::draft_list();
    for (const std::vector<Said>& row : each.rows) {
      Draft cells = yaml::draft_list();
      for (const Said& cell : row) cells.add(write_answered(cell, writing));
      rows.add(cells.items.size() == 1 ? std::move(cells.items.front()) : std::move(cells));
    }
    out.add(std::move(rows));
  }
  if (!out.empty()) map.add("out", std::move(out));
  if (!answer.visited) return map;
  Draft visited = yaml::draft_list();
  for (const Said& each : *answer.visited) visited.add(write_answered(each, writing));
  map.add("visited", std::move(visited));
  return map;
}

}  // namespace gcrucible::scenario
