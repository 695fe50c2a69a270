// Runs exactly one of several native threads at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "harness/program/schedule.h"
#include "harness/schedule/binary_semaphore.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

// Lives for one play. Each actor has its own thread, which runs from one switch point to the next while the
// others wait. At a switch point the strategy decides which actor runs. Up to its first switch point an actor
// runs without a decision, in order of actor numbers. Interleavings therefore differ only after the first
// points.
//
// With a free-running strategy the stage does nothing, and no thread is on it.
class Stage {
 public:
  enum class Woken : std::uint8_t { kByOther, kByTime, kByDeadlock, kAlone };
  struct Waiting {
    Actor actor;
    const void* what;
  };
  struct Options {
    // The number of actors, counted from the end, that join only when another actor admits them.
    std::uint32_t later = 0;
    Points points = kEveryPoint;  // the points at which decisions are made
    // Above 0, the play continues an earlier one, and the stage does not call Strategy::begin().
    std::uint32_t first_decision = 0;
    // Returns whether the thread of an actor sleeps in something that the stage does not control. The stage
    // checks the actor whose turn it is. An actor that is found asleep twice, at least `patience` apart, is
    // forced outside. It runs without a turn, at the same time as the others, until it reaches a point.
    // Called by waiting threads, one at a time. Empty: no check.
    std::function<bool(Actor)> sleeps = {};
    std::chrono::milliseconds patience{20};
    // Called when no actor can run, on the thread that found the deadlock, with all waiting actors. All of
    // them are woken afterwards. Must not call the stage.
    std::function<void(std::span<const Waiting>)> on_deadlock = {};
    // Returns whether only another actor can end this wait. If every waiting actor is bound, that is a
    // deadlock. Otherwise each unbound actor is released to wait outside the schedule (Woken::kAlone). Empty:
    // all are bound. Must not call the stage.
    std::function<bool(const Waiting&)> bound = {};
    // Called once, when deterministic() becomes false, because the play may never end. Must not call the
    // stage.
    std::function<void()> on_uncertain = {};
  };
  // Identifies the hand-over by which an actor got its turn. The turn stays the same while the actor is
  // chosen over other ready actors.
  struct Turn {
    Actor actor;
    std::uint64_t number;

    friend bool operator==(const Turn&, const Turn&) = default;
  };

  Stage(Strategy& strategy, std::uint32_t actors) : Stage(strategy, actors, Options{}) {}
  Stage(Strategy& strategy, std::uint32_t actors, Options options);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // The stage of the calling thread; null if the thread is on no stage.
  static Stage* here();
  // The actor of the calling thread.
  static Actor actor_here();
  // A waiting thread may let another thread act in its place. The other thread takes the part, and later
  // gives it back by taking an empty part. Neither call is a switch point.
  struct Part {
    Stage* stage = nullptr;
    Actor actor = 0;
  };
  static Part part_here();
  static void take_part(Part part);

  // Each actor's thread calls both once, or once for each admission. enter() returns when it is the actor's
  // turn.
  void enter(Actor actor);
  void leave();

  // Only threads on stage may call the following, unless a comment states otherwise.

  // Makes an actor ready that has not joined the play yet, or has left it. The actor's thread enters soon
  // after.
  void admit(Actor actor);
  // While this object lives, the calling thread keeps its turn and waits briefly for something of the
  // runtime's own. The stage does not treat the thread as asleep.
  class Brief {
   public:
    explicit Brief(Stage& stage) : inside_(&stage.players_[actor_here()].inside) { inside_->store(true); }
    Brief(const Brief&) = delete;
    Brief& operator=(const Brief&) = delete;
    ~Brief() { inside_->store(false); }

   private:
    std::atomic<bool>* inside_;
  };

  void reach(Point point);
  // A point after which all other ready actors run first. For a thread that polls for something only others
  // can do. If all ready actors yield, virtual time advances by one millisecond.
  void yield(Point point);
  // Waits until another thread wakes `what`. Time is virtual, in milliseconds, and stands still while any
  // actor can run. There are two exceptions: all ready actors yield, or 1,000 points pass. After that many
  // points, actors may only be polling. The earliest timeout expires when no actor can run.
  //
  // The result kAlone asks the caller to wait by itself, with step_out(). This happens while a thread is
  // outside, or if no actor on stage can end the wait.
  //
  // The stage calls `still` when no wake can be missed any more. If `still` returns false, wait() returns
  // kByOther at once.
  Woken wait(const void* what, std::optional<std::chrono::nanoseconds> timeout = {},
             const std::function<bool()>& still = {});
  // Sleeps without giving up the turn. The stage does not treat the thread as asleep.
  void sleep(std::chrono::nanoseconds time);
  // Any thread may call this. Wakes the actors that have waited longest first. Returns how many.
  std::uint32_t wake(const void* what, std::uint32_t most = std::numeric_limits<std::uint32_t>::max());
  // Like wake(), but not a switch point of the calling thread.
  std::uint32_t rouse(const void* what, std::uint32_t most);
  // Call step_out() before something that no actor can end, and step_in() after it.
  void step_out();
  void step_in();

  // Any thread may call this. Returns whose turn it is.
  std::optional<Turn> turn();

  // Any thread may call this: a thread outside the play has done something that affects the play.
  void disturbed();

  // The following describe the play so far. Any thread may call them.
  std::chrono::nanoseconds now();
  std::uint32_t decisions();
  // The choices that differ from the unforced ones. Replay repeats the play with this list.
  std::vector<program::Switch> switches();
  // True if no actor was outside or was woken from outside, and disturbed() was not called. Only then is a
  // replay certain to be the same.
  bool deterministic();

 private:
  enum class State : std::uint8_t { kReady, kRunning, kWaiting, kOutside, kGone };
  struct Player {
    State state = State::kReady;
    BinarySemaphore semaphore;
    // The thread is in a function of the stage. A sleep there does not count as one.
    std::atomic<bool> inside{false};
    const void* what = nullptr;  // only for kWaiting, like the next three
    std::uint64_t since = 0;
    std::optional<std::chrono::nanoseconds> deadline = {};
    Woken woken = Woken::kByOther;
    bool yields = false;  // only for kReady
  };

  using Lock = std::unique_lock<std::mutex>;
  class Inside;
  void come_in(Lock& lock, Actor self);
  std::uint32_t wake_waiting(const void* what, std::uint32_t most);
  // Waits for the actor's next turn. Also checks the actor whose turn it is (`Options::sleeps`).
  void await(Actor self);
  void look();
  bool sleeps(Actor actor) const;
  // Under the lock.
  void put_out(Actor actor);
  // Advances virtual time. Otherwise a timed wait never ends while other ready actors poll for its effect.
  void pass_time();
  // Gives up the turn and waits for the next one.
  void pass_on(Lock& lock, Actor self, State state, Point point);
  // Chooses the actor that runs next, when none runs. `current` could go on; `self` needs no baton.
  void give_turn(Point point, std::optional<Actor> current, std::optional<Actor> self = {});
  std::optional<Actor> choose(Point point, std::optional<Actor> current);
  bool wake_by_time();
  bool wake_by_deadlock();
  bool let_go(const std::function<bool(const Player&, Actor)>& chosen);
  void leave_uncertain();
  void make_ready(Player& player, Woken woken);

  Strategy* strategy_;
  Options options_;
  bool free_;
  std::mutex mutex_;  // guards the members below, except the batons
  std::vector<Player> players_;
  Actor opened_ = 0;    // actors with lower numbers have had their first turn
  bool begun_ = false;  // the first decision was made, or was not needed
  std::optional<Actor> running_;
  std::optional<Actor> last_;  // the last actor that had a turn
  std::uint64_t turns_ = 0;
  std::uint64_t waits_ = 0;
  std::uint32_t decisions_ = 0;
  std::uint32_t outside_ = 0;
  std::chrono::nanoseconds now_{0};
  std::uint32_t points_ = 0;  // points since virtual time last advanced, while an actor waits for a time
  bool deterministic_ = true;
  // The state of look(), under its own lock, for which no thread waits: the turn that was last checked, when,
  // and whether its thread slept.
  std::mutex looking_;
  std::optional<Turn> looked_at_;
  std::chrono::steady_clock::time_point looked_{};
  bool slept_ = false;
  std::vector<Actor> ready_;
  std::vector<program::Switch> switches_;
};

// A switch point of the calling thread, if the thread is on a stage.
inline void reach(Point point) {
  if (Stage* const stage = Stage::here()) stage->reach(point);
}

}  // namespace gcrucible::schedule
