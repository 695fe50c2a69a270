#include "tests/harness/clr/interleaving/told_play.h"

#include <atomic>

#include "harness/clr/concurrency/crew_locks.h"
#include "harness/platform/threads/own_locks.h"
#include "harness/platform/threads/thread_number.h"
#include "harness/schedule/stage.h"

namespace gcrucible::clr {

using schedule::Actor;
using schedule::Point;
using schedule::Stage;

void ask() {
  const platform::LocksWatched none(nullptr);
  schedule::reach(Point::kInfo);
}

Played play(schedule::Troupe& troupe, schedule::Strategy& strategy, std::uint32_t actors,
            const std::function<void(Actor)>& part) {
  std::vector<std::atomic<std::uint32_t>> numbers(actors * std::size_t{2});
  Played played;
  CrewLocks* told = nullptr;
  Stage stage(strategy, actors,
              {.on_deadlock =
                   [&](auto waiting) {
                     played.deadlock = told->text(waiting);
                     played.cycle = told->cycle(waiting);
                   },
               .bound = [&](const auto& waiting) { return told->bound(waiting); }});
  // The threads of the troupe and the test's own.
  CrewLocks locks(
      stage, [actors] { return actors + 1; }, numbers,
      [](Actor actor) { return "that of heap " + std::to_string(actor); });
  told = &locks;
  troupe.play(stage, [&](Actor actor) {
    numbers[actor] = platform::thread_number();
    // From here on the locks are those of the stage, also after the part is over.
    platform::locks_are_own = true;
    schedule::reach(Point::kEntry);
    const platform::LocksWatched watched(&locks);
    part(actor);
  });
  played.deterministic = stage.deterministic();
  played.switches = stage.switches();
  return played;
}

}  // namespace gcrucible::clr
