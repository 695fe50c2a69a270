// Suspensions and their course.
#include <fmt/format.h>

#include <algorithm>

#include "harness/scenario/language/words.h"
#include "harness/scenario/read/reading.h"

namespace gcrucible::scenario {

using program::Stop;
using program::Suspending;
using yaml::Entry;
using yaml::Place;
using yaml::Value;

namespace {

void read_stops(const Value& map, std::uint32_t suspender, Suspending& suspension, Reading& reading) {
  for (const Entry& entry : map.entries) {
    Value name;
    name.kind = Value::Kind::kScalar;
    name.place = entry.place;
    name.text = entry.key;
    const auto thread = reading.running_thread(name);
    if (!thread) continue;
    if (*thread == suspender) {
      reading.messages.error(
          entry.place, fmt::format("thread {} suspends the runtime, and always reports itself", entry.key),
          "remove it from `threads`, or let another one suspend with `thread`");
      continue;
    }
    suspension.threads.push_back({*thread, enumerator<Stop>(stop_words(), entry.value.text)});
  }
}

}  // namespace

Suspending read_suspension(const Value& map, std::uint32_t suspender, Reading& reading) {
  Suspending suspension;
  if (const Value* aborted = map.find("aborted"))
    suspension.aborted = static_cast<std::uint32_t>(number_of(*aborted));
  if (const Value* threads = map.find("threads")) read_stops(*threads, suspender, suspension, reading);
  const Value* const resumer = map.find("resumed-by");
  if (resumer == nullptr) return suspension;
  suspension.resumed_by = reading.running_thread(*resumer);
  const bool stopped = std::ranges::any_of(suspension.threads, [&](const program::ThreadStop& each) {
    return each.thread == suspension.resumed_by && each.how != Stop::kNever;
  });
  if (stopped) {
    reading.messages.error(resumer->place,
                           fmt::format("thread {} is stopped and cannot resume the runtime", resumer->text),
                           "remove it from `threads`, or let another one resume");
  }
  return suspension;
}

void read_suspend(const Value& value, Place place, Reading& reading) {
  program::Suspend step;
  step.thread = reading.usual_thread();
  const bool plain = value.is_scalar();
  const Value* const reason = plain ? &value : value.find("reason");
  step.reason = static_cast<std::uint32_t>(index_of(suspend_words(), reason->text));
  if (!plain) {
    if (const Value* thread = value.find("thread")) step.thread = reading.running_thread(*thread).value_or(0);
    if (const Value* liberties = value.find("liberties")) step.liberties = number_of(*liberties);
    step.suspension = read_suspension(value, step.thread, reading);
  }
  reading.step(std::move(step), place);
}

}  // namespace gcrucible::scenario
