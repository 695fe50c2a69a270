#include "harness/library/here.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "harness/clr/threads/thread_state.h"
#include "harness/driver/trace/trace_closing.h"
#include "harness/host/session.h"
#include "harness/library/exit_watch.h"
#include "harness/library/moment_access.h"
#include "harness/platform/crash/exception_text.h"
#include "harness/platform/files/mapped_file.h"

namespace gcrucible {
namespace {

using platform::MappedFile;
using platform::MappedLog;

// One simulated runtime per process: the runtime's thread-local state exists once.
std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

// Aborts, because test frameworks name the current test on SIGABRT.
void last_words(const protocol::ControlBlock& block) {
  std::fprintf(stderr,
               "gcrucible: an exception left the profiler, which COM does not allow: %s\n"
               "This process cannot continue; run the profiler as a library to get a finding.\n",
               block.message);
  std::abort();
}

// Restores the thread's state after the run.
class BorrowedThread {
 public:
  BorrowedThread() : before_(clr::this_thread()) { clr::this_thread() = {}; }
  BorrowedThread(const BorrowedThread&) = delete;
  BorrowedThread& operator=(const BorrowedThread&) = delete;
  ~BorrowedThread() { clr::this_thread() = before_; }

 private:
  clr::ThreadState before_;
};

constexpr const char* kStopped = "the test has stopped the run";

// `thrown`: the exception from the test's `make` function, if any.
Expected<host::LoadedProfiler> load(const Profiler::Impl& profiler, const program::RuntimeProfile& runtime,
                                    std::atomic<protocol::LoadStep>& step, std::exception_ptr& thrown) {
  Expected<host::LoadedProfiler> loaded;
  if (profiler.class_object != nullptr) {
    loaded = host::make_profiler(profiler.class_object, profiler.clsid, runtime, step);
  } else {
    step = protocol::LoadStep::kCreateInstance;
    void* made = nullptr;
    try {
      made = profiler.make();
    } catch (...) {
      thrown = std::current_exception();
      return failure(kStopped);
    }
    if (made == nullptr) return failure("the test's function has returned no profiler");
    loaded = host::take_profiler(static_cast<abi::IUnknown*>(made), runtime, step);
  }
  if (loaded) loaded->probe = profiler.probe;
  return loaded;
}

Expected<MappedLog> open_log(std::atomic<std::uint64_t>& committed) {
  Expected<MappedFile> opened = MappedFile::in_memory("trace", MappedLog::kChunk);
  if (!opened) return failure(std::move(opened.error()));
  opened->keep_whole();
  return MappedLog::over(std::move(*opened), committed);
}

Expected<std::string> read_trace(MappedFile& file, std::uint64_t bytes) {
  if (bytes > file.size()) {
    if (auto moved = file.move_window(0, bytes); !moved) return failure(std::move(moved.error()));
  }
  return std::string(reinterpret_cast<const char*>(file.data()), bytes);
}

}  // namespace

PlayedHere play_here(const protocol::Case& value, const Profiler::Impl& profiler,
                     const std::vector<DueLook>& looks) {
  const std::unique_lock only(one_at_a_time(), std::try_to_lock);
  if (!only) throw Error("another run is under way in this process, and there can be one at a time");
  PlayedHere played;
  driver::Outcome& outcome = played.outcome;
  const auto block = std::make_unique<protocol::ControlBlock>();
  ExitWatch exits(*block);
  std::size_t next = 0;
  const auto look_around = [&](std::size_t step, clr::Clr& clr) -> Expected<void> {
    const ExitWatch::TestsTurn ours(exits);
    const Moment::Impl now{&clr.engine(), &value.program, block->collection};
    try {
      for (; next < looks.size() && looks[next].step <= step; ++next)
        (*looks[next].call)(MomentAccess::make(now));
      return {};
    } catch (...) {
      played.thrown = std::current_exception();
      return failure(kStopped);
    }
  };
  {
    const BorrowedThread borrowed;
    host::Session session(
        value, *block, [&] { return open_log(block->trace_bytes); },
        {.load = [&](auto& step) { return load(profiler, value.program.runtime, step, played.thrown); },
         .between_steps = look_around,
         .last_words = last_words});
    session.play();
    if (std::optional<MappedFile> trace = session.give_back_trace()) {
      if (auto text = read_trace(*trace, block->trace_bytes)) {
        outcome.trace_text = std::move(*text);
      } else {
        outcome.trace_error = std::move(text.error());
      }
    }
  }
  outcome.stage = block->stage;
  outcome.callbacks = block->callbacks;
  outcome.collection = block->collection;
  if (outcome.stage != protocol::Stage::kFinished) {
    outcome.fate = driver::Fate::kRefused;
    outcome.message = block->message;
    outcome.step_line = block->step_line;
    outcome.step_column = block->step_column;
  } else if (outcome.trace_error.empty() && !driver::close_trace_text(outcome.trace_text, value, {})) {
    outcome.trace_error = "the trace was not finished";
  }
  return played;
}

}  // namespace gcrucible
