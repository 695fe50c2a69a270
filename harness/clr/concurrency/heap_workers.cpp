#include "harness/clr/concurrency/heap_workers.h"

#include <exception>
#include <string>
#include <utility>

#include "harness/clr/clr.h"
#include "harness/clr/concurrency/mutators.h"
#include "harness/clr/concurrency/worker_stage.h"
#include "harness/platform/threads/own_locks.h"

namespace gcrucible::clr {

HeapWorkers::HeapWorkers(Clr& clr, std::uint16_t heaps, const program::Schedule& schedule, TurnsWatch* watch)
    : clr_(&clr),
      watch_(watch),
      heaps_(heaps),
      points_(points_of(schedule)),
      strategy_(watched_strategy(schedule, watch)),
      deterministic_(!strategy_->free_running()) {}

HeapWorkers::HeapWorkers(Clr& clr, std::uint16_t heaps, Mutators& mutators)
    : clr_(&clr),
      mutators_(&mutators),
      watch_(nullptr),
      heaps_(heaps),
      points_(schedule::kEveryPoint),
      deterministic_(true) {}

HeapWorkers::~HeapWorkers() = default;

void HeapWorkers::run(const std::function<void(std::uint16_t)>& work) {
  if (mutators_ != nullptr) return mutators_->run_heaps(work);
  const auto name = [](schedule::Actor heap) { return "that of heap " + std::to_string(heap); };
  WorkerStage workers(*clr_, *strategy_, points_,
                      {.actors = heaps_, .first_decision = decisions_, .name = name, .wait = {}}, watch_);
  World& world = clr_->world();
  world.open();
  const auto play = [&](std::uint16_t heap) {
    ThreadState& thread = this_thread();
    // The stage holds its own locks while it wakes waiting threads.
    const platform::OwnLocks own;
    workers.enter(heap);
    thread.in_workers = true;
    thread.actor = heap;
    thread.locks = workers.locks();
    std::exception_ptr failure = nullptr;
    try {
      work(heap);
    } catch (...) {
      failure = std::current_exception();
    }
    thread.in_workers = false;
    thread.locks = nullptr;
    workers.leave();
    if (failure != nullptr) std::rethrow_exception(failure);
  };
  const auto finish = [&] {
    // If a worker handed the world on, the world has come back to that thread.
    world.hand_to(std::this_thread::get_id());
    world.close();
    decisions_ = workers.stage().decisions();
    for (const program::Switch& each : workers.stage().switches()) switches_.push_back(each);
    deterministic_ = deterministic_ && workers.stage().deterministic();
  };
  try {
    clr_->threads().run_on_collectors(heaps_, play);
  } catch (...) {
    finish();
    throw;
  }
  finish();
}

}  // namespace gcrucible::clr
