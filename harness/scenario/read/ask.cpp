// Queries: Info calls that a scenario makes.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/abi/interfaces.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/info_methods.h"
#include "harness/program/ask_places.h"
#include "harness/program/askable_info.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/read/reading.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::scenario {

using program::kNothing;
using yaml::in_quotes;
using yaml::Value;

namespace {

constexpr std::uint16_t kFirstOwnSlot = 3;  // after the three methods of IUnknown

struct Argument {
  std::uint8_t bit;
  std::string_view key;
  std::string_view what;
};
constexpr std::array<Argument, 6> kArguments = {{{program::kAskObject, "object", "the name of an object"},
                                                 {program::kAskType, "type", "the name of a type"},
                                                 {program::kAskThread, "thread", "the name of a thread"},
                                                 {program::kAskHandle, "handle", "the name of a handle"},
                                                 {program::kAskText, "text", "a text"},
                                                 {program::kAskNumber, "number", "a number"}}};

// "`type`" or "`type` or `number`", for the arguments in `bits`.
std::string keys_of(std::uint8_t bits, std::string_view between) {
  std::string text;
  for (const Argument& each : kArguments) {
    if ((bits & each.bit) != 0) text += fmt::format("{}`{}:`", text.empty() ? "" : between, each.key);
  }
  return text;
}

// Checks that required arguments exist, and that no argument is superfluous.
void check_arguments(const Value& map, const Value& call, const program::AskableInfo& method,
                     Reading& reading) {
  const auto given = [&](const Argument& each) { return map.find(each.key) != nullptr; };
  const bool enough = std::ranges::any_of(
      kArguments, [&](const Argument& each) { return (method.needs & each.bit) != 0 && given(each); });
  if (method.needs != 0 && !enough && map.whole()) {
    const auto first = std::ranges::find_if(
        kArguments, [&](const Argument& each) { return (method.needs & each.bit) != 0; });
    reading.messages.error(map.place,
                           fmt::format("{} needs {}", in_quotes(call.text), keys_of(method.needs, " or ")),
                           fmt::format("add `{}:` with {}", first->key, first->what));
  }
  const std::uint8_t all = method.needs | method.takes;
  for (const Argument& each : kArguments) {
    if ((all & each.bit) != 0 || !given(each)) continue;
    reading.messages.error(map.find(each.key)->place,
                           fmt::format("{} takes no `{}:`", in_quotes(call.text), each.key),
                           all == 0 ? "remove it; the method has no such argument"
                                    : fmt::format("remove it; it takes {}", keys_of(all, ", ")));
  }
}

}  // namespace

std::optional<std::string> callback_name(const Value& name, Reading& reading) {
  const auto method = abi::find_callback_method(name.text);
  if (method && static_cast<std::uint16_t>(*method) >= kFirstOwnSlot) return name.text;
  std::vector<std::string> known;
  for (const abi::MethodInfo& each : abi::kCallbackMethods) {
    if (each.slot >= kFirstOwnSlot) known.emplace_back(each.name);
  }
  reading.messages.error(name.place, fmt::format("{} is no callback", in_quotes(name.text)),
                         yaml::suggestion(name.text, known,
                                          fmt::format("the callbacks are those of ICorProfilerCallback to {}",
                                                      abi::kCallbackInterfaces.back().name)));
  return std::nullopt;
}

std::optional<program::Ask> read_ask(const Value& map, bool inside_collection, Reading& reading) {
  program::Ask ask;
  const Value& call = *map.find("call");
  const auto method = abi::find_info_method(call.text);
  const bool exists = method && static_cast<std::uint16_t>(*method) >= kFirstOwnSlot;
  if (!exists || !program::is_askable(static_cast<std::uint16_t>(*method))) {
    reading.messages.error(
        call.place,
        fmt::format("{} is no method of ICorProfilerInfo{}", in_quotes(call.text),
                    exists ? " that a question can ask" : ""),
        yaml::suggestion(call.text, askable_words(),
                         "docs/reference/scenarios/keys.md lists those that can be asked"));
  } else {
    ask.slot = static_cast<std::uint16_t>(*method);
  }
  if (method == abi::InfoMethod::kSuspendRuntime && map.find("in") == nullptr) {
    reading.messages.error(call.place, "SuspendRuntime between two steps would stop the steps themselves",
                           "ask it inside a callback, with `in:`");
  }
  if (const Value* in = map.find("in")) {
    if (const auto name = callback_name(*in, reading)) {
      ask.inside = static_cast<std::uint16_t>(*abi::find_callback_method(*name));
      if (inside_collection && !program::comes_in_collections(ask.inside)) {
        reading.messages.error(in->place, fmt::format("{} never comes in a collection", *name),
                               "ask in a callback that does, such as GarbageCollectionStarted");
      }
    }
  }
  if (const Value* object = map.find("object")) {
    const bool waits = program::waits_for_allocation(ask.inside) && !inside_collection;
    ask.object = (waits ? reading.object_or_next(*object) : reading.object(*object)).value_or(kNothing);
  }
  if (ask.slot != 0) check_arguments(map, call, *program::find_askable(ask.slot), reading);
  if (const Value* type = map.find("type"))
    ask.type = reading.types.number(type->text, type->place).value_or(kNothing);
  if (const Value* thread = map.find("thread"))
    ask.thread = reading.running_thread(*thread).value_or(kNothing);
  if (const Value* handle = map.find("handle"))
    ask.handle = reading.handle(handle->text, handle->place).value_or(kNothing);
  ask.number = number_or(map, "number", 0);
  ask.text = text_or(map, "text", "");
  if (const Value* answer = map.find("answer")) ask.answer = read_said_answer(*answer, reading);
  const std::uint32_t number = reading.next_ask++;
  read_expected_answer(map, number, reading);
  reading.scenario.expect.answers.back().in_collection = inside_collection;
  if (!method) return std::nullopt;
  return ask;
}

}  // namespace gcrucible::scenario
