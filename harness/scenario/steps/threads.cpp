// Steps that start and end threads, and steps of several threads at the same time.
#include <fmt/format.h>

#include "harness/scenario/language/language.h"
#include "harness/scenario/steps/step_row.h"

namespace gcrucible::scenario {
namespace {

using program::EndThread;
using program::kNothing;
using program::StartThread;
using program::Together;
using yaml::Draft;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

yaml::Shape threads_shape() {
  return one_or_list(yaml::name("a thread's name"));
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

template <typename Step>
Draft thread_name(const Step& step, Writing& writing) {
  return writing.thread(step.thread);
}

yaml::Shape together_shape() {
  return yaml::map({
      yaml::optional("schedule", schedule_of_threads_shape(),
                     "which thread goes on if several could; default: round-robin or random"),
      yaml::required("threads", yaml::map_of(yaml::list_of(step_of_a_thread_shape(), 1)),
                     "threads that run, and the steps of each in their order"),
  });
}

void read_together(const Value& map, Place place, Reading& reading) {
  Together step;
  if (const Value* const schedule = map.find("schedule"))
    step.schedule = read_schedule_of_threads(*schedule, reading);
  reading.step(std::move(step), place);
  const Value* const threads = map.find("threads");
  if (threads == nullptr) return;
  for (const Entry& entry : threads->entries) {
    Value name;
    name.text = entry.key;
    name.place = entry.place;
    const auto thread = reading.running_thread(name);
    if (!thread) {
      reading.doubt_thread(entry.key);
      continue;
    }
    reading.lane = *thread;
    for (const Value& each : entry.value.items) {
      if (reading.messages.full()) break;
      read_step(each.entries.front(), reading);
    }
    reading.lane = kNothing;
  }
}

std::optional<Draft> write_together(StepWriter& steps) {
  Writing& writing = steps.writing();
  const Together& step = steps.take<Together>();
  Draft map = yaml::draft_map();
  map.block = true;
  if (step.schedule) map.add("schedule", write_schedule_of_threads(*step.schedule, writing));
  Draft threads = yaml::draft_map();
  threads.block = true;
  const std::vector<program::Step>& all = steps.steps();
  while (steps.at() < all.size() && all[steps.at()].lane != kNothing) {
    writing.lane = all[steps.at()].lane;
    const std::string& name = writing.names.thread(writing.lane);
    if (name.empty()) writing.refuse(fmt::format("there is no thread {}", writing.lane));
    threads.add(name, steps.all());
    writing.lane = kNothing;
  }
  map.add("threads", std::move(threads));
  return map;
}

}  // namespace

template <>
StepRow step_row<StartThread>() {
  return {.word = "start-thread",
          .about = "start threads",
          .shape = threads_shape,
          .read = start_thread,
          .write = steps_as_list<thread_name<StartThread>>};
}

template <>
StepRow step_row<EndThread>() {
  return {.word = "end-thread",
          .about = "end threads",
          .shape = threads_shape,
          .read = end_thread,
          .write = steps_as_list<thread_name<EndThread>>};
}

template <>
StepRow step_row<Together>() {
  return {.word = "together",
          .about = "threads of the program are at work at once",
          .shape = together_shape,
          .read = read_together,
          .write = write_together};
}

}  // namespace gcrucible::scenario
