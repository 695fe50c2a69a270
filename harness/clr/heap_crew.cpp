#include "harness/clr/heap_crew.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <optional>
#include <span>

#include "harness/clr/clr.h"
#include "harness/clr/crew_locks.h"
#include "harness/platform/thread_number.h"
#include "harness/schedule/make.h"
#include "harness/schedule/stage.h"

namespace gcrucible::clr {

HeapCrew::HeapCrew(Clr& clr, std::uint16_t heaps, const program::Schedule& schedule)
    : clr_(&clr),
      heaps_(heaps),
      points_(schedule.within ? schedule::kEveryPoint
                              : schedule::Points{schedule::Point::kEntry, schedule::Point::kReturn}),
      strategy_(schedule::make(schedule)),
      deterministic_(!strategy_->free_running()) {}

HeapCrew::~HeapCrew() = default;

namespace {

// What takes this much of a processor in one turn, while others wait, waits for them by looking again and
// again.
constexpr std::chrono::milliseconds kLongTurn{500};

// Whether whoever has the turn waits for something that nobody here knows of.
class Idleness {
 public:
  Idleness(schedule::Stage*& stage, std::span<const std::atomic<std::uint32_t>> numbers)
      : stage_(&stage), numbers_(numbers) {}

  bool operator()(schedule::Actor actor) {
    const std::uint32_t number = numbers_[actor].load();
    if (platform::thread_sleeps(number)) return true;
    const std::optional<schedule::Stage::Turn> turn = (*stage_)->turn();
    const std::chrono::milliseconds worked = platform::thread_worked(number);
    if (turn == turn_) return turn && worked - before_ >= kLongTurn;
    turn_ = turn;
    before_ = worked;
    return false;
  }

 private:
  schedule::Stage** stage_;
  std::span<const std::atomic<std::uint32_t>> numbers_;
  std::optional<schedule::Stage::Turn> turn_;  // that was looked at last
  std::chrono::milliseconds before_{0};        // what its thread had worked then
};

}  // namespace

void HeapCrew::run(const std::function<void(std::uint16_t)>& work) {
  std::vector<std::atomic<std::uint32_t>> numbers(heaps_);
  schedule::Stage* made = nullptr;
  CrewLocks* told = nullptr;
  const auto deadlock = [&](std::span<const schedule::Stage::Waiting> waiting) {
    const Profiler* const profiler = clr_->profiler();
    if (CallWatch* const watch = profiler == nullptr ? nullptr : profiler->watch())
      watch->deadlocked(told->text(waiting));
  };
  schedule::Stage stage(*strategy_, heaps_,
                        {.points = points_,
                         .first_decision = decisions_,
                         .sleeps = Idleness(made, numbers),
                         .on_deadlock = deadlock,
                         .may_be_woken = [&](auto waiting) { return told->may_be_woken(waiting); }});
  made = &stage;
  CrewLocks locks(stage, clr_->threads(), numbers);
  told = &locks;
  World& world = clr_->world();
  world.open();
  const auto play = [&](std::uint16_t heap) {
    ThreadState& thread = this_thread();
    numbers[heap] = platform::thread_number();
    stage.enter(heap);
    thread.in_crew = true;
    thread.locks = strategy_->free_running() ? nullptr : &locks;
    std::exception_ptr failure = nullptr;
    try {
      work(heap);
    } catch (...) {
      failure = std::current_exception();
    }
    thread.in_crew = false;
    thread.locks = nullptr;
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
