// Steps of running code: exceptions, and functions that are compiled.
#include "harness/scenario/read/reading.h"

namespace gcrucible::scenario {
namespace {

using yaml::Place;
using yaml::Value;

std::vector<std::uint32_t> functions_of(const Value& map, std::string_view key, Reading& reading) {
  std::vector<std::uint32_t> functions;
  if (const Value* const names = map.find(key)) {
    for (const Value* each : one_or_more(*names)) functions.push_back(reading.function(each->text));
  }
  return functions;
}

}  // namespace

void read_throw(const Value& map, Place place, Reading& reading) {
  program::Throw step;
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
  if (const auto number = reading.running_thread(thread)) reading.step(program::CatchThrown{*number}, place);
}

void read_compile(const Value& value, Place place, Reading& reading) {
  program::Compile step;
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

}  // namespace gcrucible::scenario
