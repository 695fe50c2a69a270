// Expectations.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "harness/abi/hresults.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/read/reading.h"
#include "harness/yaml/nearest.h"
#include "harness/yaml/number.h"

namespace gcrucible::scenario {
namespace {

using yaml::Entry;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

std::vector<Named> named_objects(const Value& list, Reading& reading) {
  std::vector<Named> result;
  for (const Value& item : list.items) {
    if (auto named = reading.named_object(item)) result.push_back(std::move(*named));
  }
  return result;
}

std::optional<Named> key_object(const Entry& entry, Reading& reading) {
  const auto number = reading.object(entry.key, entry.place);
  if (!number) return std::nullopt;
  return Named{*number, entry.key, entry.place};
}

// An address if the text is a number. Otherwise an object's name.
std::optional<Point> point(const Value& value, Reading& reading) {
  const yaml::NumberText number = yaml::read_number(value.text);
  if (number.value) return Point{std::nullopt, *number.value};
  if (number.negative || number.too_big) {
    reading.messages.error(value.place, fmt::format("{} is no address", in_quotes(value.text)),
                           "addresses have 47 bits");
    return std::nullopt;
  }
  auto object = reading.named_object(value);
  if (!object) return std::nullopt;
  return Point{std::move(object), 0};
}

Whole<ExpectedRange> ranges(const Value& list, Reading& reading) {
  Whole<ExpectedRange> result{list.place, {}};
  for (const Value& item : list.items) {
    const auto from = point(item.items.front(), reading);
    const auto to = item.items.size() == 3 ? point(item.items[1], reading) : from;
    const yaml::NumberText length = yaml::read_number(item.items.back().text);
    if (!length.value) {
      reading.messages.error(
          item.items.back().place,
          fmt::format("expected a length, got {}", in_quotes(item.items.back().text)),
          "a range is [old start, new start, length], or [start, length] where nothing moves");
      continue;
    }
    if (from && to) result.items.push_back({*from, *to, *length.value, item.place});
  }
  return result;
}

// Hooks are in the trace like callbacks.
std::optional<std::string> call_name(const Value& name, Reading& reading) {
  if (abi::find_method(abi::kHooks, name.text) != nullptr) return name.text;
  return callback_name(name, reading);
}

// "2", ">= 3", "> 1", "<= 4", "< 5", "1..4".
std::optional<CallCount> count(const Entry& entry, Reading& reading) {
  Value name;
  name.text = entry.key;
  name.place = entry.place;
  const bool known = call_name(name, reading).has_value();
  CallCount result{entry.key, 0, std::numeric_limits<std::uint64_t>::max(), entry.value.text, entry.place};
  std::string_view text = entry.value.text;
  const auto number = [](std::string_view part) {
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    return yaml::read_number(part).value;
  };
  bool fine = false;
  if (const auto dots = text.find(".."); dots != std::string_view::npos) {
    const auto least = number(text.substr(0, dots));
    const auto most = number(text.substr(dots + 2));
    fine = least && most && *least <= *most;
    if (fine) result.least = *least, result.most = *most;
  } else if (text.starts_with(">=")) {
    const auto least = number(text.substr(2));
    if ((fine = least.has_value())) result.least = *least;
  } else if (text.starts_with("<=")) {
    const auto most = number(text.substr(2));
    if ((fine = most.has_value())) result.most = *most;
  } else if (text.starts_with(">")) {
    const auto below = number(text.substr(1));
    fine = below && *below != std::numeric_limits<std::uint64_t>::max();
    if (fine) result.least = *below + 1;
  } else if (text.starts_with("<")) {
    const auto above = number(text.substr(1));
    fine = above && *above != 0;
    if (fine) result.most = *above - 1;
  } else if (const auto exact = number(text)) {
    fine = true;
    result.least = result.most = *exact;
  }
  if (fine && known) return result;
  if (fine) return std::nullopt;
  reading.messages.error(entry.value.place, fmt::format("{} is no count", in_quotes(entry.value.text)),
                         "write 2, \">= 3\", \"< 4\" or \"1..4\"");
  return std::nullopt;
}

std::vector<CallCount> counts(const Value& map, Reading& reading) {
  std::vector<CallCount> result;
  for (const Entry& entry : map.entries) {
    if (auto each = count(entry, reading)) result.push_back(std::move(*each));
  }
  return result;
}

CallOrder order(const Value& list, Reading& reading) {
  CallOrder result{{}, list.place};
  for (const Value& item : list.items) {
    if (auto name = call_name(item, reading)) result.callbacks.push_back(std::move(*name));
  }
  return result;
}

// "handle weak", "stack interior pinning".
std::optional<RootLook> root_look(const Value& value, Reading& reading) {
  std::istringstream words(value.text);
  std::string word;
  RootLook look;
  words >> word;
  const std::size_t kind = yaml::word_index(root_kind_words(), word);
  if (kind == root_kind_words().size()) {
    reading.messages.error(value.place, fmt::format("{} is no kind of root", in_quotes(word)),
                           yaml::suggestion(word, root_kind_words()));
    return std::nullopt;
  }
  look.kind = static_cast<std::uint32_t>(kind);
  while (words >> word) {
    const std::size_t flag = yaml::word_index(root_flag_words(), word);
    if (flag == root_flag_words().size()) {
      reading.messages.error(value.place, fmt::format("{} is no flag of a root", in_quotes(word)),
                             yaml::suggestion(word, root_flag_words()));
      return std::nullopt;
    }
    look.flags |= 1u << flag;
  }
  return look;
}

void groups(const Value& list, std::vector<std::vector<Named>>& into, Reading& reading) {
  for (const Value& item : list.items) into.push_back(named_objects(item, reading));
}

void rules(const Value& list, std::optional<std::uint32_t> collection, Reading& reading) {
  for (const Value& item : list.items) {
    if (!reading.rules.empty() && std::ranges::find(reading.rules, item.text) == reading.rules.end()) {
      reading.messages.error(item.place, fmt::format("there is no rule {}", in_quotes(item.text)),
                             yaml::suggestion(item.text, reading.rules, "`gcrucible rules` lists all"));
    }
    reading.scenario.expect.breaks.push_back({item.text, collection, item.place});
  }
}

// The expectations that are maps of objects: generations, finalizers, references, roots.
void read_objects_part(const Value& map, ExpectedCollection& expected, Reading& reading) {
  const auto each = [&](std::string_view key, const auto& add) {
    const Value* const part = map.find(key);
    if (part == nullptr) return;
    for (const Entry& entry : part->entries) {
      if (auto object = key_object(entry, reading)) add(std::move(*object), entry.value);
    }
  };
  each("at", [&](Named object, const Value& value) {
    expected.at.push_back({std::move(object), number_of(value)});
  });
  each("generation", [&](Named object, const Value& value) {
    expected.generation.push_back(
        {std::move(object), enumerator<program::Generation>(generation_words(), value.text)});
  });
  each("references", [&](Named object, const Value& value) {
    expected.references.push_back({std::move(object), named_objects(value, reading)});
  });
  each("dependent", [&](Named object, const Value& value) {
    expected.dependent.push_back({std::move(object), named_objects(value, reading)});
  });
  each("roots", [&](Named object, const Value& value) {
    std::vector<RootLook> looks;
    for (const Value& item : value.items) {
      if (const auto look = root_look(item, reading)) looks.push_back(*look);
    }
    std::ranges::sort(looks);
    expected.roots.push_back({std::move(object), std::move(looks)});
  });
  if (const Value* part = map.find("allocated-by-class")) {
    for (const Entry& entry : part->entries) {
      if (const auto type = reading.types.number(entry.key, entry.place)) {
        expected.allocated_by_class.push_back({Named{*type, entry.key, entry.place}, number_of(entry.value)});
      }
    }
  }
}

void read_started_part(const Value& map, ExpectedCollection& expected) {
  if (const Value* condemned = map.find("condemned")) {
    expected.condemned = Whole<program::Generation>{condemned->place, {}};
    for (const Value& item : condemned->items) {
      expected.condemned->items.push_back(enumerator<program::Generation>(generation_words(), item.text));
    }
  }
  if (const Value* reason = map.find("reason")) {
    expected.induced = reason->text == "induced";
    expected.reason_place = reason->place;
  }
}

}  // namespace

void read_collection_expectation(const Value& map, ExpectedCollection& expected, Reading& reading) {
  if (const Value* part = map.find("moved")) expected.moved = ranges(*part, reading);
  if (const Value* part = map.find("surviving")) expected.surviving = ranges(*part, reading);
  const auto objects = [&](std::string_view key, std::vector<Named>& into) {
    if (const Value* part = map.find(key)) into = named_objects(*part, reading);
  };
  objects("dead", expected.dead);
  objects("alive", expected.alive);
  objects("moves", expected.moves);
  objects("unmoved", expected.unmoved);
  objects("ascending", expected.ascending);
  if (const Value* part = map.find("together")) groups(*part, expected.together, reading);
  if (const Value* part = map.find("apart")) groups(*part, expected.apart, reading);
  if (const Value* part = map.find("queued")) {
    expected.queued = Whole<Named>{part->place, named_objects(*part, reading)};
  }
  if (const Value* part = map.find("cleared")) {
    expected.cleared = Whole<Named>{part->place, {}};
    for (const Value& item : part->items) {
      if (const auto handle = reading.handle(item.text, item.place)) {
        expected.cleared->items.push_back({*handle, item.text, item.place});
      }
    }
  }
  read_objects_part(map, expected, reading);
  read_started_part(map, expected);
  if (const Value* part = map.find("callbacks")) expected.callbacks = counts(*part, reading);
  if (const Value* part = map.find("order")) expected.order = order(*part, reading);
  if (const Value* part = map.find("sequence")) expected.sequence = order(*part, reading);
  if (const Value* part = map.find("breaks")) {
    rules(*part, static_cast<std::uint32_t>(reading.scenario.expect.collections.size()), reading);
  }
  for (const Named& object : expected.dead) reading.expect_death(object, expected.line);
}

void read_run_expectation(const Value& map, Reading& reading) {
  Expectations& expect = reading.scenario.expect;
  if (const Value* part = map.find("collections")) {
    expect.collection_count = number_of(*part);
    expect.collection_count_place = part->place;
  }
  if (const Value* part = map.find("callbacks")) expect.callbacks = counts(*part, reading);
  if (const Value* part = map.find("order")) expect.order = order(*part, reading);
  if (const Value* part = map.find("breaks")) rules(*part, std::nullopt, reading);
}

ExpectedValue read_expected_value(const Value& value, Reading& reading) {
  using Kind = ExpectedValue::Kind;
  ExpectedValue result;
  result.place = value.place;
  result.text = value.text;
  if (value.is_null()) {
    result.kind = Kind::kNull;
  } else if (value.is_list()) {
    result.kind = Kind::kList;
    for (const Value& item : value.items) result.items.push_back(read_expected_value(item, reading));
  } else if (value.is_map()) {
    const Entry* const entry = value.entries.size() == 1 ? &value.entries.front() : nullptr;
    if (entry != nullptr && entry->key == "object" && entry->value.is_scalar()) {
      result.kind = Kind::kObject;
      result.text = entry->value.text;
      result.number = reading.object(entry->value).value_or(program::kNothing);
    } else if (entry != nullptr && entry->key == "type" && entry->value.is_scalar()) {
      result.kind = Kind::kType;
      result.text = entry->value.text;
      result.number = reading.types.number(entry->value.text, entry->value.place).value_or(program::kNothing);
    } else {
      reading.messages.error(value.place, "a map as an out parameter", "write {object: a} or {type: Node}");
    }
  } else if (value.quoted) {
    result.kind = Kind::kText;
  } else if (value.text == "any") {
    result.kind = Kind::kAny;
  } else if (value.text == "true" || value.text == "false") {
    result.kind = Kind::kFlag;
    result.number = value.text == "true" ? 1 : 0;
  } else if (const auto number = yaml::read_number(value.text).value) {
    result.kind = Kind::kNumber;
    result.number = *number;
  } else {
    // A bare word is an object's name. Other texts are in quotes.
    result.kind = Kind::kObject;
    result.number = reading.object(value).value_or(program::kNothing);
  }
  return result;
}

std::optional<std::int32_t> read_hresult(const Value& value, Reading& reading) {
  if (const auto named = abi::hresult_from_name(value.text)) return *named;
  const auto numbered = yaml::read_number(value.text).value;
  if (numbered && *numbered <= 0xFFFFFFFFu) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(*numbered));
  }
  std::vector<std::string> known;
  for (const abi::HResultInfo& each : abi::kHResults) known.emplace_back(each.name);
  reading.messages.error(value.place, fmt::format("{} is no HRESULT", in_quotes(value.text)),
                         yaml::suggestion(value.text, known, "write its number, as in 0x80004005"));
  return std::nullopt;
}

void read_expected_answer(const Value& question, std::uint32_t number, Reading& reading) {
  ExpectedAnswer answer;
  answer.ask = number;
  answer.call = question.find("call")->text;
  answer.inside = text_or(question, "in", "");
  const Value* const expect = question.find("expect");
  answer.place = expect != nullptr ? expect->place : question.find("call")->place;
  if (const Value* hr = expect != nullptr ? expect->find("hr") : nullptr) {
    answer.hr_text = hr->text;
    if (const auto read = read_hresult(*hr, reading)) answer.hr = *read;
  }
  if (const Value* out = expect != nullptr ? expect->find("out") : nullptr)
    answer.out = read_expected_value(*out, reading);
  reading.scenario.expect.answers.push_back(std::move(answer));
}

}  // namespace gcrucible::scenario
