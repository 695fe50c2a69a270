// Legal damages of what is told of threads, exceptions, assemblies and the profiler itself.
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "harness/trace/event_fields.h"
#include "tests/harness/rules/damage/legal_row.h"
#include "tests/harness/rules/damage/places.h"

namespace gcrucible::tests {
namespace {

bool always(const Recording&, const Change&) {
  return true;
}

// Only callbacks of other threads lie between.
bool same_for_its_thread(const Recording& recording, const Change& change) {
  if (!change.field.empty()) return false;
  return !any_in(recording, moved_over(recording, change), [&](std::size_t unit) {
    return unit != change.unit && recording.units[unit].thread == recording.units[change.unit].thread;
  });
}

// Nothing more comes on it, and nobody tells its end.
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

bool unstarted_thread(const Recording& recording, const Change& change) {
  if (change.field != "thread") return false;
  return !any_in(recording, all_of(recording),
                 [&](std::size_t unit) { return number(recording, unit, "thread") == change.after[0]; });
}

bool named_elsewhen(const Recording& recording, const Change& change) {
  if (!change.field.empty() || !lands_among_running_code(recording, change)) return false;
  const std::uint64_t thread = number(recording, change.unit, "thread");
  return !any_in(recording, {0, change.place}, [&](std::size_t unit) {
    return recording.units[unit].name == "ThreadDestroyed" && number(recording, unit, "thread") == thread;
  });
}

// As deep in exceptions as it was, and never less deep on the way.
bool caught_longer(const Recording& recording, const Change& change) {
  if (!change.field.empty() || !lands_among_running_code(recording, change)) return false;
  return !any_in(recording, moved_over(recording, change), [&](std::size_t unit) {
    return unit != change.unit && recording.units[unit].name.starts_with("Exception");
  });
}

// Nor a collection, which moves what is caught.
bool entered_or_left_elsewhen(const Recording& recording, const Change& change) {
  return caught_longer(recording, change) &&
         !any_named(recording, moved_over(recording, change), {"GarbageCollectionStarted"});
}

std::vector<std::size_t> exception_units(const Recording& recording, std::uint32_t thread) {
  std::vector<std::size_t> units;
  for (std::size_t i = 0; i < recording.units.size(); ++i) {
    if (recording.units[i].thread == thread && recording.units[i].name.starts_with("Exception"))
      units.push_back(i);
  }
  return units;
}

// Which blocks the thread is in behind each of its callbacks of exceptions, if the change is made.
struct Blocks {
  std::string inside;    // 'c' of a catch block, 'f' of a filter or a finally block, the innermost last
  bool running = false;  // its code runs: no exception is searched for or unwound
  bool left_one_too_many = false;

  void take(std::string_view name) {
    running = name.starts_with("ExceptionCatcher");
    if (name == "ExceptionCatcherEnter") inside += 'c';
    if (name == "ExceptionSearchFilterEnter" || name == "ExceptionUnwindFinallyEnter") inside += 'f';
    const bool catcher = name == "ExceptionCatcherLeave";
    if (!catcher && name != "ExceptionSearchFilterLeave" && name != "ExceptionUnwindFinallyLeave") return;
    const std::size_t found = inside.rfind(catcher ? 'c' : 'f');
    if (found == std::string::npos) {
      left_one_too_many = true;
    } else {
      inside.resize(found);
    }
  }
};

// It lands in the code of a catch block, and none is left that was not entered.
bool another_block_left(const Recording& recording, const Change& change) {
  if (!change.field.empty() || !lands_among_running_code(recording, change)) return false;
  Blocks blocks;
  bool landed = false;
  const auto land = [&] {
    landed = true;
    const bool fits = blocks.running && blocks.inside.ends_with('c');
    blocks.take("ExceptionCatcherLeave");
    return fits;
  };
  for (const std::size_t unit : exception_units(recording, recording.units[change.unit].thread)) {
    if (!landed && recording.units[unit].lines.front() >= change.place && !land()) return false;
    if (unit != change.unit) blocks.take(recording.units[unit].name);
  }
  return (landed || land()) && !blocks.left_one_too_many;
}

// Behind it a catch block is open still, which another exception may have been thrown in.
bool block_around_it(const Recording& recording, const Change& change) {
  Blocks blocks;
  for (const std::size_t unit : exception_units(recording, recording.units[change.unit].thread)) {
    blocks.take(recording.units[unit].name);
    if (unit == change.unit && !blocks.inside.ends_with('c')) return false;
    if (unit == change.unit) blocks.take("ExceptionCatcherLeave");
  }
  return !blocks.left_one_too_many;
}

// The next that is told of exceptions on its thread is another one.
bool exception_leaves_it(const Recording& recording, const Change& change) {
  const auto units = exception_units(recording, recording.units[change.unit].thread);
  const auto own = std::find(units.begin(), units.end(), change.unit);
  return own != units.end() && std::next(own) != units.end() &&
         recording.units[*std::next(own)].name == "ExceptionThrown";
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

using enum Damage;

}  // namespace

std::span<const LegalDamage> legal_lives() {
  static const std::vector<LegalDamage> kRows = {
      {"ThreadAssignedToOSThread",
       {kSwap, kMove},
       same_for_its_thread,
       "Callbacks of different threads come in any order (threads/assigned-at-once is about one thread)."},
      {"ThreadAssignedToOSThread",
       {kDrop},
       thread_stands_still,
       "A thread may be kept from it until the process ends (threads/assigned-at-once)."},
      {"ThreadDestroyed",
       {kDrop},
       thread_lives_on,
       "A process may end with threads that are never told as destroyed (ICorProfilerCallback::Shutdown)."},
      {"ThreadNameChanged", {kDrop, kDouble}, always, "A thread is named as often as the program likes."},
      {"ThreadNameChanged",
       {kShift},
       unstarted_thread,
       "A thread may be named before it is started, which is when it is told as created (threads/known)."},
      {"ThreadNameChanged",
       {kSwap, kMove},
       named_elsewhen,
       "A thread may be named at any time until it is destroyed (threads/known)."},
      {"ExceptionThrown",
       {kSwap, kMove},
       caught_longer,
       "An exception is thrown whenever the program does it, and nothing of exceptions lies between."},
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
       another_block_left,
       "A catch block lasts as long as the program likes (exceptions/nest), and does not say which one it "
       "is."},
      {"ExceptionCatcherLeave",
       {kDouble},
       block_around_it,
       "An exception that is thrown in a catch block may be caught inside of it, by a function that it "
       "calls, and the block be left afterwards (exceptions/nest)."},
      {"ExceptionUnwindFinallyLeave",
       {kDrop},
       exception_leaves_it,
       "An exception that is thrown in a finally block and not caught there takes it along, which is not told "
       "(exceptions/nest)."},
      {"ExceptionSearchFilterEnter",
       {kSwap, kMove},
       entered_or_left_elsewhen,
       "Handles are made and objects allocated outside of filters as well."},
      {"ExceptionSearchFilterLeave",
       {kSwap, kMove},
       entered_or_left_elsewhen,
       "Handles are made and objects allocated outside of filters as well."},
      {"ExceptionUnwindFinallyEnter",
       {kSwap, kMove},
       entered_or_left_elsewhen,
       "Handles are made and objects allocated outside of finally blocks as well."},
      {"ExceptionUnwindFinallyLeave",
       {kSwap, kMove},
       entered_or_left_elsewhen,
       "Handles are made and objects allocated outside of finally blocks as well."},
      {"ExceptionCatcherEnter",
       {kSwap, kMove},
       entered_or_left_elsewhen,
       "Handles are made and objects allocated outside of catch blocks as well."},
      {"LoadAsNotificationOnly",
       {kDrop},
       without_the_question,
       "A profiler without ICorProfilerCallback11 is not asked, and this recording does not say that it has "
       "it."},
      {"Initialize",
       {kDrop},
       without_the_question,
       "A trace may begin behind Initialize, and this one has no LoadAsNotificationOnly that it would have "
       "to "
       "follow (start/initialize-first)."},
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
