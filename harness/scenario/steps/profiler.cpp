// Steps around the profiler: attach it, call it, ask as it would, wait for it.
#include <fmt/format.h>

#include "harness/abi/tables/info_methods.h"
#include "harness/scenario/language/language.h"
#include "harness/scenario/steps/step_row.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::scenario {
namespace {

using program::Ask;
using program::Attach;
using program::Await;
using program::Say;
using yaml::Draft;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

constexpr std::uint16_t kFirstOwnSlot = 3;  // after the three methods of IUnknown

void read_say(const Value& value, Place place, Reading& reading) {
  reading.step(Say{read_said(value, reading, false)}, place);
}
Draft write_say(const Say& step, Writing& writing) {
  return write_said(step.call, writing);
}

void read_question(const Value& value, Place place, Reading& reading) {
  if (auto ask = read_ask(value, false, reading)) reading.step(std::move(*ask), place);
}

yaml::Shape await_shape() {
  const yaml::Shape method = text_that_is("a method's name");
  return yaml::either(
      {method,
       yaml::map({
           yaml::required("call", method, "the method of ICorProfilerInfo"),
           yaml::optional("times", yaml::number(1, 0xFFFFFFFF, "32 bits"),
                          "how often, in addition to the calls that earlier steps waited for; default: 1"),
       })});
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
  reading.step(Await{.slot = static_cast<std::uint16_t>(*method),
                     .times = times == nullptr ? 1 : static_cast<std::uint32_t>(number_of(*times))},
               place);
}

Draft write_await(const Await& step, Writing&) {
  Draft method = yaml::draft_word(std::string(abi::kInfoMethods.at(step.slot).name));
  if (step.times == 1) return method;
  Draft map = yaml::draft_map();
  map.add("call", std::move(method));
  map.add("times", yaml::draft_number(step.times));
  return map;
}

void read_attached(const Value& value, Place place, Reading& reading) {
  reading.step(read_attach(value, reading), place);
}
Draft write_attached(const Attach& step, Writing&) {
  return write_attach(step);
}

}  // namespace

template <>
StepRow step_row<Say>() {
  return {.word = "say",
          .about = "a callback that nothing caused",
          .shape = say_shape,
          .read = read_say,
          .write = one_step<write_say>};
}

template <>
StepRow step_row<Ask>() {
  return {.word = "ask",
          .about = "make an Info call as a profiler would, on a thread of its own",
          .shape = [] { return ask_shape(false); },
          .read = read_question,
          .write = one_step<write_ask>};
}

template <>
StepRow step_row<Await>() {
  return {.word = "await",
          .about = "wait until a thread of the profiler's own has returned from an Info method",
          .shape = await_shape,
          .read = read_await,
          .write = one_step<write_await>};
}

template <>
StepRow step_row<Attach>() {
  return {.word = "attach",
          .about = "the profiler is attached to the process",
          .shape = [] { return attach_shape(false); },
          .read = read_attached,
          .write = one_step<write_attached>};
}

}  // namespace gcrucible::scenario
