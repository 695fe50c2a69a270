// Concurrent threads of the program.
#include <algorithm>
#include <vector>

#include "harness/campaign/generate/program_builder.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

constexpr std::uint64_t kMostThreads = 3;
constexpr std::uint64_t kMostSteps = 4;

// Stores only into objects of the same thread. If two threads wrote to one object, the result would be
// undefined.
void store_into_own(ProgramBuilder& builder) {
  const std::vector<std::uint32_t> objects = builder.usable();
  const auto own = std::ranges::find_if(objects, [&](std::uint32_t each) { return builder.is_own(each); });
  if (own == objects.end()) return;
  const auto count = static_cast<std::uint64_t>(objects.end() - own);
  const std::uint32_t object = *(own + static_cast<std::ptrdiff_t>(builder.below(count)));
  const std::uint32_t slots = builder.live().slots_of(object);
  if (slots == 0) return;
  Store step{.object = object, .slot = builder.below(slots), .target = builder.pick(objects)};
  if (!builder.has(Feature::kCycles) && step.target >= object) return;
  builder.add(step);
}

void throw_and_catch(ProgramBuilder& builder) {
  const auto object = some_exception(builder);
  if (!object || std::ranges::find(builder.throwing(), builder.lane()) != builder.throwing().end()) return;
  const std::uint32_t catcher = some_function(builder);
  Throw step{.object = *object, .thread = builder.lane(), .catcher = catcher};
  step.frames.push_back(some_function(builder));
  if (builder.chance(1, 2)) step.filters.push_back(catcher);
  step.finally.push_back(catcher);
  builder.add(step);
  if (builder.chance(1, 2)) add_allocation(builder);
  if (step.filters.empty() && builder.chance(1, 3)) {
    builder.add(Throw{.object = some_exception(builder).value_or(*object),
                      .thread = builder.lane(),
                      .catcher = catcher,
                      .replaces = true});
  }
  builder.add(CatchThrown{.thread = builder.lane()});
}

void add_own(ProgramBuilder& builder) {
  switch (builder.below(10)) {
    case 0:
    case 1:
    case 2:
      return add_allocation(builder);
    case 3:
    case 4:
      return add_root(builder);
    case 5:
      return add_collection(builder);
    case 6:
      return add_handle(builder);
    case 7:
      return store_into_own(builder);
    case 8:
      return builder.has(Feature::kExceptions) ? throw_and_catch(builder) : add_compilation(builder);
    default:
      return builder.has(Feature::kSuspensions) ? add_suspension(builder) : add_compilation(builder);
  }
}

std::vector<std::uint32_t> some_threads(ProgramBuilder& builder) {
  std::vector<std::uint32_t> threads = builder.running();
  shuffle(threads, builder.below(1 << 16));
  threads.resize(std::min<std::size_t>(threads.size(), 2 + builder.below(kMostThreads - 1)));
  return threads;
}

}  // namespace

bool shut_down_beside(ProgramBuilder& builder) {
  const auto& running = builder.running();
  if (running.size() < 2 || std::ranges::find(running, 0u) == running.end()) return false;
  std::vector<std::uint32_t> threads = some_threads(builder);
  if (std::ranges::find(threads, 0u) == threads.end()) threads.front() = 0;
  // Most faults happen between two calls inside callbacks.
  Together step{.schedule = some_schedule(builder, threads)};
  if (builder.chance(3, 4)) step.schedule->turns = program::Schedule::Turns::kWithin;
  builder.add(step);
  for (const std::uint32_t thread : threads) {
    builder.lane(thread);
    const std::size_t before = builder.program().steps.size();
    for (std::uint64_t left = builder.below(kMostSteps); left > 0; --left) add_own(builder);
    if (thread == 0) {
      builder.add(ShutDown{});
      for (std::uint64_t left = builder.below(2); left > 0; --left) add_own(builder);
    } else if (builder.program().steps.size() == before) {
      add_compilation(builder);
    }
  }
  builder.lane(kNothing);
  return true;
}

void add_together(ProgramBuilder& builder) {
  if (builder.running().size() < 2) return;
  const std::vector<std::uint32_t> threads = some_threads(builder);
  // A third of the programs starts all threads in ObjectAllocated and switches inside of it, because
  // profilers share most state there. Random choice alone would do this in one of hundreds of programs.
  const bool rush = builder.chance(1, 3);
  Together step;
  std::vector<std::uint32_t> actors = threads;
  for (std::uint32_t heap = 1; heap < builder.program().heap.server_heaps; ++heap)
    actors.push_back(kFirstHeapReporter + heap);
  if (rush || builder.chance(3, 4)) step.schedule = some_schedule(builder, actors);
  if (rush) step.schedule->turns = program::Schedule::Turns::kWithin;
  builder.add(step);
  const bool collects = builder.has(Feature::kServerHeaps) && builder.chance(3, 4);
  const std::uint32_t collector = collects ? builder.pick(threads) : kNothing;
  for (const std::uint32_t thread : threads) {
    const std::size_t before = builder.program().steps.size();
    builder.lane(thread);
    const std::uint64_t steps = 1 + builder.below(kMostSteps);
    const std::uint64_t collection = thread == collector ? builder.below(steps) : steps;
    if (rush) add_allocation(builder);
    for (std::uint64_t i = 0; i < steps; ++i) i == collection ? add_collection(builder) : add_own(builder);
    if (builder.program().steps.size() == before) add_compilation(builder);
  }
  builder.lane(kNothing);
}

}  // namespace gcrucible::campaign
