// Makes the scenario's Info calls (queries), as a profiler would make them at the same place.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "harness/clr/info/facade.h"
#include "harness/host/info_query.h"
#include "harness/program/step.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

// Runs on the thread on which the query belongs. Answers become model lines (InfoCall::done).
class InfoInvoker {
 public:
  InfoInvoker(clr::Clr& clr, clr::InfoFacade& info, protocol::ControlBlock& control)
      : clr_(&clr), info_(&info), control_(&control) {}

  // A query with a callback waits for that callback. A query without one is made at once, on a native thread
  // without a managed thread. `line` is the line of the step in the scenario, for reports of a hang.
  void ask(const program::Ask& question, std::uint32_t line, bool in_collection = false);
  void inside(abi::CallbackMethod method);
  // Drops queries of the collection whose callback did not come. Other queries stay pending.
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
  QueryArguments arguments(const program::Ask& question) const;
  void put(const program::Ask& question, std::int64_t number, std::uint32_t line);
  void call(const program::Ask& question);
  // A query that has not returned.
  struct Open {
    std::uint64_t key;
    bool of_program;  // on a thread that the program waits for
    std::uint32_t slot;
    std::uint32_t line;
    std::uint64_t callbacks;  // number of callbacks entered before it
  };
  std::uint64_t open(const program::Ask& question, std::uint32_t line);
  void close(std::uint64_t key);
  // Copies the relevant part of open_ into the control block. The caller holds mutex_.
  void show();

  clr::Clr* clr_;
  clr::InfoFacade* info_;
  protocol::ControlBlock* control_;
  // Callbacks come on any thread: a profiler creates handles on its own threads.
  mutable std::mutex mutex_;
  std::vector<Pending> pending_;
  // pending_.size(). Lets every callback see without the lock that no query is pending.
  std::atomic<std::size_t> waiting_{0};
  std::int64_t next_ = 0;
  std::vector<Open> open_;  // of all threads, in the order of the queries
  std::uint64_t keys_ = 0;
  // Handles that CreateHandle queries have created. A later query names them by their number, from 1.
  std::vector<abi::GCHandleID> made_;
};

}  // namespace gcrucible::host
