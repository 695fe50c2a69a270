// Legal damages of suspensions (thread, time, reason), and of the thread that collects.
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>

#include "harness/trace/event_fields.h"
#include "tests/harness/rules/damage/legal_row.h"
#include "tests/harness/rules/damage/places.h"

namespace gcrucible::tests {
namespace {

// The reason of a suspension without a collection; under HIGH_BASIC_GC also of the pauses of a background
// collection.
bool suspended_for_no_collection(const Recording& recording, const Change& change) {
  if (change.field != "reason") return false;
  constexpr std::uint64_t kReasons[] = {0, 1, 2, 6, 7, 8};
  if (std::find(std::begin(kReasons), std::end(kReasons), change.after[0]) == std::end(kReasons))
    return false;
  for (std::size_t i = change.unit; recording.units[i].name != "RuntimeResumeStarted"; ++i) {
    if (recording.units[i].name == "GarbageCollectionStarted" || i + 1 == recording.units.size())
      return false;
  }
  return true;
}

// The first suspension of which an attached profiler is notified.
bool may_begin_before_the_attach(const Recording& recording, const Change& change) {
  if (!any_named(recording, all_of(recording), {"InitializeForAttach"})) return false;
  const auto of_suspensions = [](const CallUnit& unit) {
    return unit.name.starts_with("RuntimeSuspend") || unit.name.starts_with("RuntimeResume") ||
           unit.name.starts_with("RuntimeThread");
  };
  return &*std::ranges::find_if(recording.units, of_suspensions) == &recording.units[change.unit];
}

bool brackets_alone(const Recording& recording, const Change&) {
  return reports_brackets_only(recording);
}

bool has_come_on(const Recording& recording, std::uint32_t thread,
                 std::initializer_list<std::string_view> names) {
  return any_in(recording, all_of(recording), [&](std::size_t unit) {
    return recording.units[unit].thread == thread &&
           std::find(names.begin(), names.end(), recording.units[unit].name) != names.end();
  });
}

bool is_of_program(const Recording& recording, std::uint32_t thread) {
  return has_come_on(recording, thread,
                     {"Initialize", "InitializeForAttach", "ThreadAssignedToOSThread", "ObjectAllocated",
                      "ExceptionThrown", "RuntimeThreadSuspended", "HandleDestroyed"});
}

// For server GC, whose collections no thread of the program reports: to a thread that is not of the
// program.
bool to_another_of_the_collectors(const Recording& recording, const Change& change) {
  const bool by_program = any_in(recording, all_of(recording), [&](std::size_t unit) {
    return recording.units[unit].name == "GarbageCollectionStarted" &&
           is_of_program(recording, recording.units[unit].thread);
  });
  // The two calls of a batch stay together.
  const bool apart = recording.units[change.unit].twin && !change.both;
  return !by_program && !apart && !is_of_program(recording, static_cast<std::uint32_t>(change.after[0]));
}

bool to_a_background_thread(const Recording& recording, const Change& change) {
  return reports_brackets_only(recording) &&
         !has_come_on(recording, static_cast<std::uint32_t>(change.after[0]), {"Initialize"});
}

// No suspension shows which thread collects.
bool any_thread_collects(const Recording& recording, const Change& change) {
  if (any_named(recording, all_of(recording), {"RuntimeSuspendStarted"})) return false;
  const auto thread = static_cast<std::uint32_t>(change.after[0]);
  return !has_come_on(recording, thread, {"ThreadDestroyed", "InitializeForAttach"});
}

// Not the last callback, and its thread raises no later ones.
bool nothing_comes_on_its_thread(const Recording& recording, const Change& change) {
  const std::uint32_t thread = recording.units[change.unit].thread;
  return !any_in(recording, rest(recording, change), [&](std::size_t unit) {
    return unit != change.unit && recording.units[unit].thread == thread;
  });
}

// Between the thread's previous callback and its RuntimeThreadResumed.
bool reported_late(const Recording& recording, const Change& change) {
  if (!change.field.empty()) return false;
  const std::uint64_t thread = number(recording, change.unit, "thread");
  const std::uint32_t native = recording.units[change.unit].thread;
  const Stretch over = moved_over(recording, change);
  if (change.place < over.end || any_in(recording, over, [&](std::size_t unit) {
        return unit != change.unit && recording.units[unit].thread == native;
      }))
    return false;
  const auto next = std::ranges::find_if(recording.units, [&](const CallUnit& each) {
    return each.thread == native && each.lines.front() >= change.place;
  });
  return next != recording.units.end() && next->name == "RuntimeThreadResumed" &&
         trace::number_in(recording.event(next->lines.front()), "thread") == thread;
}

// Moved past the beginning of another thread's suspension. In between, its own thread raises at most
// RuntimeThreadSuspended.
bool overtaken(const Recording& recording, const Change& change) {
  const Stretch over = moved_over(recording, change);
  const std::uint32_t native = recording.units[change.unit].thread;
  if (!change.field.empty() || change.place < over.end) return false;
  const bool begins = any_in(recording, over, [&](std::size_t unit) {
    return recording.units[unit].thread != native && recording.units[unit].name == "RuntimeSuspendStarted";
  });
  return begins && !any_in(recording, over, [&](std::size_t unit) {
           return unit != change.unit && recording.units[unit].thread == native &&
                  recording.units[unit].name != "RuntimeThreadSuspended";
         });
}

bool rests_longer(const Recording& recording, const Change& change) {
  const Stretch over = moved_over(recording, change);
  const std::uint32_t native = recording.units[change.unit].thread;
  const bool begins = any_in(recording, all_of(recording), [&](std::size_t unit) {
    return recording.units[unit].thread == native && recording.units[unit].name == "RuntimeSuspendStarted";
  });
  return change.field.empty() && change.place >= over.end && !begins &&
         !any_in(recording, over, [&](std::size_t unit) {
           return unit != change.unit && recording.units[unit].thread == native;
         });
}

// The first of the two names all generations, so it may have been a background collection.
bool young_in_a_background_one(const Recording& recording, const Change& change) {
  if (!reports_brackets_only(recording)) return false;
  const auto count = [&](std::size_t unit) {
    const trace::Table reported = trace::table_in(entry_of(recording, unit), "generations");
    std::size_t collected = 0;
    for (std::uint64_t row = 0; row < reported.rows; ++row)
      collected += reported.columns[0].at(row) != 0 ? 1 : 0;
    return std::pair(collected, static_cast<std::size_t>(reported.rows));
  };
  const std::size_t next = next_collection(recording, change.unit + 1);
  if (next == recording.units.size()) return false;
  const auto [first, all] = count(change.unit);
  return first == all && count(next).first < all;
}

constexpr std::string_view kAnyHeap =
    "Under server GC each of the collector's threads may report (threads/batches-stay-on-thread).";

using enum Damage;

}  // namespace

std::span<const LegalDamage> legal_stops() {
  static const std::vector<LegalDamage> kRows = {
      {"RuntimeSuspendStarted",
       {kShift},
       suspended_for_no_collection,
       "The runtime also suspends for its own reasons (COR_PRF_SUSPEND_REASON), and for collections that "
       "need not follow, as in a no-GC region (fixtures/traces/prepared.jsonl). None is reported inside."},
      {"RuntimeResumeFinished",
       {kDrop},
       nothing_comes_on_its_thread,
       "A thread that has resumed the runtime may be kept from reporting it until the process ends "
       "(suspension/resume-same-thread)."},
      {"RuntimeResumeFinished",
       {kSwap, kMove},
       overtaken,
       "A thread that resumes the runtime may report it when the next suspension has stopped it "
       "(suspension/resume-same-thread)."},
      {"RuntimeThreadResumed",
       {kDrop},
       nothing_comes_on_its_thread,
       "A thread may be kept from it until the process ends (ICorProfilerCallback::RuntimeThreadResumed "
       "names no "
       "time)."},
      {"RuntimeThreadResumed",
       {kSwap, kMove},
       rests_longer,
       "RuntimeThreadResumed may come after RuntimeResumeFinished (suspension/threads-inside). Its thread "
       "reports nothing in between."},
      {"RuntimeThreadSuspended",
       {kSwap, kMove},
       reported_late,
       "A thread that comes back from native code raises both callbacks later (suspension/threads-inside)."},
      {"RuntimeSuspendStarted",
       {kDrop},
       may_begin_before_the_attach,
       "A profiler may attach in a suspension, whose end it is notified of (suspension/known-reason)."},
      {"GarbageCollectionStarted", {kThread}, to_another_of_the_collectors, kAnyHeap},
      {"GarbageCollectionFinished",
       {kThread},
       to_a_background_thread,
       "A background collection has a thread of its own, which brackets alone do not show."},
      {"GarbageCollectionFinished", {kThread}, to_another_of_the_collectors, kAnyHeap},
      {"GarbageCollectionFinished",
       {kHeldThere},
       brackets_alone,
       "Under COR_PRF_HIGH_BASIC_GC alone a background collection ends while others begin "
       "(bracket/basic-gc-bound)."},
      {"GarbageCollectionStarted", {kRoundThread}, to_another_of_the_collectors, kAnyHeap},
      {"GarbageCollectionStarted",
       {kRoundThread},
       any_thread_collects,
       "Each thread of the program may trigger a collection, and server GC with one heap has one of its own "
       "(threads/triggering-thread); no suspension shows which it was."},
      {"GarbageCollectionStarted",
       {kRoundJoined},
       young_in_a_background_one,
       "Under COR_PRF_HIGH_BASIC_GC alone a young collection may start in the first pause of a background "
       "one (bracket/resumed-between)."},
      {"MovedReferences2", {kThread}, to_another_of_the_collectors, kAnyHeap},
      {"SurvivingReferences2", {kThread}, to_another_of_the_collectors, kAnyHeap},
      {"RootReferences2", {kThread}, to_another_of_the_collectors, kAnyHeap},
      {"ObjectReferences", {kThread}, to_another_of_the_collectors, kAnyHeap},
      {"ObjectsAllocatedByClass", {kThread}, to_another_of_the_collectors, kAnyHeap},
      {"HandleDestroyed",
       {kHeldThere},
       always,
       "The finalizer's thread frees handles in preemptive mode during a collection under .NET 10 "
       "(docs/deviations.md)."},
  };
  return kRows;
}

}  // namespace gcrucible::tests
