// Steps, one by one.
#include <fmt/format.h>

#include <array>

#include "harness/abi/callback_methods.h"
#include "harness/abi/info_methods.h"
#include "harness/program/validate/type_facts.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/read/reading.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::scenario {
namespace {

using program::Finalizer;
using program::kNothing;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

constexpr std::uint16_t kFirstOwnSlot = 3;  // after the three methods of IUnknown

void store(const Entry& entry, Reading& reading) {
  const auto path = parse_path(entry.key);
  if (!path || (path->field.empty() && path->indices.empty())) {
    reading.messages.error(entry.place, fmt::format("{} names no reference", in_quotes(entry.key)),
                           "write `object.field: target` or `array[3]: target`");
    return;
  }
  // `a[3]` is an element of the array a. If a has a `count`, `a[3]` is its fourth object, and the element's
  // index follows.
  const ObjectGroup* const group = reading.find_group(path->name);
  std::string object = path->name;
  std::vector<std::uint64_t> rest = path->indices;
  if (group != nullptr && group->count > 1 && !rest.empty()) {
    object += fmt::format("[{}]", rest.front());
    rest.erase(rest.begin());
  }
  const auto number = reading.object(object, entry.place);
  const auto target = reading.object_or_null(entry.value);
  if (!number || !target) return;
  const ObjectGroup& of = reading.group_of(*number);
  if (!path->field.empty()) {
    const program::TypeSpec& holder = reading.types.spec(of.type);
    if (rest.size() == 1 && holder.kind == program::TypeKind::kArray && !holder.value.references.empty()) {
      if (rest[0] >= of.length) {
        reading.messages.error(entry.place, fmt::format("element {} of an array of {}", rest[0], of.length),
                               "elements count from 0");
      } else if (const auto slot =
                     reading.types.slot_in_element(of.type, rest[0], path->field, entry.place)) {
        reading.step(program::Store{*number, *slot, *target}, entry.place);
      }
      return;
    }
    if (!rest.empty()) {
      reading.messages.error(
          entry.place,
          fmt::format("{} is an element of {}, not an object with fields", in_quotes(entry.key), object),
          "name the element's object itself");
      return;
    }
    if (const auto slot = reading.types.slot_of(of.type, path->field, entry.place, {})) {
      reading.step(program::Store{*number, *slot, *target}, entry.place);
    }
    return;
  }
  const program::TypeSpec& type = reading.types.spec(of.type);
  if (rest.size() != 1 || type.kind != program::TypeKind::kArray ||
      !program::is_reference_element(type.element_type)) {
    reading.messages.error(
        entry.place,
        fmt::format("{} names no reference: {} is of type {}", in_quotes(entry.key), object, type.name),
        type.kind == program::TypeKind::kArray && type.element_type == program::kValueElement
            ? "its elements are values; write `array[3].field: target` for a reference in one"
            : "write `object.field: target` or `array[3]: target`");
    return;
  }
  if (rest[0] >= of.length) {
    reading.messages.error(entry.place, fmt::format("element {} of an array of {}", rest[0], of.length),
                           "elements count from 0");
    return;
  }
  reading.step(program::Store{*number, rest[0], *target}, entry.place);
}

void set_handle(const Entry& entry, Reading& reading) {
  const auto handle = reading.handle(entry.key, entry.place);
  if (!handle) return;
  program::SetHandle step{*handle, std::nullopt, std::nullopt};
  if (entry.value.is_map()) {
    if (const Value* object = entry.value.find("object")) step.object = reading.object_or_null(*object);
    if (const Value* count = entry.value.find("count")) {
      step.count = static_cast<std::uint32_t>(number_of(*count));
      if (reading.kind_of_handle(*handle) != program::CreateHandle::Kind::kRefCounted &&
          !reading.suppressed_names.has(entry.key)) {
        reading.messages.error(count->place, fmt::format("handle {} has no count", in_quotes(entry.key)),
                               "only a handle of `kind: ref-counted` has one");
      }
    }
  } else {
    step.object = reading.object_or_null(entry.value);
  }
  reading.step(step, entry.place);
}

template <typename Step>
void finalizer(const Value& value, Place place, Reading& reading) {
  for (const Value* each : one_or_more(value)) {
    const auto object = reading.object(*each);
    if (!object) continue;
    const program::TypeSpec& type = reading.types.spec(reading.group_of(*object).type);
    if (type.finalizer == Finalizer::kNone) {
      reading.messages.error(each->place, fmt::format("{} has no finalizer", type.name),
                             "add `finalizer: true` to the type");
      continue;
    }
    reading.step(Step{*object}, place);
  }
}

void start_thread(const Value& value, Place place, Reading& reading) {
  for (const Value* each : one_or_more(value)) {
    const auto thread = reading.thread(*each);
    if (!thread) {
      reading.doubt_thread(each->text);
      continue;
    }
    if (reading.is_running(*thread) && reading.suppressed_names.has(each->text)) continue;
    if (reading.is_running(*thread)) {
      reading.messages.error(each->place, fmt::format("thread {} runs already", in_quotes(each->text)),
                             *thread == 0 ? "the first of `threads` is the main thread, which runs from the "
                                            "start; put one before it, as in `threads: [main, worker]`"
                                          : "start it once");
      continue;
    }
    reading.start_thread(*thread);
    reading.step(program::StartThread{*thread}, place);
  }
}

void end_thread(const Value& value, Place place, Reading& reading) {
  for (const Value* each : one_or_more(value)) {
    const auto thread = reading.running_thread(*each);
    if (!thread) continue;
    if (*thread == 0 && reading.suppressed_names.has(each->text)) continue;
    if (*thread == 0) {
      reading.messages.error(each->place, "the main thread cannot end", "it ends with the process");
      continue;
    }
    reading.end_thread(*each, *thread);
    reading.step(program::EndThread{*thread}, place);
  }
}

void set_roots(const Value& map, Reading& reading) {
  for (const Entry& entry : map.entries) {
    const auto root = reading.root(entry.key, entry.place);
    const auto object = reading.object_or_null(entry.value);
    if (!root || !object) continue;
    const RootFacts& facts = reading.facts_of_root(*root);
    if (facts.thread != kNothing && !reading.is_running(facts.thread) &&
        !reading.suppressed_names.has(entry.key)) {
      reading.messages.error(entry.place,
                             fmt::format("the thread of root {} has ended", in_quotes(entry.key)),
                             "its stack is gone with it; set the root before");
    }
    reading.check_interior(*object, facts.interior, entry.value.place);
    reading.step(program::SetRoot{*root, *object}, entry.place);
  }
}

void unroot(const Value& value, Place place, Reading& reading) {
  for (const Value* each : one_or_more(value)) {
    const auto root = reading.root(each->text, each->place);
    if (!root) continue;
    reading.remove_root(each->text, each->place);
    reading.step(program::RemoveRoot{*root}, place);
  }
}

void free_handle(const Value& value, Place place, Reading& reading) {
  for (const Value* each : one_or_more(value)) {
    const auto handle = reading.handle(each->text, each->place);
    if (!handle) continue;
    reading.free_handle(each->text, each->place);
    reading.step(program::FreeHandle{*handle}, place);
  }
}

void read_await(const Value& value, Place place, Reading& reading) {
  const Value& call = value.is_map() ? *value.find("call") : value;
  const auto method = abi::find_info_method(call.text);
  if (!method || static_cast<std::uint16_t>(*method) < kFirstOwnSlot) {
    std::vector<std::string> known;
    for (const abi::MethodInfo& each : abi::kInfoMethods) {
      if (each.slot >= kFirstOwnSlot) known.emplace_back(each.name);
    }
    reading.messages.error(call.place,
                           fmt::format("{} is no method of ICorProfilerInfo", in_quotes(call.text)),
                           yaml::suggestion(call.text, known));
    return;
  }
  const Value* const times = value.is_map() ? value.find("times") : nullptr;
  reading.step(program::Await{.slot = static_cast<std::uint16_t>(*method),
                              .times = times == nullptr ? 1 : static_cast<std::uint32_t>(number_of(*times))},
               place);
}

using StepReader = void (*)(const Value& value, Place place, Reading& reading);
struct StepRow {
  std::string_view key;
  StepReader read;
};

constexpr auto kSteps = std::to_array<StepRow>({
    {"await", read_await},
    {"together", read_together},
    {"throw", read_throw},
    {"catch", read_catch},
    {"compile", read_compile},
    {"say", [](const Value& value, Place place,
               Reading& reading) { reading.step(program::Say{read_said(value, reading, false)}, place); }},
    {"attach", [](const Value& value, Place place,
                  Reading& reading) { reading.step(read_attach(value, reading), place); }},
    {"shutdown",
     [](const Value&, Place place, Reading& reading) { reading.step(program::ShutDown{}, place); }},
    {"allocate",
     [](const Value& value, Place place, Reading& reading) { read_allocation(value, place, reading); }},
    {"store",
     [](const Value& value, Place, Reading& reading) {
       for (const Entry& entry : value.entries) store(entry, reading);
     }},
    {"root", [](const Value& value, Place place, Reading& reading) { read_root(value, place, reading); }},
    {"set-root", [](const Value& value, Place, Reading& reading) { set_roots(value, reading); }},
    {"unroot", unroot},
    {"handle", [](const Value& value, Place place, Reading& reading) { read_handle(value, place, reading); }},
    {"set-handle",
     [](const Value& value, Place, Reading& reading) {
       for (const Entry& entry : value.entries) set_handle(entry, reading);
     }},
    {"free-handle", free_handle},
    {"run-finalizers",
     [](const Value& value, Place place, Reading& reading) {
       const std::uint32_t most =
           value.text == "all" ? kNothing : static_cast<std::uint32_t>(number_of(value));
       reading.step(program::RunFinalizers{most}, place);
     }},
    {"suppress-finalizer", finalizer<program::SuppressFinalizer>},
    {"register-finalizer", finalizer<program::RegisterFinalizer>},
    {"start-thread", start_thread},
    {"end-thread", end_thread},
    {"suspend", read_suspend},
    {"begin-shutdown",
     [](const Value& value, Place place, Reading& reading) {
       const bool plain = value.is_scalar();
       const auto thread = reading.running_thread(plain ? value : *value.find("thread"));
       if (!thread) return;
       program::BeginShutdown step{.thread = *thread, .suspends = std::nullopt};
       if (!plain && value.find("suspended") != nullptr) step.suspends = flag_or(value, "suspended", false);
       reading.step(step, place);
     }},
    {"background",
     [](const Value& value, Place place, Reading& reading) { read_background(value, place, reading); }},
    {"ask",
     [](const Value& value, Place place, Reading& reading) {
       if (auto ask = read_ask(value, false, reading)) reading.step(std::move(*ask), place);
     }},
    {"collect",
     [](const Value& value, Place place, Reading& reading) { read_collect(value, place, reading); }},
});

}  // namespace

void read_step(const Entry& step, Reading& reading) {
  for (const StepRow& row : kSteps) {
    if (row.key == step.key) row.read(step.value, step.place, reading);
  }
}

std::optional<std::string> callback_name(const Value& name, Reading& reading) {
  const auto method = abi::find_callback_method(name.text);
  if (method && static_cast<std::uint16_t>(*method) >= kFirstOwnSlot) return name.text;
  std::vector<std::string> known;
  for (const abi::MethodInfo& each : abi::kCallbackMethods) {
    if (each.slot >= kFirstOwnSlot) known.emplace_back(each.name);
  }
  reading.messages.error(name.place, fmt::format("{} is no callback", in_quotes(name.text)),
                         yaml::suggestion(name.text, known,
                                          "the callbacks are those of ICorProfilerCallback to "
                                          "ICorProfilerCallback11"));
  return std::nullopt;
}

}  // namespace gcrucible::scenario
