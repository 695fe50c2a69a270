// Steps of running code: exceptions, and functions that are compiled.
#include <fmt/format.h>

#include "harness/scenario/language/language.h"
#include "harness/scenario/steps/step_row.h"

namespace gcrucible::scenario {
namespace {

using program::CatchThrown;
using program::Compile;
using program::Throw;
using yaml::Draft;
using yaml::Place;
using yaml::Value;

std::vector<std::uint32_t> functions_of(const Value& map, std::string_view key, Reading& reading) {
  std::vector<std::uint32_t> functions;
  if (const Value* const names = map.find(key)) {
    for (const Value* each : one_or_more(*names)) functions.push_back(reading.function(each->text));
  }
  return functions;
}

Draft function_name(std::uint32_t function, Writing& writing) {
  const auto& functions = writing.program.functions;
  if (function < functions.size()) return yaml::draft_text(functions[function].name);
  writing.refuse(fmt::format("there is no function {}", function));
  return yaml::draft_number(function);
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

void read_throw(const Value& map, Place place, Reading& reading) {
  Throw step;
  const Value* const exception = map.find("object");
  const Value* const catcher = map.find("catcher");
  const auto object = exception == nullptr ? std::nullopt : reading.object(*exception);
  if (catcher != nullptr) step.catcher = reading.function(catcher->text);
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
    step.function = reading.function(value.text);
  } else {
    const Value* const function = value.find("function");
    if (function == nullptr) return;
    step.function = reading.function(function->text);
    step.thread = reading.thread_of(value);
    if (value.find("safe-to-block") != nullptr) step.safe_to_block = flag_or(value, "safe-to-block", true);
  }
  reading.step(step, place);
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
