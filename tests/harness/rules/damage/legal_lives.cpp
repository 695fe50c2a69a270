// Legal damages of reports about threads, exceptions, assemblies and the profiler itself.
#include <algorithm>
#include <iterator>

#include "harness/trace/event_fields.h"
#include "tests/harness/rules/damage/legal_row.h"
#include "tests/harness/rules/damage/places.h"

namespace gcrucible::tests {
namespace {

// On its own thread, only suspensions of that thread lie in between.
bool only_suspended_between(const Recording& recording, const Change& change) {
  if (!change.field.empty()) return false;
  const std::uint64_t thread = number(recording, change.unit, "thread");
  return !any_in(recording, moved_over(recording, change), [&](std::size_t unit) {
    const CallUnit& each = recording.units[unit];
    if (unit == change.unit || each.thread != recording.units[change.unit].thread) return false;
    const bool suspension = each.name == "RuntimeThreadSuspended" || each.name == "RuntimeThreadResumed";
    return !suspension || number(recording, unit, "thread") != thread;
  });
}

// No further callback comes on the thread, and its end is not reported.
bool thread_stands_still(const Recording& recording, const Change& change) {
  const std::uint64_t thread = number(recording, change.unit, "thread");
  return !any_in(recording, rest(recording, change), [&](std::size_t unit) {
    if (unit == change.unit) return false;
    return recording.units[unit].thread == recording.units[change.unit].thread ||
           (recording.units[unit].name == "ThreadDestroyed" && number(recording, unit, "thread") == thread);
  });
}

bool thread_lives_on(const Recording& recording, const Change& change) {
  const std::uint64_t thread = number(recording, change.unit, "thread");
  return !any_in(recording, rest(recording, change), [&](std::size_t unit) {
    return recording.units[unit].name == "ThreadCreated" && number(recording, unit, "thread") == thread;
  });
}

bool names_another(const Recording&, const Change& change) {
  return change.field == "thread" && change.after[0] != 0;
}

bool named_elsewhen(const Recording& recording, const Change& change) {
  return change.field.empty() && lands_among_running_code(recording, change);
}

// The depth of exceptions is the same, and never lower on the way.
bool caught_longer(const Recording& recording, const Change& change) {
  if (!change.field.empty() || !lands_among_running_code(recording, change)) return false;
  return !any_in(recording, moved_over(recording, change), [&](std::size_t unit) {
    return unit != change.unit && recording.units[unit].name.starts_with("Exception");
  });
}

// Moved later over complete exceptions, each thrown and its catch block left. Or moved into the catch block
// of another one, whose place it takes when it leaves.
bool caught_around_others(const Recording& recording, const Change& change) {
  const Stretch over = moved_over(recording, change);
  if (!change.field.empty() || change.place < over.end || !lands_among_running_code(recording, change))
    return false;
  std::size_t deep = 0;
  bool whole = true;
  std::string_view last;
  any_in(recording, over, [&](std::size_t unit) {
    const std::string_view name = recording.units[unit].name;
    if (unit == change.unit || !name.starts_with("Exception")) return false;
    if (name == "ExceptionThrown") ++deep;
    whole = whole && deep != 0;
    last = name;
    if (name == "ExceptionCatcherLeave" && deep != 0) --deep;
    return false;
  });
  return whole && (deep == 0 || last == "ExceptionCatcherEnter");
}

bool without_the_question(const Recording& recording, const Change&) {
  return recording.callback_version < 11;
}

bool nested_load(const Recording& recording, const Change& change) {
  if (!change.field.empty() || !lands_among_running_code(recording, change)) return false;
  return !any_named(recording, moved_over(recording, change),
                    {"AssemblyLoadStarted", "AssemblyLoadFinished", "ModuleLoadStarted", "ModuleLoadFinished",
                     "ModuleAttachedToAssembly"});
}

bool begins_before_attachment(const Recording& recording, const Change& change) {
  if (!change.field.empty() || !lands_among_running_code(recording, change)) return false;
  const Stretch over = moved_over(recording, change);
  const bool whole = any_named(recording, over, {"ModuleLoadFinished"});
  return whole && !any_named(recording, over,
                             {"AssemblyLoadStarted", "AssemblyLoadFinished", "ModuleAttachedToAssembly"});
}

constexpr std::string_view kAnyThread =
    "No document says on which native thread the profiler is started and ended.";

constexpr std::string_view kPreemptive =
    "Only callbacks that are listed as blocking or forbidding collections keep one off (Book of the Runtime, "
    "GC-Safe Callouts); this one is not.";

using enum Damage;

}  // namespace

std::span<const LegalDamage> legal_lives() {
  static const std::vector<LegalDamage> kRows = {
      {"ThreadAssignedToOSThread",
       {kSwap, kMove},
       only_suspended_between,
       "Callbacks of different threads come in any order, and a starting thread may report its own "
       "suspensions first (threads/assigned-at-once)."},
      {"ThreadAssignedToOSThread",
       {kDrop},
       thread_stands_still,
       "A thread may be kept from it until the process ends (threads/assigned-at-once)."},
      {"ThreadDestroyed",
       {kDrop},
       thread_lives_on,
       "A process may end with threads that are never reported as destroyed "
       "(ICorProfilerCallback::Shutdown)."},
      {"ThreadNameChanged", {kDrop, kDouble}, always, "A thread is named as often as the program likes."},
      {"ThreadNameChanged",
       {kShift},
       names_another,
       "Any thread may be named at any time, also when it has ended (threads/known)."},
      {"ThreadNameChanged", {kThread}, always, "Any thread may name another one (Thread.Name)."},
      {"ThreadDestroyed",
       {kThread},
       always,
       "ICorProfilerCallback::ThreadDestroyed does not say on which native thread it comes."},
      {"LoadAsNotificationOnly", {kThread}, always, kAnyThread},
      {"Initialize", {kThread}, always, kAnyThread},
      {"InitializeForAttach", {kThread}, always, kAnyThread},
      {"ProfilerAttachComplete", {kThread}, always, kAnyThread},
      {"ProfilerDetachSucceeded", {kThread}, always, kAnyThread},
      {"Shutdown", {kThread}, always, kAnyThread},
      {"ProfilerAttachComplete", {kHeldThere}, always, kPreemptive},
      {"ThreadDestroyed", {kHeldThere}, always, kPreemptive},
      {"RuntimeResumeFinished", {kHeldThere}, always, kPreemptive},
      {"ModuleAttachedToAssembly",
       {kThread},
       always,
       "Only the two callbacks of a pair have to come on one thread (ids/load-pairs)."},
      {"ThreadNameChanged",
       {kSwap, kMove},
       named_elsewhen,
       "A thread may be named at any time, also before it is created and when it has ended (threads/known)."},
      {"ExceptionThrown",
       {kSwap, kMove},
       caught_longer,
       "An exception is thrown whenever the program does it, and nothing of exceptions lies between."},
      {"ExceptionThrown",
       {kDouble},
       always,
       "A dynamic method, which is not reported, may catch an object and throw it again "
       "(exceptions/phases)."},
      {"ExceptionCatcherLeave",
       {kDrop},
       always,
       "A catch block may last to the end of the process, which may exit in it (exceptions/nest)."},
      {"ExceptionCatcherLeave",
       {kSwap, kMove},
       caught_longer,
       "A catch block lasts as long as the program likes (exceptions/nest)."},
      {"ExceptionCatcherLeave",
       {kSwap, kMove},
       caught_around_others,
       "A catch block may throw and catch other exceptions (exceptions/nest)."},
      {"LoadAsNotificationOnly",
       {kDrop},
       without_the_question,
       "A profiler without ICorProfilerCallback11 is not asked, and this recording does not say that it has "
       "it."},
      {"Initialize",
       {kDrop},
       without_the_question,
       "A trace may begin after Initialize, and this one has no LoadAsNotificationOnly that Initialize "
       "would have to follow (start/initialize-first)."},
      {"AssemblyLoadStarted",
       {kMove},
       nested_load,
       "Classes may be loaded while an assembly is (loads/nest)."},
      {"AssemblyLoadStarted",
       {kMove},
       begins_before_attachment,
       "An assembly may begin to be loaded when its module is there, which is attached to it afterwards "
       "(loads/attached-once)."},
      {"AssemblyLoadFinished",
       {kSwap, kMove},
       nested_load,
       "Classes may be loaded while an assembly is (loads/nest)."},
  };
  return kRows;
}

}  // namespace gcrucible::tests
