#include "harness/clr/heap_crew.h"

#include <atomic>
#include <exception>

#include "harness/clr/clr.h"
#include "harness/platform/thread_number.h"
#include "harness/schedule/make.h"
#include "harness/schedule/stage.h"

namespace gcrucible::clr {

HeapCrew::HeapCrew(Clr& clr, std::uint16_t heaps, const program::Schedule& schedule)
    : clr_(&clr),
      heaps_(heaps),
      strategy_(schedule::make(schedule)),
      deterministic_(!strategy_->free_running()) {}

HeapCrew::~HeapCrew() = default;

void HeapCrew::run(const std::function<void(std::uint16_t)>& work) {
  using schedule::Point;
  std::vector<std::atomic<std::uint32_t>> numbers(heaps_);
  schedule::Stage stage(
      *strategy_, heaps_,
      {.points = {Point::kEntry, Point::kReturn},
       .first_decision = decisions_,
       .sleeps = [&](schedule::Actor actor) { return platform::thread_sleeps(numbers[actor].load()); }});
  World& world = clr_->world();
  world.open();
  const auto play = [&](std::uint16_t heap) {
    ThreadState& thread = this_thread();
    numbers[heap] = platform::thread_number();
    stage.enter(heap);
    thread.in_crew = true;
    std::exception_ptr failure = nullptr;
    try {
      work(heap);
    } catch (...) {
      failure = std::current_exception();
    }
    thread.in_crew = false;
    stage.leave();
    if (failure != nullptr) std::rethrow_exception(failure);
  };
  const auto finish = [&] {
    // One that was handed to another thread by somebody of the crew has come back to him.
    world.hand_to(std::this_thread::get_id());
    world.close();
    decisions_ = stage.decisions();
    for (const program::Switch& each : stage.switches()) switches_.push_back(each);
    deterministic_ = deterministic_ && stage.deterministic();
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
