// A profiler in the test's process that ends it by exit, which would end the suite with whatever status it
// says.
#pragma once

#include "harness/protocol/control_block.h"

namespace gcrucible {

// As long as it lives a run is under way on the thread that made it, and exit or quick_exit on any thread of
// this process says so on stderr, names the callback, and ends the process with a status that is not 0. The
// status that was asked for cannot be known. Handlers and static objects that are younger than the process's
// first run come before that; older ones do not come. A child that a run has forked may exit as it likes.
class ExitWatch {
 public:
  explicit ExitWatch(const protocol::ControlBlock& block);
  ExitWatch(const ExitWatch&) = delete;
  ExitWatch& operator=(const ExitWatch&) = delete;
  ~ExitWatch();

  // While the test's own code runs.
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
