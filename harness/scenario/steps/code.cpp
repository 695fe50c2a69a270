// Steps of running code: calls and returns, exceptions, and functions that are compiled.
#include <fmt/format.h>

#include "harness/program/steps/call_stack.h"
#include "harness/scenario/language/language.h"
#include "harness/scenario/steps/step_row.h"

namespace gcrucible::scenario {
namespace {

using program::Call;
using program::CatchThrown;
using program::Compile;
using program::Return;
using program::Throw;
using yaml::Draft;
using yaml::Place;
using yaml::Value;

std::vector<std::uint32_t> functions_of(const Value& map, std::string_view key, Reading& reading) {
  std::vector<std::uint32_t> functions;
  if (const Value* const names = map.find(key)) {
    for (const Value* each : one_or_more(*names)) functions.push_back(reading.function(*each));
  }
  return functions;
}

void add_functions(std::string_view key, const std::vector<std::uint32_t>& functions, Draft& map,
                   Writing& writing) {
  if (functions.empty()) return;
  if (functions.size() == 1) {
    map.add(key, function_name(functions.front(), writing));
    return;
  }
  Draft list = yaml::draft_list();
  for (const std::uint32_t each : functions) list.add(function_name(each, writing));
  map.add(key, std::move(list));
}

yaml::Shape throw_shape() {
  const yaml::Shape function = text_that_is("a function's name");
  return yaml::map({
      yaml::required("object", object_name(), "the exception"),
      yaml::optional(
          "catcher", function,
          "the function that catches it, as Type.Method; without it, the exception leaves managed code "
          "after the last of `frames`"),
      yaml::optional(
          "frames", one_or_list(function),
          "the functions that it leaves, starting with the one that throws; default: none, and the "
          "catcher throws it"),
      yaml::optional("filters", one_or_list(function),
                     "which of all these have a filter; the catcher's lets it catch, the others do not"),
      yaml::optional("finally", one_or_list(function), "which of all these have a finally block"),
      yaml::optional(
          "leaves-finally", yaml::flag(),
          "true: it leaves the finally block in which the thread's innermost exception stands. That one "
          "has no `catch` of its own; false by default"),
      yaml::optional("thread", yaml::name("a thread's name"), "the thread that throws; default: the first"),
  });
}

yaml::Shape compile_shape() {
  const yaml::Shape function = text_that_is("a function's name");
  return yaml::either(
      {function, yaml::map({
                     yaml::required("function", function, "the function, as Type.Method"),
                     yaml::optional("thread", yaml::name("a thread's name"),
                                    "the thread that compiles it; default: the first"),
                     yaml::optional("safe-to-block", yaml::flag(),
                                    "the fIsSafeToBlock that is reported; default: true or random; "
                                    "always true if the runtime says so"),
                 })});
}

yaml::Shape call_shape() {
  const yaml::Shape function = text_that_is("a function's name");
  const yaml::Shape functions = yaml::list_of(function, 1);
  return yaml::either(
      {function, functions,
       yaml::map({
           yaml::required("functions", yaml::either({function, functions}),
                          "the functions, the outermost first, as Type.Method; `native` for native code"),
           yaml::optional("times", yaml::number(1, program::kMostFrames, "as deep as a stack can be"),
                          "how often they are called, each time from the innermost one; default: 1"),
           yaml::optional("tail", yaml::flag(),
                          "true: a tail call, in which the innermost function of the thread gives its frame "
                          "to the first one; false by default"),
           yaml::optional("thread", yaml::name("a thread's name"),
                          "the thread that calls; default: the first"),
       })});
}

yaml::Shape return_shape() {
  const yaml::Shape times = yaml::number(1, program::kMostFrames, "as deep as a stack can be");
  return yaml::either({times, yaml::map({
                                  yaml::optional("times", times, "how many functions return; default: 1"),
                                  yaml::optional("thread", yaml::name("a thread's name"),
                                                 "the thread that returns; default: the first"),
                              })});
}

void read_throw(const Value& map, Place place, Reading& reading) {
  Throw step;
  const Value* const exception = map.find("object");
  const Value* const catcher = map.find("catcher");
  const auto object = exception == nullptr ? std::nullopt : reading.object(*exception);
  if (catcher != nullptr) step.catcher = reading.function(*catcher);
  step.frames = functions_of(map, "frames", reading);
  step.filters = functions_of(map, "filters", reading);
  step.finally = functions_of(map, "finally", reading);
  step.replaces = flag_or(map, "leaves-finally", false);
  step.thread = reading.thread_of(map);
  if (!object) return;
  step.object = *object;
  reading.step(step, place);
}

void read_catch(const Value& thread, Place place, Reading& reading) {
  if (const auto number = reading.running_thread(thread)) reading.step(CatchThrown{*number}, place);
}

void read_compile(const Value& value, Place place, Reading& reading) {
  Compile step;
  step.thread = reading.usual_thread();
  if (value.is_scalar()) {
    step.function = reading.function(value);
  } else {
    const Value* const function = value.find("function");
    if (function == nullptr) return;
    step.function = reading.function(*function);
    step.thread = reading.thread_of(value);
    if (value.find("safe-to-block") != nullptr) step.safe_to_block = flag_or(value, "safe-to-block", true);
  }
  reading.step(step, place);
}

void read_call(const Value& value, Place place, Reading& reading) {
  Call step{.thread = reading.usual_thread()};
  if (!value.is_map()) {
    step.functions = frames_of(value, reading);
  } else {
    const Value* const functions = value.find("functions");
    if (functions == nullptr) return;
    step.functions = frames_of(*functions, reading);
    step.times = static_cast<std::uint32_t>(number_or(value, "times", 1));
    step.tail = flag_or(value, "tail", false);
    step.thread = reading.thread_of(value);
  }
  reading.step(std::move(step), place);
}

void read_return(const Value& value, Place place, Reading& reading) {
  Return step{.thread = reading.usual_thread()};
  if (!value.is_map()) {
    step.times = static_cast<std::uint32_t>(number_of(value));
  } else {
    step.times = static_cast<std::uint32_t>(number_or(value, "times", 1));
    step.thread = reading.thread_of(value);
  }
  reading.step(step, place);
}

Draft write_call(const Call& step, Writing& writing) {
  Draft functions = step.functions.size() == 1 ? function_name(step.functions.front(), writing)
                                               : write_frames(step.functions, writing);
  if (step.thread == writing.usual_thread() && step.times == 1 && !step.tail) return functions;
  Draft map = yaml::draft_map();
  map.add("functions", std::move(functions));
  if (step.times != 1) map.add("times", yaml::draft_number(step.times));
  if (step.tail) map.add("tail", yaml::draft_flag(true));
  if (step.thread != writing.usual_thread()) map.add("thread", writing.thread(step.thread));
  return map;
}

Draft write_return(const Return& step, Writing& writing) {
  if (step.thread == writing.usual_thread()) return yaml::draft_number(step.times);
  Draft map = yaml::draft_map();
  if (step.times != 1) map.add("times", yaml::draft_number(step.times));
  map.add("thread", writing.thread(step.thread));
  return map;
}

Draft write_throw(const Throw& step, Writing& writing) {
  Draft map = yaml::draft_map();
  map.add("object", writing.object(step.object));
  if (step.catcher) map.add("catcher", function_name(*step.catcher, writing));
  add_functions("frames", step.frames, map, writing);
  add_functions("filters", step.filters, map, writing);
  add_functions("finally", step.finally, map, writing);
  if (step.replaces) map.add("leaves-finally", yaml::draft_flag(true));
  if (step.thread != writing.usual_thread()) map.add("thread", writing.thread(step.thread));
  return map;
}

Draft write_compile(const Compile& step, Writing& writing) {
  if (step.thread == writing.usual_thread() && !step.safe_to_block)
    return function_name(step.function, writing);
  Draft map = yaml::draft_map();
  map.add("function", function_name(step.function, writing));
  if (step.thread != writing.usual_thread()) map.add("thread", writing.thread(step.thread));
  if (step.safe_to_block) map.add("safe-to-block", yaml::draft_flag(*step.safe_to_block));
  return map;
}

Draft write_catch(const CatchThrown& step, Writing& writing) {
  return writing.thread(step.thread);
}

}  // namespace

template <>
StepRow step_row<Call>() {
  return {.word = "call",
          .about = "functions are called, each from the one before it",
          .shape = [] { return yaml::defined("call", call_shape()); },
          .read = read_call,
          .write = one_step<write_call>};
}

template <>
StepRow step_row<Return>() {
  return {.word = "return",
          .about = "so many functions return, the innermost first",
          .shape = [] { return yaml::defined("return", return_shape()); },
          .read = read_return,
          .write = one_step<write_return>};
}

template <>
StepRow step_row<Throw>() {
  return {.word = "throw",
          .about = "an exception is thrown, and goes as far as the first code that runs on its way",
          .shape = [] { return yaml::defined("throw", throw_shape()); },
          .read = read_throw,
          .write = one_step<write_throw>};
}

template <>
StepRow step_row<CatchThrown>() {
  return {.word = "catch",
          .about = "the innermost exception of this thread is caught",
          .shape = [] { return yaml::name("a thread's name"); },
          .read = read_catch,
          .write = one_step<write_catch>};
}

template <>
StepRow step_row<Compile>() {
  return {.word = "compile",
          .about = "a function is compiled",
          .shape = [] { return yaml::defined("compilation", compile_shape()); },
          .read = read_compile,
          .write = one_step<write_compile>};
}

}  // namespace gcrucible::scenario
