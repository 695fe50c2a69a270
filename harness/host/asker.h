// Puts the scenario's questions to the Info object, as a profiler would from the same place.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "harness/clr/info/facade.h"
#include "harness/program/step.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

// On the thread where the question is to be asked. Answers become model lines (InfoCall::done).
class Asker {
 public:
  Asker(clr::Clr& clr, clr::InfoFacade& info, protocol::ControlBlock& control)
      : clr_(&clr), info_(&info), control_(&control) {}

  // Waits for the callback that the question names; one without a callback is asked at once, on a native
  // thread that no one has. `line`: of the step in the scenario, for whoever must say where it hangs.
  void ask(const program::Ask& question, std::uint32_t line, bool in_collection = false);
  void inside(abi::CallbackMethod method);
  // Questions of the collection whose callback did not come are dropped; others wait for theirs.
  void forget();
  // The program's handles.
  const std::vector<abi::GCHandleID>* handles = nullptr;

 private:
  struct Pending {
    program::Ask question;
    std::int64_t number;
    std::uint32_t line;
    bool in_collection;
  };
  // What a question names, or its number.
  struct Subjects {
    abi::ObjectID object;
    abi::ClassID class_id;
    abi::ThreadID thread;
    abi::GCHandleID handle;
  };
  Subjects subjects(const program::Ask& question) const;
  void put(const program::Ask& question, std::int64_t number, std::uint32_t line);
  void call(const program::Ask& question);
  // A question that has not returned.
  struct Open {
    std::uint64_t key;
    bool of_program;  // on a thread without which the program does not go on
    std::uint32_t slot;
    std::uint32_t line;
    std::uint64_t behind;  // callbacks
  };
  std::uint64_t open(const program::Ask& question, std::uint32_t line);
  void close(std::uint64_t key);
  // What the control block is to say of open_; under mutex_.
  void show();

  clr::Clr* clr_;
  clr::InfoFacade* info_;
  protocol::ControlBlock* control_;
  // Callbacks come on any thread: a profiler makes handles on its own.
  mutable std::mutex mutex_;
  std::vector<Pending> pending_;
  // pending_.size(), for every callback to see without the lock that nothing is asked in it.
  std::atomic<std::size_t> waiting_{0};
  std::int64_t next_ = 0;
  std::vector<Open> open_;  // in the order of asking, of all threads
  std::uint64_t keys_ = 0;
  // What questions of CreateHandle have made; a later one names them by their number, from 1.
  std::vector<abi::GCHandleID> made_;
};

}  // namespace gcrucible::host
