// Native threads of which exactly one runs at a time.
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
#include "harness/schedule/baton.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

// Lives for one play. Each actor has a thread of its own, which runs from one switch point to the next while
// the others wait; who goes on there, the strategy decides. Up to its first switch point an actor runs
// without a decision, in order of numbers, so that interleavings are those of what lies behind first points.
//
// With a strategy that is free-running nothing of this happens, and nobody is on stage.
class Stage {
 public:
  enum class Woken : std::uint8_t { kByOther, kByTime, kByDeadlock, kAlone };
  struct Waiting {
    Actor actor;
    const void* what;
  };
  struct Options {
    // So many actors, the last ones, have no part in the play until another one admits them.
    std::uint32_t later = 0;
    Points points = kEveryPoint;  // of these decisions are made
    // Above 0 the play goes on with one before it: the strategy is not told of a new one.
    std::uint32_t first_decision = 0;
    // Whether the thread of an actor sleeps, in something that nobody here knows of. One whose turn it is and
    // that is found so twice, `patience` or more apart, is forced out: it runs on without a turn, beside the
    // others, until it reaches a point. Called by those who wait, one at a time. Empty: nobody looks.
    std::function<bool(Actor)> sleeps = {};
    std::chrono::milliseconds patience{20};
    // Called when nothing can run any more, on the thread that found it, with all who wait. Afterwards they
    // are all woken. May not call the stage.
    std::function<void(std::span<const Waiting>)> on_deadlock = {};
    // Whether what somebody waits for can only be given by another actor. Only they are in a deadlock; who
    // waits for anything else is let go to wait for it beside the others (Woken::kAlone). Empty: all are. May
    // not call the stage.
    std::function<bool(const Waiting&)> bound = {};
    // Called once, as soon as deterministic() is no more: the play may never be over. May not call the stage.
    std::function<void()> on_uncertain = {};
  };
  // The hand-over by which an actor got its turn. It is the same turn as long as the actor is preferred to
  // others who are ready.
  struct Turn {
    Actor actor;
    std::uint64_t number;

    friend bool operator==(const Turn&, const Turn&) = default;
  };

  Stage(Strategy& strategy, std::uint32_t actors) : Stage(strategy, actors, Options{}) {}
  Stage(Strategy& strategy, std::uint32_t actors, Options options);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // The stage on which the calling thread plays; null if it is on none.
  static Stage* here();
  // As which actor.
  static Actor actor_here();
  // A thread that waits may let another one play its part meanwhile: that one takes it, gives it back with
  // an empty one, and tells nobody.
  struct Part {
    Stage* stage = nullptr;
    Actor actor = 0;
  };
  static Part part_here();
  static void take_part(Part part);

  // Each actor's thread makes both, once, or once each time that it is admitted; enter() returns when it is
  // its turn.
  void enter(Actor actor);
  void leave();

  // The rest is for threads on stage unless said otherwise.

  // Of one that has no part in the play, or has left it: it may go on from now on, and its thread enters
  // soon.
  void admit(Actor actor);
  // While this lives, the calling thread waits for something of the runtime's own that is over soon, in its
  // turn: nobody takes it for one that is held up.
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
  // One behind which all others who are ready come first: the caller looks again for what only they can do.
  // Where all who are ready do so, a millisecond goes by.
  void yield(Point point);
  // Until somebody wakes `what`. Time is virtual, in milliseconds: it stands still while anybody can run, but
  // for those who do nothing but yield, and for one millisecond in a thousand points, behind which nobody
  // knows whether it was more than looking again. The earliest timeout comes when nobody can run. While a
  // thread is outside, or where nobody on stage can end what is waited for, the caller is told to wait by
  // itself (kAlone): with step_out(). With `still`, asked when no wake can be missed any more, only if that
  // is true; else as woken by others.
  Woken wait(const void* what, std::optional<std::chrono::nanoseconds> timeout = {},
             const std::function<bool()>& still = {});
  // In its turn, and not found asleep meanwhile.
  void sleep(std::chrono::nanoseconds time);
  // Any thread. Who has waited longest comes first.
  void wake(const void* what, std::uint32_t most = std::numeric_limits<std::uint32_t>::max());
  // The same, but that is no point of the calling thread's.
  void rouse(const void* what, std::uint32_t most);
  // The calling thread is about to do something that nobody here can end, and has done it.
  void step_out();
  void step_in();

  // Any thread: whose turn it is.
  std::optional<Turn> turn();

  // Any thread: somebody who has no part in the play has done something that it shows.
  void disturbed();

  // Of the play so far; any thread.
  std::chrono::nanoseconds now();
  std::uint32_t decisions();
  // What differed from the unforced: Replay plays the same with it.
  std::vector<program::Switch> switches();
  // Whether nobody has been outside, was woken from there or has disturbed the play: only then a replay is
  // certain to be the same.
  bool deterministic();

 private:
  enum class State : std::uint8_t { kReady, kRunning, kWaiting, kOutside, kGone };
  struct Player {
    State state = State::kReady;
    Baton baton;
    // Where its thread is in a function of the stage; what it sleeps for there is no business of the others.
    std::atomic<bool> inside{false};
    const void* what = nullptr;  // of kWaiting, as the next three
    std::uint64_t since = 0;
    std::optional<std::chrono::nanoseconds> deadline = {};
    Woken woken = Woken::kByOther;
    bool yields = false;  // of kReady
  };

  using Lock = std::unique_lock<std::mutex>;
  class Inside;
  void come_in(Lock& lock, Actor self);
  void wake_waiting(const void* what, std::uint32_t most);
  // Until the next turn, with an eye on whose turn it is.
  void await(Actor self);
  void look();
  bool sleeps(Actor actor) const;
  // Under the lock.
  void put_out(Actor actor);
  // Who waits for a time would wait for ever where the others who are ready look for his doing.
  void pass_time();
  // Gives up the turn and waits for the next one.
  void pass_on(Lock& lock, Actor self, State state, Point point);
  // Lets somebody go on; nobody is running. `current` is who could go on, `self` who needs no baton.
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
  std::mutex mutex_;  // of what follows, but for the batons
  std::vector<Player> players_;
  Actor opened_ = 0;    // actors before it have had their first turn
  bool begun_ = false;  // the first decision has been made, or was none
  std::optional<Actor> running_;
  std::optional<Actor> last_;  // that had a turn
  std::uint64_t turns_ = 0;
  std::uint64_t waits_ = 0;
  std::uint32_t decisions_ = 0;
  std::uint32_t outside_ = 0;
  std::chrono::nanoseconds now_{0};
  std::uint32_t points_ = 0;  // while somebody waits for a time, behind the last that went by for that
  bool deterministic_ = true;
  // Of those who look, under a lock of their own, which nobody waits for: the turn that was looked at, when
  // last, and whether its thread slept then.
  std::mutex looking_;
  std::optional<Turn> looked_at_;
  std::chrono::steady_clock::time_point looked_{};
  bool slept_ = false;
  std::vector<Actor> ready_;
  std::vector<program::Switch> switches_;
};

// A switch point of the calling thread, if it is on a stage.
inline void reach(Point point) {
  if (Stage* const stage = Stage::here()) stage->reach(point);
}

}  // namespace gcrucible::schedule
