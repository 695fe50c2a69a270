#include "tests/harness/rules/damage/places.h"

#include "harness/trace/event_fields.h"

namespace gcrucible::tests {
namespace {

// Whether the thread of the call is suspending, collecting or resuming at the line that it was moved to.
bool lands_in_suspension(const Recording& recording, const Change& change) {
  bool inside = false;
  for (const CallUnit& unit : recording.units) {
    if (unit.lines.front() >= change.place) break;
    if (unit.thread != recording.units[change.unit].thread) continue;
    if (unit.name == "RuntimeSuspendStarted") inside = true;
    if (unit.name == "RuntimeResumeFinished") inside = false;
  }
  // If suspensions are not reported, the bracket shows the same.
  const Stretch before{0, change.place};
  std::size_t open = 0;
  for (const CallUnit& unit : recording.units) {
    if (!before.has(unit.lines.front())) break;
    if (unit.name == "GarbageCollectionStarted") ++open;
    if (unit.name == "GarbageCollectionFinished" && open != 0) --open;
  }
  return inside || open != 0;
}

bool lands_after_end(const Recording& recording, const Change& change) {
  return any_named(recording, {0, change.place}, {"Shutdown"});
}

// Also not between Initialize and its return, nor inside a stretch that permits no other calls.
bool lands_between(const Recording& recording, const Change& change) {
  std::string_view last;
  for (const CallUnit& unit : recording.units) {
    if (unit.lines.front() >= change.place) break;
    if (unit.thread == recording.units[change.unit].thread) last = unit.name;
  }
  if (last.empty()) {
    return !any_named(recording, {0, change.place}, {"Initialize", "InitializeForAttach"});
  }
  return last == "LoadAsNotificationOnly" || last == "ThreadCreated" || last == "ClassLoadStarted" ||
         last.ends_with("UnloadStarted") || last.ends_with("UnloadFinished") ||
         last.starts_with("ExceptionSearch");
}

}  // namespace

const trace::Event& entry_of(const Recording& recording, std::size_t unit) {
  return recording.event(recording.units[unit].lines.front());
}

std::uint64_t number(const Recording& recording, std::size_t unit, std::string_view key) {
  return trace::number_in(entry_of(recording, unit), key).value_or(0);
}

Stretch moved_over(const Recording& recording, const Change& change) {
  const std::size_t own = recording.units[change.unit].lines.front();
  return own < change.place ? Stretch{own + 1, change.place} : Stretch{change.place, own};
}

bool any_named(const Recording& recording, Stretch stretch, std::initializer_list<std::string_view> names) {
  return any_in(recording, stretch, [&](std::size_t unit) {
    return std::find(names.begin(), names.end(), recording.units[unit].name) != names.end();
  });
}

bool lands_among_running_code(const Recording& recording, const Change& change) {
  return !lands_in_suspension(recording, change) && !lands_after_end(recording, change) &&
         !lands_between(recording, change);
}

Stretch rest(const Recording& recording, const Change& change) {
  return {recording.units[change.unit].lines.front() + 1, recording.lines.size()};
}

bool reports_brackets_only(const Recording& recording) {
  const Stretch all = all_of(recording);
  return any_named(recording, all, {"GarbageCollectionStarted"}) &&
         !any_named(recording, all, {"ObjectReferences", "RootReferences", "RootReferences2"});
}

std::size_t next_collection(const Recording& recording, std::size_t unit) {
  while (unit < recording.units.size() && recording.units[unit].name != "GarbageCollectionStarted") ++unit;
  return unit;
}

}  // namespace gcrucible::tests
