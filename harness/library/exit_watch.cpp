#include "harness/library/exit_watch.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include "harness/abi/tables/methods.h"
#include "harness/clr/threads/thread_state.h"
#include "harness/platform/threads/thread_number.h"

namespace gcrucible {
namespace {

// The process in which a run is under way; 0: none. Trivial destruction: usable while static objects are
// destroyed.
constinit std::atomic<std::uint32_t> running{0};
constinit thread_local const ExitWatch* on_this_thread = nullptr;

std::string place() {
  if (const clr::CallbackFrame* frame = clr::this_thread().innermost) {
    return "inside " + std::string(abi::name_of(frame->method)) + ", callback " +
           std::to_string(frame->number) + " of the run";
  }
  // The run may belong to another thread, and that thread may end it at any time.
  if (on_this_thread == nullptr) return "on a thread that was in no callback, while a run was under way";
  const protocol::ControlBlock& block = on_this_thread->block();
  if (block.probing != 0) return "inside its gcrucible_probe";
  if (block.stage == protocol::Stage::kLoading) return "while it was being made";
  return "in no callback, while a run was under way";
}

void end_process(const char* function) {
  if (running.load() != platform::process_number()) return;
  const bool tests_own = on_this_thread != nullptr && on_this_thread->tests_turn();
  const std::string who = tests_own ? "the test" : "the profiler";
  const std::string where = tests_own ? "between two steps of a run that is under way" : place();
  // Flush the suite's output, because _Exit does not.
  std::cout.flush();
  std::fflush(stdout);
  std::fprintf(stderr,
               "gcrucible: %s ended the process (%s) %s.\n"
               "This process cannot continue, and the tests after this one are not run%s.\n",
               who.c_str(), function, where.c_str(),
               tests_own ? "" : "; run the profiler as a library to get a finding");
  std::fflush(stderr);
  std::_Exit(EXIT_FAILURE);
}

void register_once() {
  static const bool registered = [] {
    std::atexit([] { end_process("exit"); });
    std::at_quick_exit([] { end_process("quick_exit"); });
    return true;
  }();
  static_cast<void>(registered);
}

}  // namespace

ExitWatch::ExitWatch(const protocol::ControlBlock& block) : block_(&block) {
  register_once();
  on_this_thread = this;
  running = platform::process_number();
}

ExitWatch::~ExitWatch() {
  running = 0;
  on_this_thread = nullptr;
}

}  // namespace gcrucible
