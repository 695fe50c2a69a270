// Threads that run at the same time.
#include <algorithm>

#include "harness/scenario/read/reading.h"

namespace gcrucible::scenario {

using yaml::Entry;
using yaml::Place;
using yaml::Value;

void read_together(const Value& map, Place place, Reading& reading) {
  program::Together step;
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
    reading.lane = program::kNothing;
  }
}

}  // namespace gcrucible::scenario
