// State that the host reports to the driver through shared memory, so that it survives a crash.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "harness/protocol/slot_table.h"
#include "harness/protocol/trace_seal.h"
#include "harness/protocol/turns_place.h"

namespace gcrucible::protocol {

enum class Stage : std::uint32_t {
  kStarting,
  kLoading,       // the library
  kInitializing,  // the profiler's Initialize
  kRunning,       // the program's steps
  kShuttingDown,
  kFinished,  // everything is done, and the host has closed the trace
  kRefused,   // the profiler could not be loaded or the case not be run; `message` states why; no finding
};

// The library's current step in Stage::kLoading, and when it leaves the process again.
enum class LoadStep : std::uint32_t {
  kNone,
  kOpen,  // dlopen, which runs its constructors
  kDllMain,
  kGetClassObject,
  kCreateInstance,
  kQueryInterface,
  kRelease,  // of its callback object
  kUnload,   // dlclose, which runs its destructors
};

// A callback: the innermost one that has not returned, or the last one.
struct CallbackPlace {
  std::atomic<std::uint32_t> slot{0};
  std::atomic<std::uint32_t> depth{0};  // number of callbacks entered and not returned
  std::atomic<std::uint32_t> holds{
      0};  // 1: its thread cannot be stopped in it, so that collections wait for it
  std::atomic<std::uint64_t> number{0};  // number of the callback in the run; 0 if there was none
};

// A callback in which a concurrent thread has delayed the thread that suspends the runtime.
struct SlowPlace {
  std::atomic<std::uint32_t> slot{0};
  std::atomic<std::uint64_t> number{0};
  std::atomic<std::uint32_t> thread{0};  // the thread's number in the program
  std::atomic<std::uint32_t> collection{0};
  std::atomic<std::uint64_t> milliseconds{0};
};

// Damage to the process's own descriptors.
enum class FilesFault : std::uint32_t { kNone, kClosed, kWritten };

// Plain memory in a file that both sides map. Only the host writes it, except `end_status`. Atomics of 32 and
// 64 bits are address-free on every supported platform, so they work between processes.
struct ControlBlock {
  static constexpr std::size_t kMostWorkers = 64;
  static constexpr std::uint32_t kMagic = 0x67637261;  // "gcra"
  std::uint32_t magic = kMagic;
  // Exit status of a process that comes to its own end. The driver sets `end_status` before it sends the
  // case. A process that ends earlier usually has status 0: _exit(0) in a destructor, or exec of a program
  // that succeeds. This status distinguishes the two.
  static constexpr std::int32_t kEndStatus = 181;
  std::atomic<std::int32_t> end_status{0};
  std::atomic<Stage> stage{Stage::kStarting};
  std::atomic<LoadStep> load_step{LoadStep::kNone};
  // What the last loaded profiler's QueryInterface answers (bits_of(), in interface_answers.h).
  std::atomic<std::uint32_t> interfaces{0};
  SlotTable slots;  // of the last loaded profiler
  // Number of bytes of whole lines in the trace file. Bytes after them are unfinished.
  std::atomic<std::uint64_t> trace_bytes{0};
  TraceSeal trace_seal;
  std::atomic<std::uint64_t> callbacks{0};  // entered so far on all threads
  CallbackPlace program_callback;           // caused by the program; written by the owner of the world
  CallbackPlace life_callback;              // of the first thread without the world: Initialize, Shutdown
  CallbackPlace absent_callback;            // of a thread that has released the world inside it
  CallbackPlace other_callback;             // of the profiler's own threads
  // Callbacks of concurrent threads. For the collector's threads of server GC, the index is the number of the
  // heap. For the program's threads, it is the order of their steps (turns.threads).
  std::array<CallbackPlace, kMostWorkers> worker_callbacks;
  std::atomic<std::uint32_t> in_worker_callbacks{0};  // number of these threads that are in a callback
  // Measured by the stage's clock, which advances only while no thread can run.
  static constexpr std::size_t kMostSlowPlaces = 16;
  // Shorter delays are not worth an advice: a callback in a large heap, or a page read from disk.
  static constexpr std::chrono::milliseconds kLeastSlow{200};
  std::array<SlowPlace, kMostSlowPlaces> slow_places;
  std::atomic<std::uint32_t> slow_place_count{0};  // above kMostSlowPlaces if some were left out
  CallbackPlace crashed_callback;                  // of the crashed thread; depth 0 if it was in none
  // 1: a thread of the profiler crashed outside of every callback.
  std::atomic<std::uint32_t> crashed_outside{0};
  // Progress counter. It is incremented:
  // - on each step of the program;
  // - on entry and exit of each callback that the program causes;
  // - after each part of the simulator's own work;
  // - on the same events in a collection or suspension that a thread of the profiler makes, while the program
  //   only waits for its turn.
  // A run is alive while this counter, life_callback or absent_callback changes, whatever the profiler's
  // threads do meanwhile.
  std::atomic<std::uint64_t> progress{0};
  // Called only by the owner of the world.
  void made_progress() {
    progress.store(progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  // 1: a thread has the world: one of the program, or one of the profiler that has requested a collection.
  std::atomic<std::uint32_t> world_owned{0};
  // 1: the profiler's gcrucible_probe is running. The world is owned, but the time counts as the profiler's.
  std::atomic<std::uint32_t> probing{0};
  // 1: the program waits for the profiler to resume the runtime, which the profiler has suspended.
  std::atomic<std::uint32_t> held{0};
  std::atomic<std::uint32_t> absent{
      0};  // threads of the program's that have let go of the world; by its owner
  // Whether the program cannot continue before the profiler does. While it is true, the simulator's work for
  // other threads counts neither as progress nor as the simulator's time.
  bool waits_for_profiler() const {
    return life_callback.depth.load(std::memory_order_relaxed) != 0 ||
           absent.load(std::memory_order_relaxed) != 0 || held.load(std::memory_order_relaxed) != 0;
  }
  // Reports that a part of the simulator's own work is done. A forced collection is not progress while the
  // program waits for the profiler, because a sampler may force collections without end.
  void simulated() {
    if (!waits_for_profiler()) made_progress();
  }
  // Whether the run is in the simulator's own work, whose time is not the profiler's fault. The owner of the
  // world runs the profiler's code only inside a callback.
  bool simulating() const {
    return stage.load() == Stage::kStarting ||
           (world_owned.load() != 0 && program_callback.depth.load() == 0 &&
            in_worker_callbacks.load() == 0 && probing.load() == 0 && !waits_for_profiler());
  }
  // A query of the scenario that has not returned. Its slot in the ICorProfilerInfo chain plus 1 (0: none),
  // the line of its step, and the number of callbacks entered before it. If several threads have queries, a
  // query that the program waits for comes first; among those, the last one.
  std::atomic<std::uint32_t> question_slot{0};
  std::atomic<std::uint32_t> question_line{0};
  std::atomic<std::uint64_t> question_behind{0};
  // The Info method from which the program awaits the return of a thread of the profiler. Its slot plus 1 (0:
  // none), and the line of the scenario that states it.
  std::atomic<std::uint32_t> awaited_slot{0};
  std::atomic<std::uint32_t> awaited_line{0};
  // The line of a query of the scenario that has suspended the runtime; 0 after the runtime was resumed.
  std::atomic<std::uint32_t> suspending_line{0};
  std::atomic<std::uint32_t> after_shutdown{0};  // 1: the profiler's Shutdown has returned
  std::atomic<std::uint32_t> collection{0};      // number of the current or last collection
  std::atomic<std::uint32_t> collecting{0};      // 1: it is in progress, including its suspension
  TurnsPlace turns;
  // Set when concurrent threads wait for each other, so that none can continue. `message` describes it.
  std::atomic<std::uint32_t> deadlocked{0};
  // Set when an exception left the profiler through a callback or a step of its loading.
  std::atomic<std::uint32_t> threw{0};
  // Number of forks of this process by the profiler's code.
  std::atomic<std::uint32_t> forks{0};
  // Set when the process was forked in a callback and the copy has returned from it. The copy was ended
  // there; crashed_callback names the callback.
  std::atomic<std::uint32_t> copy_came_back{0};
  // Damage found at the end of the run, described in `message`. Only the profiler can have caused it.
  std::atomic<FilesFault> files_fault{FilesFault::kNone};
  // Number of processes that the case had started and that were still running after it. They have been ended.
  std::atomic<std::uint32_t> left_processes{0};
  char left_names[256] = {};  // names of their programs
  // The current step of the scenario; 0 if there is none. For kRefused: the step that cannot be executed.
  std::atomic<std::uint32_t> step_line{0};
  std::atomic<std::uint32_t> step_column{0};
  // For kRefused: 1 if the profiler's library or the profiler itself is the reason, and not the harness.
  std::atomic<std::uint32_t> profiler_refused{0};
  // For kRefused: the HRESULT of an attach, if the scenario expects another one.
  std::atomic<std::uint32_t> attach_answer{0};
  // The memory that a crash is about, if the simulator knows it. Its StaleAddress::Kind plus 1, the object,
  // and the collection that moved the object or in which it died. Or the data that an attaching client has
  // sent.
  static constexpr std::uint32_t kFaultInClientData = 6;
  std::atomic<std::uint32_t> fault_kind{0};
  std::atomic<std::uint32_t> fault_object{0xFFFFFFFFu};
  std::atomic<std::uint32_t> fault_collection{0};
  // Text for kRefused, and text of a crash handler. Zero-terminated UTF-8.
  char message[4096] = {};
  // Checksum of a refusal's message. A message that other code has written is not a refusal.
  std::atomic<std::uint64_t> refusal_sum{0};
  std::uint64_t sum_of_message() const {
    return checksum_of(std::as_bytes(std::span(message, strnlen(message, sizeof message))));
  }
  // The runtime's method in which the crashed thread was, and its arguments in further lines. Empty if it was
  // in none.
  char crashed_in[1024] = {};
  // Stores as much of the text as fits.
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
  char native_stack[32768] = {};  // of each thread, if the process hangs
};

}  // namespace gcrucible::protocol
