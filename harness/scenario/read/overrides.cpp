// Deliberate errors in reports and answers.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/abi/tables/callback_methods.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/read/arguments.h"
#include "harness/scenario/read/reading.h"

namespace gcrucible::scenario {
namespace {

using program::CallEdit;
using program::CallPlace;
using program::EntryEdit;
using program::kNothing;
using program::Said;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Value;

// Null, with a message, if the callback does not exist or cannot be expressed.
const program::CallbackShape* shape_of(const Value& name, Reading& reading) {
  const auto known = callback_name(name, reading);
  if (!known) return nullptr;
  const auto* const shape =
      program::callback_shape(static_cast<std::uint16_t>(*abi::find_callback_method(*known)));
  if (shape == nullptr) {
    reading.messages.error(name.place,
                           fmt::format("{} has arguments that a scenario cannot give", in_quotes(name.text)),
                           "the simulated CLR never makes this call");
  }
  return shape;
}

std::uint32_t which_of(const Value& map, std::string_view key, std::uint32_t otherwise) {
  const Value* const value = map.find(key);
  if (value == nullptr) return otherwise;
  return value->text == "all" ? kNothing : static_cast<std::uint32_t>(number_of(*value));
}

CallPlace place_of(const Value& map, std::string_view name, std::string_view which, std::uint32_t otherwise,
                   Reading& reading) {
  CallPlace place;
  if (const auto* shape = shape_of(*map.find(name), reading)) place.slot = shape->slot;
  place.which = which_of(map, which, otherwise);
  return place;
}

// kNothing for the collector's thread, which is not a thread of the program.
std::uint32_t thread_of(const Value& value, Reading& reading) {
  if (value.text == "collector" && !reading.has_thread(value.text)) return kNothing;
  return reading.thread(value).value_or(kNothing);
}

// Two different calls of one callback may be swapped. A call cannot be moved relative to itself.
void refuse_own_place(const Value& map, const CallEdit& edit, Reading& reading) {
  if (edit.place.slot != edit.call.slot || edit.place.which != edit.call.which) return;
  const Value& place = *map.find("place");
  reading.messages.error(
      place.place, fmt::format("{} cannot come before or after itself", in_quotes(place.text)),
      "name another callback, or say with `which` and `place-which` which calls are meant");
}

CallEdit read_call_edit(const Value& map, Reading& reading) {
  using Kind = CallEdit::Kind;
  const Entry& entry = map.entries.front();
  const Value& value = entry.value;
  CallEdit edit;
  edit.kind = static_cast<Kind>(yaml::word_index(call_edit_words(), entry.key));
  const Value& name = value.is_scalar() ? value : *value.find("call");
  const auto* const shape = shape_of(name, reading);
  if (shape == nullptr) return edit;
  edit.call.slot = shape->slot;
  if (value.is_scalar()) return edit;
  edit.call.which = which_of(value, "which", 0);
  switch (edit.kind) {
    case Kind::kBefore:
      edit.place = place_of(value, "place", "place-which", 0, reading);
      refuse_own_place(value, edit, reading);
      break;
    case Kind::kAfter:
      edit.place = place_of(value, "place", "place-which", kNothing, reading);
      refuse_own_place(value, edit, reading);
      break;
    case Kind::kWith:
      edit.arguments = read_arguments(value, *shape, name.text, {"call", "which"}, reading);
      break;
    case Kind::kOn:
      edit.thread = thread_of(*value.find("thread"), reading);
      break;
    case Kind::kHold:
      edit.place = place_of(value, "until", "until-which", kNothing, reading);
      break;
    case Kind::kClaim:
      edit.count = static_cast<std::uint32_t>(number_of(*value.find("count")));
      if (std::ranges::none_of(shape->arguments, &program::ArgumentShape::is_array)) {
        reading.messages.error(name.place, fmt::format("{} has no array", in_quotes(name.text)),
                               "claim a count of a callback that has");
      }
      break;
    case Kind::kOmit:
    case Kind::kTwice:
      break;
  }
  return edit;
}

program::SaidCall read_placed(const Value& map, Reading& reading) {
  program::SaidCall call = read_said(map, reading, true);
  const Value* const before = map.find("before");
  const Value* const after = map.find("after");
  if ((before == nullptr) == (after == nullptr)) {
    reading.messages.error(map.place, "a callback with no place, or with two",
                           "write `before: NAME` or `after: NAME`");
    return call;
  }
  call.before = before != nullptr;
  call.place = place_of(map, call.before ? "before" : "after", "which", 0, reading);
  return call;
}

EntryEdit read_entry_edit(const Value& map, Reading& reading) {
  using Kind = EntryEdit::Kind;
  EntryEdit edit;
  const Value& part = *map.find("in");
  edit.part = entry_parts()[yaml::word_index(entry_part_words(), part.text)];
  const Entry* what = nullptr;
  for (const Entry& entry : map.entries) {
    if (entry.key == "in" || entry.key == "variant") continue;
    if (what != nullptr) {
      reading.messages.error(entry.place, "two changes in one", "write two items");
      return edit;
    }
    what = &entry;
  }
  if (what == nullptr) {
    reading.messages.error(map.place, "no change",
                           "say `drop`, `repeat`, `add`, `change` or `old-addresses`");
    return edit;
  }
  edit.kind = static_cast<Kind>(yaml::word_index(entry_edit_words(), what->key));
  const Value& value = what->value;
  const program::CallbackShape& shape = program::entry_shape(edit.part);
  const std::string whose = "an entry of " + part.text;
  if (edit.kind == Kind::kAdd) {
    edit.arguments = read_arguments(value, shape, whose, {}, reading);
  } else if (edit.kind == Kind::kChange) {
    edit.entry = which_of(value, "entry", 0);
    edit.arguments = read_arguments(value, shape, whose, {"entry"}, reading);
  } else if (value.text != "true") {
    edit.entry = static_cast<std::uint32_t>(number_of(value));
    if (value.text == "false") reading.messages.error(value.place, "no change", "leave it out");
  }
  if (const Value* variant = map.find("variant")) {
    edit.variant = enumerator<EntryEdit::Variant>(entry_variant_words(), variant->text);
    if (edit.variant != EntryEdit::Variant::kBoth && edit.part != program::ReportPart::kRoots) {
      reading.messages.error(variant->place, "only roots are reported by two callbacks",
                             "leave `variant` out");
    }
  }
  return edit;
}

Said said(Said::Kind kind, std::uint64_t number) {
  return {.kind = kind, .number = number, .text = {}};
}

Said read_answer_value(const Value& value, Reading& reading) {
  using Kind = Said::Kind;
  const ExpectedValue expected = read_expected_value(value, reading);
  switch (expected.kind) {
    case ExpectedValue::Kind::kNull:
      return said(Kind::kNull, 0);
    case ExpectedValue::Kind::kNumber:
      return said(Kind::kNumber, expected.number);
    case ExpectedValue::Kind::kFlag:
      return said(Kind::kFlag, expected.number);
    case ExpectedValue::Kind::kText:
      return {.kind = Kind::kText, .number = 0, .text = expected.text};
    case ExpectedValue::Kind::kType:
      return said(Kind::kType, expected.number);
    case ExpectedValue::Kind::kObject:
      return said(Kind::kObject, expected.number);
    case ExpectedValue::Kind::kAny:
    case ExpectedValue::Kind::kList:
      break;
  }
  reading.messages.error(value.place, "nothing that can be answered", "write a value, null or `same`");
  return said(Kind::kSame, 0);
}

Said read_answered(const Value& value, Reading& reading) {
  if (value.is_scalar() && !value.quoted && value.text == "same") return said(Said::Kind::kSame, 0);
  return read_answer_value(value, reading);
}

}  // namespace

program::SaidCall read_said(const Value& map, Reading& reading, bool placed) {
  program::SaidCall call;
  const Value& name = *map.find("call");
  const auto* const shape = shape_of(name, reading);
  if (const Value* by = map.find("by")) {
    call.elsewhere = true;
    call.thread = thread_of(*by, reading);
  }
  if (shape == nullptr) return call;
  call.slot = shape->slot;
  call.arguments =
      placed ? read_arguments(map, *shape, name.text, {"call", "by", "before", "after", "which"}, reading)
             : read_arguments(map, *shape, name.text, {"call", "by"}, reading);
  return call;
}

void read_overrides(const Value& map, program::CallOverrides& overrides, Reading& reading) {
  if (const Value* calls = map.find("calls")) {
    for (const Value& edit : calls->items) overrides.calls.push_back(read_call_edit(edit, reading));
  }
  if (const Value* says = map.find("say")) {
    for (const Value& each : says->items) overrides.said.push_back(read_placed(each, reading));
  }
}

void read_entry_edits(const Value& list, program::Reporting& reporting, Reading& reading) {
  for (const Value& edit : list.items) reporting.entries.push_back(read_entry_edit(edit, reading));
}

program::SaidAnswer read_said_answer(const Value& map, Reading& reading) {
  program::SaidAnswer answer;
  if (const Value* hr = map.find("hr")) answer.hr = read_hresult(*hr, reading);
  if (const Value* out = map.find("out")) {
    for (const Value& item : out->items) {
      program::SaidOut& made = answer.out.emplace_back();
      made.is_table = item.is_list();
      if (!made.is_table) made.value = read_answered(item, reading);
      for (const Value& entry : item.items) {
        auto& cells = made.rows.emplace_back();
        for (const Value* cell : one_or_more(entry)) cells.push_back(read_answer_value(*cell, reading));
      }
    }
  }
  if (const Value* visited = map.find("visited")) {
    answer.visited.emplace();
    for (const Value& item : visited->items) answer.visited->push_back(read_answer_value(item, reading));
  }
  return answer;
}

}  // namespace gcrucible::scenario
