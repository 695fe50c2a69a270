// Detects a profiler in the test's process that calls exit. Without the watch, the test suite would end with
// the status that the profiler chose.
#pragma once

#include "harness/protocol/control_block.h"

namespace gcrucible {

// While an ExitWatch exists, a run is under way on the thread that created it. If any thread then calls exit
// or quick_exit, the watch prints the callback to stderr and ends the process with a nonzero status. The
// original exit status is not available. Exit handlers and static objects created after the process's first
// run are processed first; older ones are skipped. A child process that a run has forked may exit normally.
class ExitWatch {
 public:
  explicit ExitWatch(const protocol::ControlBlock& block);
  ExitWatch(const ExitWatch&) = delete;
  ExitWatch& operator=(const ExitWatch&) = delete;
  ~ExitWatch();

  // Active while code of the test runs.
  class TestsTurn {
   public:
    explicit TestsTurn(ExitWatch& watch) : watch_(&watch) { watch_->tests_turn_ = true; }
    TestsTurn(const TestsTurn&) = delete;
    TestsTurn& operator=(const TestsTurn&) = delete;
    ~TestsTurn() { watch_->tests_turn_ = false; }

   private:
    ExitWatch* watch_;
  };

  const protocol::ControlBlock& block() const { return *block_; }
  bool tests_turn() const { return tests_turn_; }

 private:
  const protocol::ControlBlock* block_;
  bool tests_turn_ = false;
};

}  // namespace gcrucible
