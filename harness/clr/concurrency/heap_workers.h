// The collector threads of server GC that work at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "harness/clr/concurrency/turns_watch.h"
#include "harness/program/schedule.h"
#include "harness/schedule/point.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::clr {

class Clr;
class Mutators;

// For one collection, on the thread of heap 0, which holds the world. While the workers run, the world is
// open and no thread changes the heap. If threads of the program run at the same time, the heaps take turns
// with them.
class HeapWorkers {
 public:
  // `watch` may be null and must outlive this object.
  HeapWorkers(Clr& clr, std::uint16_t heaps, const program::Schedule& schedule, TurnsWatch* watch = nullptr);
  // For a collection that one of `mutators` started, in whose place the calling thread acts.
  HeapWorkers(Clr& clr, std::uint16_t heaps, Mutators& mutators);
  HeapWorkers(const HeapWorkers&) = delete;
  HeapWorkers& operator=(const HeapWorkers&) = delete;
  ~HeapWorkers();

  std::uint16_t heaps() const { return heaps_; }
  // The heaps take turns only among themselves. The members below run() apply to this case.
  bool is_alone() const { return mutators_ == nullptr; }
  // Runs the work of each heap on its own thread, in the order of the schedule. Returns when all is done, and
  // rethrows exceptions.
  void run(const std::function<void(std::uint16_t)>& work);

  // The decisions so far. A schedule of kSwitches repeats them. Decisions of all runs are numbered
  // consecutively.
  std::uint32_t decisions() const { return decisions_; }
  const std::vector<program::Switch>& switches() const { return switches_; }
  // False if threads ran freely or outside the schedule (schedule::Stage). A replay may then differ.
  bool deterministic() const { return deterministic_; }
  // The trace now has the switches.
  void reported() const {
    if (watch_ != nullptr) watch_->reported();
  }

 private:
  Clr* clr_;
  Mutators* mutators_ = nullptr;
  TurnsWatch* watch_;
  std::uint16_t heaps_;
  schedule::Points points_;
  std::unique_ptr<schedule::Strategy> strategy_;
  std::uint32_t decisions_ = 0;
  std::vector<program::Switch> switches_;
  bool deterministic_;
};

}  // namespace gcrucible::clr
