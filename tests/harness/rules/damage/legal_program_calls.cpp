// Legal damages of callbacks that a program may cause at any time: handles and allocations.
#include <algorithm>
#include <iterator>

#include "harness/trace/event_fields.h"
#include "tests/harness/rules/damage/legal_row.h"
#include "tests/harness/rules/damage/places.h"
#include "tests/harness/rules/damage/reported_round.h"

namespace gcrucible::tests {
namespace {

bool names_handle(const Recording& recording, std::size_t unit, std::uint64_t handle) {
  const trace::Event& event = entry_of(recording, unit);
  if (trace::number_in(event, "handle") == handle) return true;
  for (const auto& [key, column] : {std::pair{"roots", 3}, std::pair{"elements", 2}}) {
    const trace::Table table = trace::table_in(event, key);
    if (table.width <= column) continue;
    for (std::uint64_t row = 0; row < table.rows; ++row) {
      if (table.columns[static_cast<std::size_t>(column)].at(row) == handle) return true;
    }
  }
  return false;
}

bool handle_is_named(const Recording& recording, const Change& change, Stretch stretch) {
  const std::uint64_t handle = number(recording, change.unit, "handle");
  return any_in(recording, stretch, [&](std::size_t unit) {
    return unit != change.unit && names_handle(recording, unit, handle);
  });
}

bool unused_handle(const Recording& recording, const Change& change) {
  return !handle_is_named(recording, change, rest(recording, change));
}

// To a number that no handle has.
bool unused_handle_number(const Recording& recording, const Change& change) {
  if (change.field != "handle" || !unused_handle(recording, change)) return false;
  for (std::size_t i = 0; i < recording.units.size(); ++i) {
    if (names_handle(recording, i, change.after[0])) return false;
  }
  return true;
}

bool handle_for_one_that_dies(const Recording& recording, const Change& change) {
  if (change.field != "object") return false;
  Change next = change;
  while (next.unit < recording.units.size() &&
         recording.units[next.unit].name != "GarbageCollectionStarted") {
    ++next.unit;
  }
  if (next.unit == recording.units.size()) return true;
  const auto round = ReportedRound::around(recording, next, false);
  if (!round) return false;
  const std::uint8_t generation = round->bounds_before().generation_of(change.after[0]);
  return generation == 0 && round->bounds_before().covers(change.after[0], 1) &&
         !round->survives(change.after[0]);
}

// To a handle without an object, or for another live object.
bool handle_for_another(const Recording& recording, const Change& change) {
  if (change.field != "object") return false;
  if (change.after[0] == 0) return true;
  Change next = change;
  next.unit = next_collection(recording, change.unit);
  if (next.unit == recording.units.size()) return true;
  const auto round = ReportedRound::around(recording, next, false);
  if (!round) return false;
  return round->survives(change.after[0]) || round->reported(change.after[0]);
}

bool handle_made_elsewhen(const Recording& recording, const Change& change) {
  if (!change.field.empty() || !lands_among_running_code(recording, change)) return false;
  const Stretch over = moved_over(recording, change);
  if (handle_is_named(recording, change, over)) return false;
  return number(recording, change.unit, "object") == 0 ||
         !any_named(recording, over, {"GarbageCollectionStarted"});
}

bool handle_kept(const Recording& recording, const Change& change) {
  const std::uint64_t handle = number(recording, change.unit, "handle");
  // The handle must have been destroyed before it is created again.
  return !any_in(recording, rest(recording, change), [&](std::size_t unit) {
    return recording.units[unit].name == "HandleCreated" && number(recording, unit, "handle") == handle;
  });
}

// Never reported as a root since its creation, and a collection comes before its number is reused.
bool handle_freed_unreported(const Recording& recording, const Change& change) {
  const std::uint64_t handle = number(recording, change.unit, "handle");
  const auto makes = [&](std::size_t unit) {
    return recording.units[unit].name == "HandleCreated" && number(recording, unit, "handle") == handle;
  };
  std::size_t made = change.unit;
  while (made > 0 && !makes(made)) --made;
  std::size_t again = change.unit;
  while (again + 1 < recording.units.size() && !makes(again)) ++again;
  bool collects = false;
  for (std::size_t unit = made + 1; unit < again; ++unit) {
    collects = collects || recording.units[unit].name == "GarbageCollectionStarted";
    if (unit != change.unit && names_handle(recording, unit, handle)) return false;
  }
  return makes(made) && collects;
}

bool handle_destroyed_elsewhen(const Recording& recording, const Change& change) {
  return change.field.empty() && lands_among_running_code(recording, change) &&
         !handle_is_named(recording, change, moved_over(recording, change));
}

// Its thread has not stopped yet: the thread's next callback is its own suspension.
bool handle_destroyed_before_it_stops(const Recording& recording, const Change& change) {
  if (!change.field.empty() || handle_is_named(recording, change, moved_over(recording, change)))
    return false;
  const std::uint32_t thread = entry_of(recording, change.unit).thread;
  const auto next = std::ranges::find_if(recording.units, [&](const CallUnit& each) {
    return each.lines.front() >= change.place && recording.event(each.lines.front()).thread == thread;
  });
  return next != recording.units.end() && next->name == "RuntimeThreadSuspended";
}

bool allocated_elsewhen(const Recording& recording, const Change& change) {
  return change.field.empty() && lands_among_running_code(recording, change) &&
         !any_named(recording, moved_over(recording, change), {"GarbageCollectionStarted"});
}

// .NET 10 raises no ObjectAllocated for boxes and combined delegates.
bool is_of_silent_class(const Recording& recording, const Change& change) {
  const std::uint64_t object_class = number(recording, change.unit, "class");
  return std::ranges::any_of(recording.lines, [&](const trace::Line& line) {
    const std::string_view kind = trace::text_in(line.event(), "kind");
    return (kind == "value" || kind == "delegate") && trace::number_in(line.event(), "class") == object_class;
  });
}

// The object dies, or need not be reported, and does not overlap other reported objects.
bool allocated_where_it_dies(const Recording& recording, const Change& change) {
  Change next = change;
  while (next.unit < recording.units.size() &&
         recording.units[next.unit].name != "GarbageCollectionStarted") {
    ++next.unit;
  }
  if (change.field != "object" || next.unit == recording.units.size()) return false;
  const auto round = ReportedRound::around(recording, next, false);
  if (!round || round->survives(change.after[0])) return false;
  if (round->survives(change.before[0]) && !is_of_silent_class(recording, change)) return false;
  if (round->bounds_before().generation_of(change.after[0]) != 0 ||
      !round->bounds_before().covers(change.after[0], 24))
    return false;
  std::size_t first = change.unit;
  while (first != 0 && recording.units[first].name != "GarbageCollectionFinished") --first;
  return !any_in(recording, all_of(recording), [&](std::size_t unit) {
    const std::uint64_t other = number(recording, unit, "object");
    return unit != change.unit && unit >= first && unit <= next.unit && other + 24 > change.after[0] &&
           change.after[0] + 24 > other;
  });
}

// Nothing is reported of it: its memory is not collected, or no collection comes.
bool allocation_outside_the_heap(const Recording& recording, const Change& change) {
  Change next = change;
  while (next.unit < recording.units.size() &&
         recording.units[next.unit].name != "GarbageCollectionStarted") {
    ++next.unit;
  }
  if (next.unit == recording.units.size()) return change.damage == Damage::kDrop || change.field == "object";
  if (change.damage != Damage::kDrop) return false;
  const auto round = ReportedRound::around(recording, next, false);
  return round && round->bounds_before().generation_of(number(recording, change.unit, "object")) != 0;
}

constexpr std::string_view kAnyCode = "Any thread of the program makes objects and handles as it likes.";

// The object is in a range of the next collection.
bool survives_the_next(const Recording& recording, const Change& change) {
  Change next = change;
  next.unit = next_collection(recording, change.unit);
  if (next.unit == recording.units.size()) return false;
  const auto round = ReportedRound::around(recording, next, false);
  return round && round->survives(number(recording, change.unit, "object"));
}

using enum Damage;

}  // namespace

std::span<const LegalDamage> legal_program_calls() {
  static const std::vector<LegalDamage> kRows = {
      {"HandleCreated",
       {kDrop},
       unused_handle,
       "A program makes as many handles as it likes (HandleCreated); this one nothing else names."},
      {"HandleCreated",
       {kShift},
       unused_handle_number,
       "A GCHandleID is an opaque number (HandleCreated, Parameters); this one nothing else names."},
      {"HandleCreated",
       {kShift},
       handle_for_one_that_dies,
       "A weak handle does not keep its object, and one may be emptied (handles/initial-object)."},
      {"HandleCreated",
       {kShift},
       handle_for_another,
       "A handle may be made empty, or for any object that lives, and refer to another one later "
       "(HandleCreated)."},
      {"HandleCreated", {kThread}, always, kAnyCode},
      {"HandleDestroyed", {kThread}, always, kAnyCode},
      {"ObjectAllocated", {kThread}, always, kAnyCode},
      {"ObjectAllocated",
       {kHeldThere},
       survives_the_next,
       "An object survives a collection that another thread makes during its ObjectAllocated "
       "(allocation/held-in-callback)."},
      {"HandleCreated",
       {kSwap, kMove},
       handle_made_elsewhen,
       "A handle is made whenever the program does it; this one is named later, for the same object."},
      {"HandleDestroyed", {kDrop}, handle_kept, "A handle may live to the end of the process."},
      {"HandleDestroyed",
       {kDrop},
       handle_freed_unreported,
       "A WeakReference that dies frees its handle without a callback under .NET 10 (docs/deviations.md)."},
      {"HandleDestroyed",
       {kSwap, kMove},
       handle_destroyed_elsewhen,
       "A handle is destroyed whenever the program does it, after its last use."},
      {"HandleDestroyed",
       {kSwap, kMove},
       handle_destroyed_before_it_stops,
       "A thread in preemptive mode destroys handles during a collection under .NET 10 "
       "(docs/deviations.md)."},
      {"ObjectAllocated",
       {kSwap, kMove},
       allocated_elsewhen,
       "The program decides when objects are allocated. Between two collections nothing else shows when."},
      {"ObjectAllocated",
       {kShift},
       allocated_where_it_dies,
       "The allocator decides the address of an object that dies before anything else reports it."},
      {"ObjectAllocated",
       {kDrop},
       is_of_silent_class,
       "Boxes and combined delegates may come without ObjectAllocated under .NET 10 (docs/deviations.md)."},
      {"ObjectAllocated",
       {kDrop, kShift},
       allocation_outside_the_heap,
       "Not every object of the non-GC heap is announced (fixtures/traces/allocations.jsonl), and "
       "objects allocated after the last collection are not reported again."},
  };
  return kRows;
}

}  // namespace gcrucible::tests
