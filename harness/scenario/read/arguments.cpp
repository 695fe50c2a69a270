#include "harness/scenario/read/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/scenario/language/words.h"
#include "harness/yaml/nearest.h"
#include "harness/yaml/number.h"

namespace gcrucible::scenario {
namespace {

using program::ArgumentType;
using program::Said;
using program::SaidArgument;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Value;

Said said(Said::Kind kind, std::uint64_t number) {
  return {.kind = kind, .number = number, .text = {}};
}

std::optional<std::uint64_t> plain_number(const Value& value) {
  return value.quoted ? std::nullopt : yaml::read_number(value.text).value;
}

// `+8` and `-8`: the correct value plus or minus this number.
std::optional<Said> change(const Value& value) {
  if (value.text.size() < 2 || (value.text[0] != '+' && value.text[0] != '-')) return std::nullopt;
  const auto by = yaml::read_number(std::string_view(value.text).substr(1)).value;
  if (!by) return std::nullopt;
  return said(Said::Kind::kChange, value.text[0] == '+' ? *by : 0 - *by);
}

std::optional<Said> flags(const Value& value, Reading& reading) {
  std::uint64_t bits = 0;
  std::size_t from = 0;
  const std::string& text = value.text;
  while (from < text.size()) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    const std::string word = text.substr(from, to - from);
    from = to + 1;
    if (word.empty()) continue;
    const std::size_t bit = yaml::word_index(root_flag_words(), word);
    if (bit >= root_flag_words().size()) {
      reading.messages.error(value.place, fmt::format("{} is no flag of a root", in_quotes(word)),
                             yaml::suggestion(word, root_flag_words(), "write the flags' number"));
      return std::nullopt;
    }
    bits |= std::uint64_t{1} << bit;
  }
  return said(Said::Kind::kNumber, bits);
}

std::optional<Said> function(const Value& value, Reading& reading) {
  if (const auto number = reading.known_function(value.text)) return said(Said::Kind::kFunction, *number);
  std::vector<std::string> known;
  for (const program::FunctionSpec& each : reading.program.functions) known.push_back(each.name);
  reading.messages.error(value.place, fmt::format("there is no function {}", in_quotes(value.text)),
                         yaml::suggestion(value.text, known, "add it to `functions:`"));
  return std::nullopt;
}

std::optional<Said> numbered(Said::Kind kind, std::optional<std::uint32_t> number) {
  if (!number) return std::nullopt;
  return said(kind, *number);
}

// The meaning of a word depends on the type of the argument.
std::optional<Said> word(const Value& value, ArgumentType type, Reading& reading) {
  using Kind = Said::Kind;
  switch (type) {
    case ArgumentType::kObject:
      return numbered(Kind::kObject, reading.object(value));
    case ArgumentType::kClass:
      return numbered(Kind::kType, reading.types.number(value.text, value.place));
    case ArgumentType::kHandle:
      return numbered(Kind::kHandle, reading.handle(value.text, value.place));
    case ArgumentType::kThread:
      return numbered(Kind::kThread, reading.thread(value));
    case ArgumentType::kFunction:
      return function(value, reading);
    case ArgumentType::kRootId:
      if (reading.has_handle(value.text)) {
        return numbered(Kind::kHandle, reading.handle(value.text, value.place));
      }
      return function(value, reading);
    case ArgumentType::kModule:
    case ArgumentType::kAssembly: {
      const Kind kind = type == ArgumentType::kModule ? Kind::kModule : Kind::kAssembly;
      return Said{.kind = kind, .number = 0, .text = value.text};
    }
    case ArgumentType::kDomain:
      if (value.text == "shared" || value.text == "own") {
        return said(Kind::kDomain, value.text == "own" ? 1 : 0);
      }
      break;
    case ArgumentType::kStatus:
      if (const auto hr = abi::hresult_from_name(value.text)) {
        return said(Kind::kNumber, static_cast<std::uint32_t>(*hr));
      }
      break;
    case ArgumentType::kRootKind:
      if (const std::size_t kind = yaml::word_index(root_kind_words(), value.text);
          kind < root_kind_words().size()) {
        return said(Kind::kNumber, kind);
      }
      break;
    case ArgumentType::kRootFlags:
      return flags(value, reading);
    case ArgumentType::kText:
    case ArgumentType::kNumber:
    case ArgumentType::kFlag:
      break;
  }
  reading.messages.error(value.place,
                         fmt::format("{} is not a value for this argument", in_quotes(value.text)),
                         "write a number, null, or `+8` to change the reported value");
  return std::nullopt;
}

std::optional<Said> scalar(const Value& value, ArgumentType type, Reading& reading) {
  if (value.is_null()) return said(Said::Kind::kNumber, 0);
  if (!value.is_scalar()) {
    reading.messages.error(value.place, fmt::format("{} where one value belongs", yaml::describe(value.kind)),
                           "write a name or a number");
    return std::nullopt;
  }
  if (type == ArgumentType::kText) return Said{.kind = Said::Kind::kText, .number = 0, .text = value.text};
  if (!value.quoted) {
    if (const auto changed = change(value)) return changed;
    // An object may be named 08. Otherwise 08 is an address.
    const bool named = type == ArgumentType::kObject && reading.find_group(value.text) != nullptr;
    if (const auto number = plain_number(value); number && !named) {
      return said(Said::Kind::kNumber, *number);
    }
    if (value.text == "true" || value.text == "false") {
      return said(Said::Kind::kNumber, value.text == "true" ? 1 : 0);
    }
  }
  return word(value, type, reading);
}

void row(const Value& value, const program::ArgumentShape& shape, SaidArgument& argument, Reading& reading) {
  const std::size_t given = value.is_list() ? value.items.size() : 1;
  if (given != shape.width) {
    reading.messages.error(
        value.place, fmt::format("an entry of {} has {} values, not {}", shape.key, shape.width, given), "");
    return;
  }
  for (std::size_t i = 0; i < shape.width; ++i) {
    const Value& cell = value.is_list() ? value.items[i] : value;
    if (auto each = scalar(cell, shape.type(i), reading)) argument.values.push_back(std::move(*each));
  }
}

}  // namespace

std::vector<SaidArgument> read_arguments(const Value& map, const program::CallbackShape& shape,
                                         std::string_view whose,
                                         std::initializer_list<std::string_view> others, Reading& reading) {
  std::vector<SaidArgument> result;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < shape.count; ++i) known.emplace_back(shape.arguments[i].key);
  for (const Entry& entry : map.entries) {
    if (std::ranges::find(others, entry.key) != others.end()) continue;
    const std::size_t index = yaml::word_index(known, entry.key);
    if (index >= known.size()) {
      reading.messages.error(entry.place, fmt::format("{} has no {}", whose, in_quotes(entry.key)),
                             known.empty() ? "it has no arguments" : yaml::suggestion(entry.key, known));
      continue;
    }
    const program::ArgumentShape& argument = shape.arguments[index];
    SaidArgument reported{.index = static_cast<std::uint8_t>(index), .values = {}};
    if (!argument.is_array()) {
      if (auto each = scalar(entry.value, argument.type(0), reading))
        reported.values.push_back(std::move(*each));
    } else if (!entry.value.is_list()) {
      reading.messages.error(entry.value.place, fmt::format("{} takes a list of entries", entry.key),
                             "write [ ] around it");
    } else {
      for (const Value& item : entry.value.items) row(item, argument, reported, reading);
    }
    result.push_back(std::move(reported));
  }
  return result;
}

}  // namespace gcrucible::scenario
