#include "tests/harness/clr/interleaving/intercepted_play.h"

#include <atomic>

#include "harness/clr/concurrency/worker_locks.h"
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

Played play(schedule::ThreadPool& pool, schedule::Strategy& strategy, std::uint32_t actors,
            const std::function<void(Actor)>& part) {
  std::vector<std::atomic<std::uint32_t>> numbers(actors * std::size_t{2});
  Played played;
  WorkerLocks* reported = nullptr;
  Stage stage(strategy, actors,
              {.on_deadlock =
                   [&](auto waiting) {
                     played.deadlock = reported->text(waiting);
                     played.cycle = reported->cycle(waiting);
                   },
               .bound = [&](const auto& waiting) { return reported->bound(waiting); }});
  // The threads of the pool and the test's own.
  WorkerLocks locks(
      stage, [actors] { return actors + 1; }, numbers,
      [](Actor actor) { return "that of heap " + std::to_string(actor); });
  reported = &locks;
  pool.play(stage, [&](Actor actor) {
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
