// The end of the process.
#include "harness/scenario/language/language.h"
#include "harness/scenario/steps/step_row.h"

namespace gcrucible::scenario {
namespace {

using program::BeginShutdown;
using program::ShutDown;
using yaml::Draft;
using yaml::Place;
using yaml::Value;

void read_shutdown(const Value&, Place place, Reading& reading) {
  reading.step(ShutDown{}, place);
}
Draft write_shutdown(const ShutDown&, Writing&) {
  return yaml::draft_word("now");
}

yaml::Shape begin_shutdown_shape() {
  const yaml::Shape details = yaml::map({
      yaml::required("thread", yaml::name("a thread's name"), "the thread that runs on"),
      yaml::optional(
          "suspended", yaml::flag(),
          "whether the runtime stays suspended from now on; default: as the runtime does, or random"),
  });
  return yaml::either({yaml::name("a thread's name"), details});
}

void read_begin_shutdown(const Value& value, Place place, Reading& reading) {
  const bool plain = value.is_scalar();
  const auto thread = reading.running_thread(plain ? value : *value.find("thread"));
  if (!thread) return;
  BeginShutdown step{.thread = *thread, .suspends = std::nullopt};
  if (!plain && value.find("suspended") != nullptr) step.suspends = flag_or(value, "suspended", false);
  reading.step(step, place);
}

Draft write_begin_shutdown(const BeginShutdown& step, Writing& writing) {
  if (!step.suspends) return writing.thread(step.thread);
  Draft map = yaml::draft_map();
  map.add("thread", writing.thread(step.thread));
  map.add("suspended", yaml::draft_flag(*step.suspends));
  return map;
}

}  // namespace

template <>
StepRow step_row<ShutDown>() {
  return {.word = "shutdown",
          .about = "Shutdown comes here, and the next steps happen while the process ends",
          .shape = [] { return yaml::words({"now"}); },
          .read = read_shutdown,
          .write = one_step<write_shutdown>};
}

template <>
StepRow step_row<BeginShutdown>() {
  return {.word = "begin-shutdown",
          .about = "the process begins to end; where the runtime suspends for that, only this thread runs on",
          .shape = begin_shutdown_shape,
          .read = read_begin_shutdown,
          .write = one_step<write_begin_shutdown>};
}

}  // namespace gcrucible::scenario
