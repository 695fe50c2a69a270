#include "harness/clr/heap_crew.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <optional>
#include <span>
#include <utility>

#include "harness/clr/clr.h"
#include "harness/clr/crew_locks.h"
#include "harness/platform/own_locks.h"
#include "harness/platform/thread_number.h"
#include "harness/schedule/make.h"
#include "harness/schedule/stage.h"

namespace gcrucible::clr {

namespace {

// Tells of what another strategy decides.
class Told final : public schedule::Strategy {
 public:
  Told(std::unique_ptr<schedule::Strategy> inner, TurnsWatch& watch)
      : inner_(std::move(inner)), watch_(&watch) {}

  void begin(std::uint32_t actors) override { inner_->begin(actors); }
  schedule::Actor next(const schedule::Decision& decision) override {
    const schedule::Actor next = inner_->next(decision);
    if (next != schedule::unforced(decision)) watch_->switched({.decision = decision.number, .thread = next});
    watch_->decided(decision.number + 1);
    return next;
  }
  bool free_running() const override { return inner_->free_running(); }

 private:
  std::unique_ptr<schedule::Strategy> inner_;
  TurnsWatch* watch_;
};

std::unique_ptr<schedule::Strategy> watched(std::unique_ptr<schedule::Strategy> strategy, TurnsWatch* watch) {
  if (watch == nullptr) return strategy;
  return std::make_unique<Told>(std::move(strategy), *watch);
}

}  // namespace

HeapCrew::HeapCrew(Clr& clr, std::uint16_t heaps, const program::Schedule& schedule, TurnsWatch* watch)
    : clr_(&clr),
      watch_(watch),
      heaps_(heaps),
      points_(schedule.within ? schedule::kEveryPoint
                              : schedule::Points{schedule::Point::kEntry, schedule::Point::kReturn}),
      strategy_(watched(schedule::make(schedule), watch)),
      deterministic_(!strategy_->free_running()) {}

HeapCrew::~HeapCrew() = default;

namespace {

// What takes this much of a processor in one turn, while others wait, waits for them by looking again and
// again.
constexpr std::chrono::milliseconds kLongTurn{500};

// Whether whoever has the turn waits for something that nobody here knows of.
class Idleness {
 public:
  Idleness(schedule::Stage*& stage, std::span<const std::atomic<std::uint32_t>> numbers, TurnsWatch* watch)
      : stage_(&stage), watch_(watch), numbers_(numbers) {}

  // Found so twice in one turn, it goes on without one.
  bool operator()(schedule::Actor actor) {
    const std::optional<schedule::Stage::Turn> turn = (*stage_)->turn();
    const bool idle = is_idle(actor, turn);
    const std::optional<schedule::Stage::Turn> found = idle ? turn : std::nullopt;
    if (watch_ != nullptr && found && found == found_) watch_->left_alone();
    found_ = found;
    return idle;
  }

 private:
  bool is_idle(schedule::Actor actor, const std::optional<schedule::Stage::Turn>& turn) {
    const std::uint32_t number = numbers_[actor].load();
    if (platform::thread_sleeps(number)) return true;
    const std::chrono::milliseconds worked = platform::thread_worked(number);
    if (turn == turn_) return turn && worked - before_ >= kLongTurn;
    turn_ = turn;
    before_ = worked;
    return false;
  }

  schedule::Stage** stage_;
  TurnsWatch* watch_;
  std::optional<schedule::Stage::Turn> found_;  // idle last
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
                         .sleeps = Idleness(made, numbers, watch_),
                         .on_deadlock = deadlock,
                         .bound = [&](const auto& waiting) { return told->bound(waiting); },
                         .on_uncertain =
                             [this] {
                               if (watch_ != nullptr) watch_->left_alone();
                             }});
  made = &stage;
  // The process's first thread is not one that the runtime has started.
  CrewLocks locks(
      stage, [this] { return clr_->threads().natives() + 1; }, numbers);
  told = &locks;
  World& world = clr_->world();
  world.open();
  const auto play = [&](std::uint16_t heap) {
    ThreadState& thread = this_thread();
    numbers[heap] = platform::thread_number();
    // The stage's own locks are held while it wakes who waits for others.
    const platform::OwnLocks own;
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
