// The collector's threads of server GC, where they are at work at once.
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

// Of one collection, on the thread of heap 0, which has the world. While the crew works the world is open and
// nobody changes the heap. Where threads of the program are at work at once, the heaps take turns with them.
class HeapCrew {
 public:
  // `watch`, which may be null, lives as long.
  HeapCrew(Clr& clr, std::uint16_t heaps, const program::Schedule& schedule, TurnsWatch* watch = nullptr);
  // For a collection of one of those, which the calling thread stands in for.
  HeapCrew(Clr& clr, std::uint16_t heaps, Mutators& mutators);
  HeapCrew(const HeapCrew&) = delete;
  HeapCrew& operator=(const HeapCrew&) = delete;
  ~HeapCrew();

  std::uint16_t heaps() const { return heaps_; }
  // They take turns among themselves alone; what follows is about that.
  bool is_alone() const { return mutators_ == nullptr; }
  // The work of each heap on its own thread, as the schedule says who goes on; returns when all is done. What
  // they throw is thrown here.
  void run(const std::function<void(std::uint16_t)>& work);

  // What has happened so far, by which a schedule of kSwitches makes it happen again: decisions of all runs
  // are numbered on.
  std::uint32_t decisions() const { return decisions_; }
  const std::vector<program::Switch>& switches() const { return switches_; }
  // Nobody was held up, or had to be left to himself (schedule::Stage): another time it may go otherwise.
  bool deterministic() const { return deterministic_; }
  // The trace has that now.
  void told() const {
    if (watch_ != nullptr) watch_->told();
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
