#include "harness/clr/concurrency/worker_stage.h"

#include <chrono>
#include <optional>
#include <utility>

#include "harness/clr/clr.h"
#include "harness/platform/threads/own_locks.h"
#include "harness/platform/threads/thread_number.h"
#include "harness/schedule/make.h"

namespace gcrucible::clr {

namespace {

// Reports the decisions of another strategy to a TurnsWatch.
class Reported final : public schedule::Strategy {
 public:
  Reported(std::unique_ptr<schedule::Strategy> inner, TurnsWatch& watch)
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

// A thread that uses this much processor time in one turn, while others wait, is taken to poll for them.
constexpr std::chrono::milliseconds kLongTurn{500};

}  // namespace

std::unique_ptr<schedule::Strategy> watched_strategy(const program::Schedule& schedule, TurnsWatch* watch) {
  std::unique_ptr<schedule::Strategy> strategy = schedule::make(schedule);
  if (watch == nullptr) return strategy;
  return std::make_unique<Reported>(std::move(strategy), *watch);
}

schedule::Points points_of(const program::Schedule& schedule) {
  using schedule::Point;
  switch (schedule.turns) {
    case program::Schedule::Turns::kBetween:
      return {Point::kEntry, Point::kReturn, Point::kStep};
    case program::Schedule::Turns::kWhole:
      return {Point::kEntry, Point::kStep};
    case program::Schedule::Turns::kWithin:
      break;
  }
  return schedule::kEveryPoint;
}

// Whether the thread with the turn waits for something that the stage does not control.
class WorkerStage::Idleness {
 public:
  explicit Idleness(WorkerStage& workers) : workers_(&workers) {}

  bool operator()(schedule::Actor actor) {
    const std::optional<schedule::Stage::Turn> turn = workers_->stage_->turn();
    const std::uint32_t run_on_behalf_of = workers_->numbers_[workers_->actors_ + actor].load();
    const std::uint32_t number = run_on_behalf_of != 0 ? run_on_behalf_of : workers_->numbers_[actor].load();
    if (platform::thread_sleeps(number)) return true;
    const std::chrono::milliseconds worked = platform::thread_worked(number);
    if (turn == turn_) return turn && worked - before_ >= kLongTurn;
    turn_ = turn;
    before_ = worked;
    return false;
  }

 private:
  WorkerStage* workers_;
  std::optional<schedule::Stage::Turn> turn_;  // the turn at the last check
  std::chrono::milliseconds before_{0};        // the processor time of its thread then
};

WorkerStage::WorkerStage(Clr& clr, schedule::Strategy& strategy, schedule::Points points, Cast cast,
                         TurnsWatch* watch)
    : clr_(&clr),
      free_(strategy.free_running()),
      actors_(cast.actors),
      numbers_(cast.actors * std::size_t{2}),
      idleness_(std::make_unique<Idleness>(*this)) {
  const auto deadlock = [this, &clr](std::span<const schedule::Stage::Waiting> waiting) {
    const Profiler* const profiler = clr.profiler();
    if (CallWatch* const reported = profiler == nullptr ? nullptr : profiler->watch())
      reported->deadlocked(locks_->text(waiting) + "\n" + locks_->cycle(waiting));
  };
  const auto uncertain = [watch] {
    if (watch != nullptr) watch->left_alone();
  };
  schedule::Stage::Options options{
      .later = cast.later, .points = points, .first_decision = cast.first_decision};
  options.sleeps = [this](schedule::Actor actor) { return (*idleness_)(actor); };
  options.on_deadlock = deadlock;
  options.bound = [this](const auto& waiting) { return locks_->bound(waiting); };
  options.on_uncertain = uncertain;
  stage_ = std::make_unique<schedule::Stage>(strategy, actors_, std::move(options));
  // Plus one: the process's first thread is not one that the runtime started.
  locks_ = std::make_unique<WorkerLocks>(
      *stage_, [&clr] { return clr.threads().natives() + 1; }, numbers_, std::move(cast.name),
      std::move(cast.wait));
  clr.play().begin(*stage_);
}

WorkerStage::~WorkerStage() {
  clr_->play().end();
}

void WorkerStage::enter(schedule::Actor actor) {
  numbers_[actor] = platform::thread_number();
  stage_->enter(actor);
}

void WorkerStage::leave() {
  stage_->leave();
}

std::uint32_t WorkerStage::run_on_behalf_of(schedule::Actor actor) {
  return numbers_[actors_ + actor].exchange(platform::thread_number());
}

void WorkerStage::stand_back(schedule::Actor actor, std::uint32_t before) {
  numbers_[actors_ + actor] = before;
}

}  // namespace gcrucible::clr
