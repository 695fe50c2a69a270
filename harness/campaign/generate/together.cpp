// Concurrent threads of the program.
#include <algorithm>
#include <vector>

#include "harness/campaign/generate/draft.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

constexpr std::uint64_t kMostThreads = 3;
constexpr std::uint64_t kMostSteps = 4;

// Stores only into objects of the same thread. If two threads wrote to one object, the result would be
// undefined.
void store_into_own(Draft& draft) {
  const std::vector<std::uint32_t> objects = draft.usable();
  const auto own = std::ranges::find_if(objects, [&](std::uint32_t each) { return draft.is_own(each); });
  if (own == objects.end()) return;
  const auto count = static_cast<std::uint64_t>(objects.end() - own);
  const std::uint32_t object = *(own + static_cast<std::ptrdiff_t>(draft.below(count)));
  const std::uint32_t slots = draft.live().slots_of(object);
  if (slots == 0) return;
  Store step{.object = object, .slot = draft.below(slots), .target = draft.pick(objects)};
  if (!draft.has(Feature::kCycles) && step.target >= object) return;
  draft.add(step);
}

void throw_and_catch(Draft& draft) {
  const auto object = some_exception(draft);
  if (!object || std::ranges::find(draft.throwing(), draft.lane()) != draft.throwing().end()) return;
  const std::uint32_t catcher = some_function(draft);
  Throw step{.object = *object, .thread = draft.lane(), .catcher = catcher};
  step.frames.push_back(some_function(draft));
  if (draft.chance(1, 2)) step.filters.push_back(catcher);
  step.finally.push_back(catcher);
  draft.add(step);
  if (draft.chance(1, 2)) add_allocation(draft);
  if (step.filters.empty() && draft.chance(1, 3)) {
    draft.add(Throw{.object = some_exception(draft).value_or(*object),
                    .thread = draft.lane(),
                    .catcher = catcher,
                    .replaces = true});
  }
  draft.add(CatchThrown{.thread = draft.lane()});
}

void add_own(Draft& draft) {
  switch (draft.below(10)) {
    case 0:
    case 1:
    case 2:
      return add_allocation(draft);
    case 3:
    case 4:
      return add_root(draft);
    case 5:
      return add_collection(draft);
    case 6:
      return add_handle(draft);
    case 7:
      return store_into_own(draft);
    case 8:
      return draft.has(Feature::kExceptions) ? throw_and_catch(draft) : add_compilation(draft);
    default:
      return draft.has(Feature::kSuspensions) ? add_suspension(draft) : add_compilation(draft);
  }
}

std::vector<std::uint32_t> some_threads(Draft& draft) {
  std::vector<std::uint32_t> threads = draft.running();
  shuffle(threads, draft.below(1 << 16));
  threads.resize(std::min<std::size_t>(threads.size(), 2 + draft.below(kMostThreads - 1)));
  return threads;
}

}  // namespace

bool shut_down_beside(Draft& draft) {
  const auto& running = draft.running();
  if (running.size() < 2 || std::ranges::find(running, 0u) == running.end()) return false;
  std::vector<std::uint32_t> threads = some_threads(draft);
  if (std::ranges::find(threads, 0u) == threads.end()) threads.front() = 0;
  // Most faults happen between two calls inside callbacks.
  Together step{.schedule = some_schedule(draft, threads)};
  if (draft.chance(3, 4)) step.schedule->turns = program::Schedule::Turns::kWithin;
  draft.add(step);
  for (const std::uint32_t thread : threads) {
    draft.lane(thread);
    const std::size_t before = draft.program().steps.size();
    for (std::uint64_t left = draft.below(kMostSteps); left > 0; --left) add_own(draft);
    if (thread == 0) {
      draft.add(ShutDown{});
      for (std::uint64_t left = draft.below(2); left > 0; --left) add_own(draft);
    } else if (draft.program().steps.size() == before) {
      add_compilation(draft);
    }
  }
  draft.lane(kNothing);
  return true;
}

void add_together(Draft& draft) {
  if (draft.running().size() < 2) return;
  const std::vector<std::uint32_t> threads = some_threads(draft);
  // A third of the programs starts all threads in ObjectAllocated and switches inside of it, because
  // profilers share most state there. Random choice alone would do this in one of hundreds of programs.
  const bool rush = draft.chance(1, 3);
  Together step;
  std::vector<std::uint32_t> actors = threads;
  for (std::uint32_t heap = 1; heap < draft.program().heap.server_heaps; ++heap)
    actors.push_back(kFirstHeapTeller + heap);
  if (rush || draft.chance(3, 4)) step.schedule = some_schedule(draft, actors);
  if (rush) step.schedule->turns = program::Schedule::Turns::kWithin;
  draft.add(step);
  const bool collects = draft.has(Feature::kServerHeaps) && draft.chance(3, 4);
  const std::uint32_t collector = collects ? draft.pick(threads) : kNothing;
  for (const std::uint32_t thread : threads) {
    const std::size_t before = draft.program().steps.size();
    draft.lane(thread);
    const std::uint64_t steps = 1 + draft.below(kMostSteps);
    const std::uint64_t collection = thread == collector ? draft.below(steps) : steps;
    if (rush) add_allocation(draft);
    for (std::uint64_t i = 0; i < steps; ++i) i == collection ? add_collection(draft) : add_own(draft);
    if (draft.program().steps.size() == before) add_compilation(draft);
  }
  draft.lane(kNothing);
}

}  // namespace gcrucible::campaign
