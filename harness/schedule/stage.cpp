#include "harness/schedule/stage.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace gcrucible::schedule {

namespace {

constinit thread_local Stage::Part part;

// Longer than the clock of any process.
constexpr std::chrono::hours kForEver{24 * 365 * 100};
// Timeouts this close together may expire in either order.
constexpr std::chrono::milliseconds kSameMoment{3};
// Virtual time advances by this when all ready actors yield, and after kPointsOfMoment other points.
constexpr std::chrono::milliseconds kMoment{1};
constexpr std::uint32_t kPointsOfMoment = 1000;

}  // namespace

class Stage::Inside {
 public:
  explicit Inside(Player& player) : inside_(&player.inside) { inside_->store(true); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() { inside_->store(false); }

 private:
  std::atomic<bool>* inside_;
};

Stage::Stage(Strategy& strategy, std::uint32_t actors, Options options)
    : strategy_(&strategy), options_(std::move(options)), free_(strategy.free_running()), players_(actors) {
  decisions_ = options_.first_decision;
  if (decisions_ == 0) strategy_->begin(actors);
  for (Actor each = actors - options_.later; each < actors; ++each) players_[each].state = State::kGone;
  if (free_ || actors == 0) return;
  const Lock lock(mutex_);
  give_turn(Point::kWait, {});
}

Stage* Stage::here() {
  return part.stage;
}

Actor Stage::actor_here() {
  return part.actor;
}

Stage::Part Stage::part_here() {
  return part;
}

void Stage::take_part(Part taken) {
  part = taken;
}

void Stage::enter(Actor actor) {
  if (free_) return;
  part = {this, actor};
  const Inside inside(players_[actor]);
  await(actor);
}

void Stage::leave() {
  if (free_) return;
  const Actor self = part.actor;
  part = {};
  Player& me = players_[self];
  const Inside inside(me);
  const Lock lock(mutex_);
  if (me.state == State::kOutside) --outside_;
  me.state = State::kGone;
  if (running_ == self) running_.reset();
  if (!running_) give_turn(Point::kWait, {});
}

void Stage::admit(Actor actor) {
  const Lock lock(mutex_);
  Player& player = players_[actor];
  player.state = State::kReady;
  player.yields = false;
  // The thread may get its turn before it calls enter().
  player.inside = true;
}

void Stage::reach(Point point) {
  const Actor self = part.actor;
  const Inside inside(players_[self]);
  Lock lock(mutex_);
  if (players_[self].state == State::kOutside) return come_in(lock, self);
  if (options_.points.has(point)) pass_on(lock, self, State::kReady, point);
}

void Stage::yield(Point point) {
  const Actor self = part.actor;
  const Inside inside(players_[self]);
  Lock lock(mutex_);
  if (players_[self].state == State::kOutside) return come_in(lock, self);
  players_[self].yields = true;
  pass_on(lock, self, State::kReady, point);
}

Stage::Woken Stage::wait(const void* what, std::optional<std::chrono::nanoseconds> timeout,
                         const std::function<bool()>& still) {
  const Actor self = part.actor;
  Player& me = players_[self];
  const Inside inside(me);
  Lock lock(mutex_);
  if (me.state == State::kOutside) {
    come_in(lock, self);
    lock.lock();
  }
  if (still && !still()) return Woken::kByOther;
  me.what = what;
  me.since = ++waits_;
  me.deadline.reset();
  // A caller that computes a deadline and then waits varies by a fraction of a millisecond.
  if (timeout)
    me.deadline = now_ + std::chrono::ceil<std::chrono::milliseconds>(
                             std::min<std::chrono::nanoseconds>(*timeout, kForEver));
  pass_on(lock, self, State::kWaiting, Point::kWait);
  return me.woken;
}

void Stage::sleep(std::chrono::nanoseconds time) {
  const Inside inside(players_[part.actor]);
  std::this_thread::sleep_for(time);
}

std::uint32_t Stage::wake(const void* what, std::uint32_t most) {
  const std::uint32_t woken = rouse(what, most);
  if (part.stage == this) reach(Point::kWake);
  return woken;
}

std::uint32_t Stage::rouse(const void* what, std::uint32_t most) {
  if (part.stage != this) return wake_waiting(what, most);
  const Inside inside(players_[part.actor]);
  return wake_waiting(what, most);
}

std::uint32_t Stage::wake_waiting(const void* what, std::uint32_t most) {
  const Lock lock(mutex_);
  std::uint32_t count = 0;
  for (; count < most; ++count) {
    Player* longest = nullptr;
    for (Player& each : players_) {
      if (each.state != State::kWaiting || each.what != what) continue;
      if (longest == nullptr || each.since < longest->since) longest = &each;
    }
    if (longest == nullptr) break;
    make_ready(*longest, Woken::kByOther);
    // In another run, such a thread may wake the actor sooner or later.
    if (part.stage != this) leave_uncertain();
  }
  if (!running_) give_turn(Point::kWait, {});
  return count;
}

void Stage::step_out() {
  const Actor self = part.actor;
  const Inside inside(players_[self]);
  const Lock lock(mutex_);
  if (players_[self].state != State::kOutside) put_out(self);
}

void Stage::step_in() {
  const Inside inside(players_[part.actor]);
  Lock lock(mutex_);
  if (players_[part.actor].state == State::kOutside) come_in(lock, part.actor);
}

std::optional<Stage::Turn> Stage::turn() {
  const Lock lock(mutex_);
  if (!running_) return std::nullopt;
  return Turn{.actor = *running_, .number = turns_};
}

void Stage::put_out(Actor actor) {
  players_[actor].state = State::kOutside;
  ++outside_;
  leave_uncertain();
  running_.reset();
  give_turn(Point::kWait, {});
}

// Threads check one after the other. The number of waiting threads then makes no difference to the machine.
void Stage::await(Actor self) {
  BinarySemaphore& semaphore = players_[self].semaphore;
  if (!options_.sleeps) return semaphore.take();
  if (semaphore.take(options_.patience * (self + 1))) return;
  do look();
  while (!semaphore.take(options_.patience * players_.size()));
}

// Never blocks the actor whose turn it is. The operating system may stop the checking thread for any time,
// and an actor that waited for that thread would be found asleep.
void Stage::look() {
  const Lock alone(looking_, std::try_to_lock);
  if (!alone) return;
  const std::optional<Turn> now = turn();
  const auto time = std::chrono::steady_clock::now();
  const bool same = now && now == looked_at_;
  if (same && time - looked_ < options_.patience) return;
  const bool slept = same && slept_;
  looked_at_ = now;
  looked_ = time;
  slept_ = now && sleeps(now->actor);
  if (!slept || !slept_) return;
  const Lock lock(mutex_);
  // The actor may have reached a point meanwhile.
  if (running_ == now->actor && turns_ == now->number && !players_[now->actor].inside) put_out(now->actor);
}

bool Stage::sleeps(Actor actor) const {
  return !players_[actor].inside && options_.sleeps(actor);
}

std::chrono::nanoseconds Stage::now() {
  const Lock lock(mutex_);
  return now_;
}

std::uint32_t Stage::decisions() {
  const Lock lock(mutex_);
  return decisions_;
}

std::vector<program::Switch> Stage::switches() {
  const Lock lock(mutex_);
  return switches_;
}

void Stage::disturbed() {
  const Lock lock(mutex_);
  leave_uncertain();
}

bool Stage::deterministic() {
  const Lock lock(mutex_);
  return deterministic_;
}

void Stage::come_in(Lock& lock, Actor self) {
  players_[self].state = State::kReady;
  --outside_;
  if (!running_) give_turn(Point::kWait, {});
  lock.unlock();
  await(self);
}

void Stage::pass_on(Lock& lock, Actor self, State state, Point point) {
  players_[self].state = state;
  running_.reset();
  if (state == State::kReady) pass_time();
  give_turn(point, state == State::kReady ? std::optional(self) : std::nullopt, self);
  const bool goes_on = running_ == self;
  lock.unlock();
  if (!goes_on) await(self);
}

void Stage::give_turn(Point point, std::optional<Actor> current, std::optional<Actor> self) {
  const std::optional<Actor> next = choose(point, current);
  if (!next) return;
  players_[*next].state = State::kRunning;
  players_[*next].yields = false;
  running_ = next;
  if (next != std::exchange(last_, next) || ready_.size() < 2) ++turns_;
  if (next != self) players_[*next].semaphore.give();
}

std::optional<Actor> Stage::choose(Point point, std::optional<Actor> current) {
  if (opened_ < players_.size() - options_.later) return opened_++;
  // All actors are at their first points. The last one to arrive is not preferred.
  if (!std::exchange(begun_, true)) current.reset();
  do {
    ready_.clear();
    for (Actor each = 0; each < players_.size(); ++each) {
      if (players_[each].state == State::kReady) ready_.push_back(each);
    }
  } while (ready_.empty() && (wake_by_time() || wake_by_deadlock()));
  if (ready_.empty()) return std::nullopt;
  if (ready_.size() == 1) return ready_.front();
  // If all ready actors yield, each runs once before the last one runs again. Any of them may do what the
  // others poll for, for example where tickets are served.
  const auto yields = [&](Actor each) { return players_[each].yields; };
  if (std::ranges::all_of(ready_, yields)) {
    for (const Actor each : ready_) players_[each].yields = each == last_;
  }
  if (std::erase_if(ready_, yields) != 0) current.reset();
  if (ready_.size() == 1) return ready_.front();
  const Decision decision{.number = decisions_++, .point = point, .current = current, .ready = ready_};
  const Actor next = strategy_->next(decision);
  if (next != unforced(decision)) switches_.push_back({.decision = decision.number, .thread = next});
  return next;
}

void Stage::pass_time() {
  std::optional<std::chrono::nanoseconds> first;
  bool yield = true;
  for (const Player& each : players_) {
    if (each.state == State::kReady) yield = yield && each.yields;
    if (each.state != State::kWaiting || !each.deadline) continue;
    first = first ? std::min(*first, *each.deadline) : *each.deadline;
  }
  if (!first) {
    points_ = 0;
    return;
  }
  if (!yield && ++points_ < kPointsOfMoment) return;
  points_ = 0;
  // While an actor is outside, the system's clock applies.
  if (outside_ == 0) now_ += kMoment;
  if (outside_ != 0 || *first <= now_) wake_by_time();
}

bool Stage::wake_by_time() {
  if (outside_ != 0) return let_go([](const Player& each, Actor) { return each.deadline.has_value(); });
  Player* first = nullptr;
  for (Player& each : players_) {
    if (each.state != State::kWaiting || !each.deadline) continue;
    if (first == nullptr || *each.deadline < *first->deadline) first = &each;
  }
  if (first == nullptr) return false;
  for (const Player& each : players_) {
    if (each.state != State::kWaiting || !each.deadline || *each.deadline == *first->deadline) continue;
    if (*each.deadline - *first->deadline <= kSameMoment) leave_uncertain();
  }
  now_ = std::max(now_, *first->deadline);
  make_ready(*first, Woken::kByTime);
  return true;
}

bool Stage::wake_by_deadlock() {
  if (outside_ != 0) return false;
  std::vector<Waiting> waiting;
  for (Actor each = 0; each < players_.size(); ++each) {
    if (players_[each].state == State::kWaiting) {
      waiting.push_back({.actor = each, .what = players_[each].what});
    }
  }
  if (waiting.empty()) return false;
  const auto unbound = [&](const Player& each, Actor actor) {
    return options_.bound && !options_.bound({.actor = actor, .what = each.what});
  };
  if (let_go(unbound)) return true;
  if (options_.on_deadlock) options_.on_deadlock(waiting);
  for (const Waiting& each : waiting) make_ready(players_[each.actor], Woken::kByDeadlock);
  return true;
}

bool Stage::let_go(const std::function<bool(const Player&, Actor)>& chosen) {
  bool any = false;
  for (Actor each = 0; each < players_.size(); ++each) {
    if (players_[each].state != State::kWaiting || !chosen(players_[each], each)) continue;
    make_ready(players_[each], Woken::kAlone);
    any = true;
  }
  if (any) leave_uncertain();
  return any;
}

void Stage::leave_uncertain() {
  if (std::exchange(deterministic_, false) && options_.on_uncertain) options_.on_uncertain();
}

void Stage::make_ready(Player& player, Woken woken) {
  player.state = State::kReady;
  player.woken = woken;
}

}  // namespace gcrucible::schedule
