// What the host tells the driver through shared memory, so that it is still there after a crash.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "harness/protocol/trace_seal.h"
#include "harness/protocol/turns_place.h"

namespace gcrucible::protocol {

enum class Stage : std::uint32_t {
  kStarting,
  kLoading,       // the library
  kInitializing,  // the profiler's Initialize
  kRunning,       // the program's steps
  kShuttingDown,
  kFinished,  // everything done, trace closed by the host
  kRefused,   // the profiler could not be loaded, or the case not be run: `message` says why; no finding
};

// What the library is doing in Stage::kLoading.
enum class LoadStep : std::uint32_t {
  kNone,
  kOpen,  // dlopen, which runs its constructors
  kDllMain,
  kGetClassObject,
  kCreateInstance,
  kQueryInterface,
};

// A callback: the innermost one that is entered and has not returned, or the last one.
struct CallbackPlace {
  std::atomic<std::uint32_t> slot{0};
  std::atomic<std::uint32_t> depth{0};  // how many are entered and have not returned
  std::atomic<std::uint32_t> holds{
      0};  // 1: its thread cannot be stopped in it, so that collections wait for it
  std::atomic<std::uint64_t> number{0};  // which callback of the run; 0 if there was none
};

// A callback in which a thread at work beside others has kept one waiting that suspends the runtime.
struct HeldUp {
  std::atomic<std::uint32_t> slot{0};
  std::atomic<std::uint64_t> number{0};
  std::atomic<std::uint32_t> thread{0};  // the program's number of it
  std::atomic<std::uint32_t> collection{0};
  std::atomic<std::uint64_t> milliseconds{0};
};

// What became of descriptors that are the process's own.
enum class FilesFault : std::uint32_t { kNone, kClosed, kWritten };

// Plain memory in a file that both sides map. Written by the host only, but for `end_status`. Atomics of 32
// and 64 bits are address-free on every platform we build for, so that they work between processes.
struct ControlBlock {
  static constexpr std::size_t kMostInCrew = 64;
  static constexpr std::uint32_t kMagic = 0x67637261;  // "gcra"
  std::uint32_t magic = kMagic;
  // What the process exits with that has come to its own end, set before it is asked for the case. Who ends
  // it before that, with status 0 as most do (_exit(0) in a destructor, exec of a program that succeeds),
  // gives himself away.
  static constexpr std::int32_t kEndStatus = 181;
  std::atomic<std::int32_t> end_status{0};
  std::atomic<Stage> stage{Stage::kStarting};
  std::atomic<LoadStep> load_step{LoadStep::kNone};
  // Bytes of whole lines in the trace file; what lies behind them is unfinished.
  std::atomic<std::uint64_t> trace_bytes{0};
  TraceSeal trace_seal;
  std::atomic<std::uint64_t> callbacks{0};  // entered so far on all threads
  CallbackPlace program_callback;           // of the program's doing, by the owner of the world
  CallbackPlace life_callback;              // of the first thread without it: Initialize, Shutdown
  CallbackPlace absent_callback;            // of a thread that has let go of the world inside it
  CallbackPlace other_callback;             // of threads of the profiler's beside it
  // Of threads at work at once: the collector's of server GC by the number of the heap, or the program's in
  // the order of their steps (turns.threads).
  std::array<CallbackPlace, kMostInCrew> crew_callbacks;
  std::atomic<std::uint32_t> in_crew_callbacks{0};  // how many of them are in one
  // By the clock of the stage, which goes on only where nobody can run.
  static constexpr std::size_t kMostHeldUp = 16;
  // What is shorter is no advice worth giving: a callback in a large heap, or a page from disk.
  static constexpr std::chrono::milliseconds kLeastHoldUp{200};
  std::array<HeldUp, kMostHeldUp> held_up;
  std::atomic<std::uint32_t> held_up_count{0};  // more than kMostHeldUp if some were left out
  CallbackPlace crashed_callback;               // of the thread that crashed; depth 0 if it was in none
  // 1: a thread of the profiler's own crashed, and in no callback.
  std::atomic<std::uint32_t> crashed_outside{0};
  // Grows with every step of the program, with every callback of its doing that is entered or left, with
  // every stretch of the simulator's own work, and with what a thread of the profiler's that collects or
  // suspends makes of these while the program waits for its turn only: with life_callback and absent_callback
  // what must change for a run to be alive, whatever threads of the profiler's do meanwhile.
  std::atomic<std::uint64_t> progress{0};
  // By the owner of the world only.
  void made_progress() {
    progress.store(progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  // 1: a thread has the world, the program's or one of the profiler's that has asked for a collection.
  std::atomic<std::uint32_t> world_owned{0};
  // 1: the profiler's gcrucible_probe is asked. The world is owned, and yet the time is the profiler's.
  std::atomic<std::uint32_t> probing{0};
  // 1: the program waits for the profiler to resume the runtime that it has suspended.
  std::atomic<std::uint32_t> held{0};
  std::atomic<std::uint32_t> absent{
      0};  // threads of the program's that have let go of the world; by its owner
  // Whether the program cannot go on before the profiler does: then what the simulator does for another
  // thread meanwhile is neither progress nor its own time.
  bool waits_for_profiler() const {
    return life_callback.depth.load(std::memory_order_relaxed) != 0 ||
           absent.load(std::memory_order_relaxed) != 0 || held.load(std::memory_order_relaxed) != 0;
  }
  // A stretch of the simulator's own work is done. In a collection that a thread of the profiler's forces
  // while the program waits for the profiler it is no progress: a sampler forces them for ever.
  void simulated() {
    if (!waits_for_profiler()) made_progress();
  }
  // Whether the run stands in the simulator's own work: what it takes is no fault of the profiler's. The
  // owner of the world is in the profiler's code only inside a callback.
  bool simulating() const {
    return stage.load() == Stage::kStarting ||
           (world_owned.load() != 0 && program_callback.depth.load() == 0 && in_crew_callbacks.load() == 0 &&
            probing.load() == 0 && !waits_for_profiler());
  }
  // A question of the scenario's that has not returned: 1 more than its slot in the ICorProfilerInfo chain, 0
  // if there is none; the line of its step; and how many callbacks had been entered when it was asked. Of
  // several on several threads, one that the program waits for, and of those the last.
  std::atomic<std::uint32_t> question_slot{0};
  std::atomic<std::uint32_t> question_line{0};
  std::atomic<std::uint64_t> question_behind{0};
  // The Info method from which a thread of the profiler's is awaited to return: 1 more than its slot, 0 if
  // there is none; and the line of the scenario that says so.
  std::atomic<std::uint32_t> awaited_slot{0};
  std::atomic<std::uint32_t> awaited_line{0};
  // The line of a question of the scenario's that has suspended the runtime, 0 once somebody has resumed it.
  std::atomic<std::uint32_t> suspending_line{0};
  std::atomic<std::uint32_t> collection{0};  // number of the collection under way or last made
  std::atomic<std::uint32_t> collecting{0};  // 1: it is under way, its suspension included
  TurnsPlace turns;
  // Set when threads at work at once wait for each other, as `message` says; none of them goes on.
  std::atomic<std::uint32_t> deadlocked{0};
  // Set when an exception left the profiler through a callback or a step of its loading.
  std::atomic<std::uint32_t> threw{0};
  // How often the process was forked by the profiler's code.
  std::atomic<std::uint32_t> forks{0};
  // Set when the process has been forked in a callback and the copy has come back from it, where it was
  // ended; crashed_callback says which.
  std::atomic<std::uint32_t> copy_came_back{0};
  // What was found at the end of the run, as `message` says; nobody but the profiler can have done it.
  std::atomic<FilesFault> files_fault{FilesFault::kNone};
  // Processes that the case had started and that went on when it was over; whoever looks for them has ended
  // them.
  std::atomic<std::uint32_t> left_processes{0};
  char left_names[256] = {};  // of their programs
  // The step of the scenario that is being made, 0 if it is none; for kRefused the one that cannot be.
  std::atomic<std::uint32_t> step_line{0};
  std::atomic<std::uint32_t> step_column{0};
  // What whoever attached the profiler was answered where the scenario expects another HRESULT, for kRefused.
  std::atomic<std::uint32_t> attach_answer{0};
  // What memory a crash was about, if the simulator knows it: 1 more than its StaleAddress::Kind; the object,
  // and the collection that moved or killed it. Or the data that the client of an attach has sent.
  static constexpr std::uint32_t kFaultInClientData = 6;
  std::atomic<std::uint32_t> fault_kind{0};
  std::atomic<std::uint32_t> fault_object{0xFFFFFFFFu};
  std::atomic<std::uint32_t> fault_collection{0};
  // For kRefused, and for what a crash handler could say. Zero-terminated UTF-8.
  char message[4096] = {};
  // Of the message that a refusal has: what anybody else has put there is none.
  std::atomic<std::uint64_t> refusal_sum{0};
  std::uint64_t sum_of_message() const {
    return checksum_of(std::as_bytes(std::span(message, strnlen(message, sizeof message))));
  }
  // The method of the runtime's that the thread which crashed was in, and in further lines its arguments;
  // empty if it was in none.
  char crashed_in[1024] = {};
  // As much of it as fits.
  void say(std::string_view text) { copy(text, message); }
  void say_left(std::uint32_t processes, std::string_view names) {
    copy(names, left_names);
    left_processes = processes;
  }
  template <std::size_t N>
  static void copy(std::string_view text, char (&to)[N]) {
    const std::size_t length = std::min(text.size(), N - 1);
    std::memcpy(to, text.data(), length);
    to[length] = '\0';
  }
  char native_stack[32768] = {};  // of each thread, where it hangs
};

}  // namespace gcrucible::protocol
