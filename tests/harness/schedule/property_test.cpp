// Properties of every schedule, whatever the threads do.
#include "tests/support/property.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "harness/schedule/make.h"
#include "harness/schedule/replay.h"
#include "tests/harness/schedule/play.h"

namespace gcrucible::schedule {
namespace {

using program::Schedule;

Schedule any_schedule() {
  Schedule schedule;
  schedule.kind = *rc::gen::element(Schedule::Kind::kRoundRobin, Schedule::Kind::kRandom,
                                    Schedule::Kind::kPct, Schedule::Kind::kSwitches);
  schedule.seed = *rc::gen::arbitrary<std::uint64_t>();
  schedule.changes = *rc::gen::inRange<std::uint32_t>(0, 5);
  schedule.length = *rc::gen::inRange<std::uint32_t>(0, 40);
  std::uint32_t decision = 0;
  for (const std::uint32_t gap : *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange(1u, 6u))) {
    decision += gap;
    schedule.switches.push_back({.decision = decision, .thread = *rc::gen::inRange<std::uint32_t>(0, 6)});
  }
  return schedule;
}

// The actions of an actor, one letter each. Points, waits that other actors end, and repeated checks whether
// any actor still waits for a time.
using Acts = std::vector<std::string>;

Acts any_acts() {
  const auto actors = *rc::gen::inRange<std::size_t>(1, 6);
  Acts acts;
  for (std::size_t i = 0; i < actors; ++i) {
    acts.push_back(
        *rc::gen::container<std::string>(rc::gen::element('e', 'r', 'i', 'l', 'w', 't', 'k', 'y', 's')));
  }
  return acts;
}

struct Reported {
  std::string order;
  std::vector<program::Switch> switches;
  std::chrono::nanoseconds time{0};
  bool alone = true;  // no actor ever ran at the same time as another
  bool deterministic = true;

  friend bool operator==(const Reported&, const Reported&) = default;
};

Reported play(Strategy& strategy, const Acts& acts) {
  using std::chrono::milliseconds;
  Reported reported;
  const int what = 0;
  ThreadPool pool(static_cast<std::uint32_t>(acts.size()));
  std::atomic<int> running{0};
  int timed = 0;
  Stage stage(strategy, static_cast<std::uint32_t>(acts.size()));
  const auto say = [&](Actor actor, char act) {
    reported.alone = reported.alone && running.fetch_add(1) == 0;
    reported.order += static_cast<char>('A' + actor);
    reported.order += act;
    running.fetch_sub(1);
  };
  pool.play(stage, [&](Actor actor) {
    for (const char act : acts[actor]) {
      switch (act) {
        case 'e':
          reach(Point::kEntry);
          break;
        case 'r':
          reach(Point::kReturn);
          break;
        case 'i':
          reach(Point::kInfo);
          break;
        case 'l':
          reach(Point::kLock);
          break;
        case 'k':
          stage.wake(&what, 1);
          break;
        case 't':
          ++timed;
          if (stage.wait(&what, milliseconds(10 * (actor + 1))) == Stage::Woken::kByTime) say(actor, 'T');
          --timed;
          break;
        case 'y':
          stage.yield(Point::kLock);
          break;
        case 's':
          while (timed != 0) stage.yield(Point::kLock);
          break;
        default:
          if (stage.wait(&what) == Stage::Woken::kByDeadlock) say(actor, 'D');
          break;
      }
      say(actor, act);
    }
  });
  reported.switches = stage.switches();
  reported.time = stage.now();
  reported.deterministic = stage.deterministic();
  return reported;
}

TEST_CASE("schedules: one thread at a time and replays are identical") {
  gcrucible::tests::property("any schedule replays", [] {
    const Schedule schedule = any_schedule();
    const Acts acts = any_acts();
    const Reported first = play(*make(schedule), acts);
    const Reported again = play(*make(schedule), acts);
    RC_ASSERT(first.alone);
    // Actors that yield let time pass, so waits may end close to each other.
    const auto yields = [](const std::string& each) { return each.find_first_of("ys") != std::string::npos; };
    if (std::ranges::none_of(acts, yields)) RC_ASSERT(first.deterministic);
    RC_ASSERT(first == again);
    Replay replay(first.switches);
    const Reported replayed = play(replay, acts);
    RC_ASSERT(replayed == first);
    RC_ASSERT(replay.missed() == 0u);
  });
}

}  // namespace
}  // namespace gcrucible::schedule
