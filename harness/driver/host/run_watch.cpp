#include "harness/driver/host/run_watch.h"

#include <algorithm>
#include <csignal>
#include <optional>
#include <string>
#include <utility>

#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/info_methods.h"
#include "harness/driver/host/killed_run.h"
#include "harness/driver/native_stack.h"
#include "harness/platform/process/interruption.h"
#include "harness/program/spoken_names.h"
#include "harness/protocol/interface_answers.h"

namespace gcrucible::driver {
namespace {

using protocol::ControlBlock;
using protocol::Stage;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kGlance{50};
constexpr std::chrono::milliseconds kLongestGlance{200};
// A process is starved if it is ready to run and got less than this part of a glance. That is less than one
// tick of 10 ms. A thread that spins among other spinning threads gets more, or its hang is found a little
// later.
constexpr int kStarvedShare = 5;
constexpr int kStarvedWeight = 10;
// After the user's interruption, a run without progress is not waited for any longer than this.
constexpr std::chrono::milliseconds kLastPatience{500};
// After the user's interruption, a run with progress is not waited for any longer than this.
constexpr std::chrono::milliseconds kLongestPatience{2'000};

// State that must change for a run to be alive. The trace and the number of callbacks are not part of it. A
// thread of the profiler that calls Info without end lets both grow, even if the program makes no progress.
struct Progress {
  Stage stage;
  protocol::LoadStep load_step;
  std::uint64_t steps;
  std::uint64_t life;        // the last callback of the first thread outside the program,
  std::uint32_t life_depth;  // and whether it has returned
  std::uint64_t absent;      // the same for a thread that has released the world
  std::uint32_t absent_depth;

  explicit Progress(const ControlBlock& block)
      : stage(block.stage.load()),
        load_step(block.load_step.load()),
        steps(block.progress.load()),
        life(block.life_callback.number.load()),
        life_depth(block.life_callback.depth.load()),
        absent(block.absent_callback.number.load()),
        absent_depth(block.absent_callback.depth.load()) {}
  friend bool operator==(const Progress&, const Progress&) = default;
};

// The block may contain anything after a crash.
template <std::size_t N>
std::string text_of(const char (&buffer)[N]) {
  return {buffer, std::find(buffer, buffer + N, '\0')};
}

std::string seconds(std::chrono::milliseconds time) {
  const auto tenths = time.count() / 100;
  return std::to_string(tenths / 10) + (tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10)) + " s";
}

// Checks for values that no host writes. A process that a signal ends may be in the middle of a write.
bool is_damaged(const ControlBlock& block, const std::optional<platform::ProcessEnd>& end) {
  return block.magic != ControlBlock::kMagic || block.stage.load() > Stage::kRefused ||
         block.load_step.load() > protocol::LoadStep::kUnload ||
         block.files_fault.load() > protocol::FilesFault::kWritten ||
         (block.stage.load() == Stage::kRefused && end && !end->signal &&
          block.refusal_sum.load() != block.sum_of_message());
}

// Whether the process ended itself before it came to its regular end.
bool is_early(const Outcome& outcome, const ControlBlock& block) {
  return outcome.stage != Stage::kFinished || outcome.exit_code != block.end_status.load();
}

// A death takes precedence over processes that were left running.
void set_left(Outcome& outcome, std::uint32_t processes, std::string names) {
  if (processes == 0) return;
  outcome.left_processes = processes;
  outcome.left_names = std::move(names);
  if (outcome.fate != Fate::kFinished) return;
  outcome.fate = Fate::kLeftProcesses;
  outcome.died = "left processes running";
  outcome.message = text_of_left(processes, outcome.left_names);
}

void judge_standstill(Outcome& outcome, const Watched& watched, const RunOptions& options) {
  if (watched.standstill == Standstill::kProfiler) {
    outcome.fate = Fate::kHung;
    outcome.asleep = watched.asleep;
    outcome.cut_short = !watched.deadlocked && watched.awaited < options.timeout;
    outcome.died = watched.deadlocked ? "deadlock" : "timeout after " + seconds(watched.awaited);
    return;
  }
  outcome.fate = Fate::kRefused;
  outcome.interrupted = watched.standstill == Standstill::kInterrupted;
  outcome.message = "it was interrupted. " + place_of(outcome);
  if (outcome.interrupted) return;
  outcome.message =
      "the simulator itself has made no progress for " +
      seconds(std::max(options.timeout, options.simulator_timeout)) +
      ", with no thread in the profiler's code; make a smaller heap, and report it if this one is small";
}

void judge(Outcome& outcome, const Watched& watched, bool simulating, const ControlBlock& block,
           const RunOptions& options) {
  if (watched.standstill != Standstill::kNone) {
    judge_standstill(outcome, watched, options);
    return;
  }
  const std::optional<platform::ProcessEnd>& end = watched.end;
  outcome.signal = end->signal;
  outcome.exit_code = end->exit_code;
  outcome.forked =
      !end->signal && block.forks.load() != 0 && outcome.stage != Stage::kRefused && is_early(outcome, block);
  if (is_damaged(block, end)) {
    outcome.fate = Fate::kWroteMemory;
    outcome.died = "wrote into memory";
    outcome.message = "wrote into memory that gcrucible-host shares with gcrucible";
  } else if (outcome.stage == Stage::kRefused) {
    outcome.fate = Fate::kRefused;
    outcome.profiler_refused = block.profiler_refused.load() != 0;
    // Another method may have answered in place of Initialize.
    if (const std::string wrong = wrong_slots_text(outcome.slots); !wrong.empty())
      outcome.message += "\nPossible cause: " + wrong;
  } else if (block.threw.load() != 0) {
    outcome.fate = Fate::kThrew;
    outcome.died = "exception";
  } else if (outcome.forked && block.files_fault.load() == protocol::FilesFault::kNone) {
    // It is random whether the copy also returned before it was ended.
    outcome.fate = Fate::kExited;
    outcome.died = to_text(*end);
  } else if (block.copy_came_back.load() != 0) {
    outcome.fate = Fate::kExited;
    outcome.copy_came_back = true;
    outcome.died = "a forked copy came back";
  } else if (const auto fault = block.files_fault.load(); fault != protocol::FilesFault::kNone) {
    // Takes precedence over the consequences at the process's exit.
    const bool closed = fault == protocol::FilesFault::kClosed;
    outcome.fate = closed ? Fate::kClosedFiles : Fate::kWroteFiles;
    outcome.died = closed ? "closed file descriptors" : "wrote into file descriptors";
  } else if (end->signal == SIGKILL && simulating && may_be_the_system(outcome)) {
    outcome.fate = Fate::kRefused;
    outcome.message = text_of_kill();
  } else if (end->signal) {
    outcome.fate = Fate::kCrashed;
    outcome.died = to_text(*end);
  } else if (is_early(outcome, block)) {
    outcome.fate = Fate::kExited;
    outcome.died = to_text(*end);
  } else {
    outcome.exit_code = 0;
  }
}

// Whether `a` describes the place of a run better than `b`: a callback that has not returned, otherwise the
// later one.
bool says_more(const protocol::CallbackPlace& a, const protocol::CallbackPlace& b) {
  const bool inside = a.depth.load() != 0;
  if (inside != (b.depth.load() != 0)) return inside;
  return a.number.load() > b.number.load();
}

// Returns the callback in which the run ended, or its last callback.
// - A hang is attributed to the program, including a thread that has released the world. This holds even if a
//   thread of the profiler collects without end at the same time.
// - Before and after the program, a hang is attributed to the first thread: to Shutdown even if a suspension
//   of the profiler continues.
// - A crashed thread has recorded its callback. If it was in none, or if several threads are possible, the
//   last entered callback that has not returned is used.
const protocol::CallbackPlace& place_of_end(const ControlBlock& block, bool hung, bool overtaken) {
  if (!hung && block.crashed_callback.depth.load() != 0) return block.crashed_callback;
  const protocol::CallbackPlace* collecting = &block.program_callback;
  for (const protocol::CallbackPlace& each : block.worker_callbacks) {
    if (says_more(each, *collecting)) collecting = &each;
  }
  const protocol::CallbackPlace& program = *collecting;
  const protocol::CallbackPlace& life = block.life_callback;
  if (hung && life.depth.load() != 0) return life;
  const protocol::CallbackPlace& absent = block.absent_callback;
  const bool away = hung && overtaken && absent.depth.load() != 0;
  const protocol::CallbackPlace& stepping = away || says_more(absent, program) ? absent : program;
  const protocol::CallbackPlace& own = says_more(life, stepping) ? life : stepping;
  if (hung && own.number.load() != 0) return own;
  return says_more(block.other_callback, own) ? block.other_callback : own;
}

// Whether the profiler is in a callback that came after `number`.
bool called_behind(const ControlBlock& block, std::uint64_t number) {
  for (const protocol::CallbackPlace* const place :
       {&block.program_callback, &block.life_callback, &block.absent_callback, &block.other_callback}) {
    if (place->depth.load() != 0 && place->number.load() > number) return true;
  }
  return std::ranges::any_of(block.worker_callbacks, [number](const protocol::CallbackPlace& place) {
    return place.depth.load() != 0 && place.number.load() > number;
  });
}

std::string callback_name(const protocol::CallbackPlace& place) {
  return std::string(abi::callback_name(place.slot.load()));
}

void read_question(Outcome& outcome, const ControlBlock& block) {
  if (const std::uint32_t awaited = block.awaited_slot.load();
      awaited != 0 && awaited <= abi::kInfoMethods.size() && !outcome.inside_callback) {
    outcome.awaited = true;
    outcome.own_question = abi::kInfoMethods[awaited - 1].name;
    outcome.question_line = block.awaited_line.load();
    return;
  }
  const std::uint32_t slot = block.question_slot.load();
  if ((outcome.held || slot != 0) && block.suspending_line.load() != 0) {
    outcome.held = true;
    outcome.own_question = "SuspendRuntime";
    outcome.question_line = block.suspending_line.load();
  } else if (slot != 0 && slot <= abi::kInfoMethods.size() &&
             !called_behind(block, block.question_behind.load())) {
    outcome.own_question = abi::kInfoMethods[slot - 1].name;
    outcome.question_line = block.question_line.load();
  }
}

void read_block(Outcome& outcome, const ControlBlock& block, bool hung, bool overtaken) {
  outcome.stage = block.stage.load();
  outcome.load_step = block.load_step.load();
  outcome.step_line = block.step_line.load();
  outcome.step_column = block.step_column.load();
  outcome.attach_answer = static_cast<std::int32_t>(block.attach_answer.load());
  outcome.callbacks = block.callbacks.load();
  const protocol::CallbackPlace& place = place_of_end(block, hung, overtaken);
  outcome.callback_number = place.number.load();
  outcome.inside_callback = place.depth.load() != 0;
  outcome.own_thread = !hung && block.crashed_outside.load() != 0;
  outcome.after_shutdown = block.after_shutdown.load() != 0;
  outcome.held = block.held.load() != 0;
  outcome.collection = block.collection.load();
  outcome.collecting = block.collecting.load() != 0;
  outcome.probing = block.probing.load() != 0;
  if (const auto loaded = protocol::interfaces_of(block.interfaces.load()))
    outcome.answers_any_iid = loaded->answers.unknown;
  if (outcome.callbacks != 0) outcome.last_callback = callback_name(place);
  outcome.together = block.turns.together.load() != 0;
  const std::vector<std::uint32_t> threads = threads_of(block.turns);
  for (std::size_t i = 0; i < block.worker_callbacks.size(); ++i) {
    const protocol::CallbackPlace& each = block.worker_callbacks[i];
    if (each.depth.load() == 0) continue;
    const bool is_thread = outcome.together && i < threads.size();
    outcome.worker_callbacks.push_back(
        {.number_of_thread = is_thread ? threads[i] : static_cast<std::uint32_t>(i),
         .callback = callback_name(each),
         .number = each.number.load()});
  }
  if (block.deadlocked.load() != 0) {
    const std::string reported = text_of(block.message);
    const std::size_t end = reported.find('\n');
    outcome.deadlock = reported.substr(0, end);
    if (end != std::string::npos) outcome.cycle = reported.substr(end + 1);
  }
  if (hung) read_question(outcome, block);
  const std::string method = text_of(block.crashed_in);
  const std::size_t end = method.find('\n');
  outcome.inside_method = method.substr(0, end);
  if (end != std::string::npos) outcome.arguments = method.substr(end + 1);
}

void lose_counts(Outcome& outcome) {
  outcome.counts_lost = true;
  outcome.callbacks = 0;
  outcome.callback_number = 0;
  outcome.collection = 0;
  outcome.step_line = 0;
  outcome.step_column = 0;
  outcome.question_line = 0;
  outcome.worker_callbacks.clear();
}

// Numbers that no run reaches. The profiler has then written over the block, so the others are not facts
// either.
bool is_implausible(const Outcome& outcome) {
  constexpr std::uint64_t kMostCallbacks = std::uint64_t{1} << 40;
  constexpr std::uint32_t kMostLines = 1u << 28;
  constexpr std::uint32_t kMostCollections = 1u << 30;
  return outcome.callbacks > kMostCallbacks || outcome.callback_number > kMostCallbacks ||
         outcome.collection > kMostCollections || outcome.step_line > kMostLines ||
         outcome.question_line > kMostLines || (outcome.callbacks != 0 && outcome.last_callback.empty()) ||
         std::ranges::any_of(outcome.worker_callbacks, [](const WorkerCallback& each) {
           return each.number > kMostCallbacks || each.callback.empty();
         });
}

Outcome read_place(const Watched& watched, const ControlBlock& block) {
  Outcome outcome;
  read_block(outcome, block, watched.standstill != Standstill::kNone, watched.overtaken);
  if (is_implausible(outcome)) lose_counts(outcome);
  return outcome;
}

// The time without progress, summed over all glances. The simulator may work for the profiler's threads now
// and then; this must not restart the other sum.
struct Idle {
  Clock::duration profiling{}, simulating{}, asleep{};
  Clock::duration unwanted{};  // since the user's interruption
};

// The part of the time since the last glance that counts. This process may not have got a processor itself.
Clock::duration time_passed(Clock::duration elapsed, const platform::Activity& activity,
                            std::chrono::milliseconds worked) {
  const Clock::duration passed = std::min<Clock::duration>(elapsed, kLongestGlance);
  const bool starved = activity.ready && worked < passed / kStarvedShare;
  return starved || activity.gone ? passed / kStarvedWeight : passed;
}

void add_idle(Clock::duration passed, const platform::Activity& activity, const ControlBlock& block,
              Idle& idle) {
  // A busy system takes seconds to create or end a process.
  const bool is_simulating = activity.gone || block.simulating();
  (is_simulating ? idle.simulating : idle.profiling) += passed;
  // The simulator's work takes processor time, without a limit. If it sleeps after the profiler was loaded,
  // it waits for something like the lock of malloc. Only the profiler can have taken or damaged that.
  if (is_simulating && block.stage.load() > Stage::kLoading && activity.sleeps) idle.asleep += passed;
}

// How often a run has hung there before.
std::uint64_t known_hangs(const Watched& watched, const ControlBlock& block, const RunOptions& options) {
  if (options.known_hangs == nullptr || options.known_hangs->empty()) return 0;
  return options.known_hangs->times(place_name(read_place(watched, block)));
}

// The standstill of a run without progress; empty if it may go on. `overtaken`: as in Watched.
std::optional<Watched> standstill(const Idle& idle, bool overtaken, const ControlBlock& block,
                                  const RunOptions& options) {
  if (idle.unwanted >= kLastPatience) return Watched{std::nullopt, Standstill::kInterrupted};
  if (block.deadlocked.load() != 0)
    return Watched{.end = {}, .standstill = Standstill::kProfiler, .deadlocked = true};
  if (options.timeout.count() == 0) return std::nullopt;
  const Clock::duration longest = std::max(idle.asleep, idle.profiling);
  const bool sleeping = idle.asleep >= idle.profiling;
  Watched stands{.end = {},
                 .standstill = Standstill::kProfiler,
                 .asleep = sleeping,
                 .overtaken = !sleeping && overtaken,
                 .awaited = options.timeout};
  if (longest >= options.timeout) return stands;
  const std::chrono::milliseconds at_once = shortest_timeout(options);
  stands.awaited = short_timeout(options);
  if (longest >= at_once) {
    const std::uint64_t times = known_hangs(stands, block, options);
    if (times >= kFewHangs) stands.awaited = at_once;
    if (times != 0 && longest >= stands.awaited) return stands;
  }
  if (idle.simulating >= std::max(options.timeout, options.simulator_timeout))
    return Watched{std::nullopt, Standstill::kSimulator};
  return std::nullopt;
}

Watched watch(const WaitForEnd& wait, const Look& look, const ControlBlock& block, const RunOptions& options,
              SlowCallbacks& slow_callbacks) {
  const auto glance = options.timeout.count() == 0 ? kGlance : std::min(kGlance, options.timeout);
  Progress last(block);
  Idle idle;
  Clock::duration unwanted_in_all{};
  std::chrono::milliseconds worked_before{0};
  for (Clock::time_point before = Clock::now();;) {
    const std::uint64_t callback = block.program_callback.number.load();
    if (const auto end = wait(glance)) return {end};
    if (options.look_on)
      options.look_on({.collection = block.collection.load(), .line = block.step_line.load()});
    const Clock::time_point now = Clock::now();
    const Clock::duration elapsed = now - std::exchange(before, now);
    const platform::Activity activity = look();
    const auto worked = activity.worked - std::exchange(worked_before, activity.worked);
    if (platform::PatientInterruption::asked()) {
      idle.unwanted += elapsed;
      unwanted_in_all += elapsed;
      if (unwanted_in_all >= kLongestPatience) return {std::nullopt, Standstill::kInterrupted};
    }
    const Clock::duration passed = time_passed(elapsed, activity, worked);
    slow_callbacks.look(block, passed);
    if (const Progress progress(block); progress != last) {
      last = progress;
      idle = {};
      continue;
    }
    add_idle(passed, activity, block, idle);
    const bool overtaken = block.program_callback.number.load() != callback;
    std::optional<Watched> stands = standstill(idle, overtaken, block, options);
    if (stands) return *std::move(stands);
  }
}

}  // namespace

Watched watch(const WaitForEnd& wait, const Look& look, const ControlBlock& block,
              const RunOptions& options) {
  look_at_memory();
  SlowCallbacks slow_callbacks;
  Watched watched = watch(wait, look, block, options, slow_callbacks);
  // A hang is reported as a hang, without hold-ups.
  if (watched.end) watched.slow_callbacks = slow_callbacks.take(block);
  return watched;
}

std::chrono::milliseconds short_timeout(const RunOptions& options) {
  constexpr std::chrono::milliseconds kLeast{1'000};
  constexpr int kShare = 10;
  return std::min(options.timeout, std::max(options.timeout / kShare, kLeast));
}

std::chrono::milliseconds shortest_timeout(const RunOptions& options) {
  constexpr std::chrono::milliseconds kLeast{100};
  constexpr int kShare = 100;
  return std::min(options.timeout, std::max(options.timeout / kShare, kLeast));
}

Outcome place_of_run(const Watched& watched, const ControlBlock& block, const program::Program& program) {
  Outcome outcome = read_place(watched, block);
  for (WorkerCallback& each : outcome.worker_callbacks)
    each.name = program::spoken_thread(program, each.number_of_thread);
  outcome.slow_callbacks = watched.slow_callbacks;
  for (SlowCallback& each : outcome.slow_callbacks) {
    if (each.thread) each.name = program::spoken_thread(program, *each.thread);
  }
  return outcome;
}

void report_end(Outcome& outcome, const Watched& watched, bool simulating, const ControlBlock& block,
                const RunOptions& options, const std::string& profiler) {
  if (watched.standstill == Standstill::kNone) outcome.message = text_of(block.message);
  if (is_damaged(block, watched.end)) lose_counts(outcome);
  if (outcome.counts_lost) outcome.slow_callbacks.clear();
  if (!outcome.counts_lost) outcome.slots = slot_facts(block.slots, outcome.answers_any_iid);
  judge(outcome, watched, simulating, block, options);
  // A run that was cut short hung at a known place, and counts for that place.
  const bool stood = watched.standstill == Standstill::kProfiler && !watched.deadlocked;
  if (stood && options.known_hangs != nullptr) options.known_hangs->add(place_name(outcome));
  set_left(outcome, block.left_processes.load(), text_of(block.left_names));
  outcome.native_stack = readable_stack(text_of(block.native_stack));
#ifdef __linux__  // elsewhere binutils are not there, or want other addresses
  // The command also finds the lines of the source.
  const std::string command = command_for_names(outcome.native_stack, profiler);
  outcome.native_stack = with_names_in_file(outcome.native_stack, profiler) + command;
#else
  static_cast<void>(profiler);
#endif
}

}  // namespace gcrucible::driver
