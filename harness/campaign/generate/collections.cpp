// Collections, threads, suspensions.
#include <algorithm>
#include <numeric>

#include "harness/campaign/generate/draft.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

constexpr std::size_t kMostThreads = 3;
// COR_PRF_SUSPEND_OTHER, FOR_APPDOMAIN_SHUTDOWN, FOR_INPROC_DEBUGGER and FOR_REJIT: reasons for which
// runtimes suspend without a collection.
constexpr std::uint32_t kOtherReasons[] = {0, 2, 6, 8};

Mode some_mode(Draft& draft) {
  return draft.chance(1, 2) ? Mode::kCompact : Mode::kSweep;
}

void set_modes(Draft& draft, Collect& step) {
  const auto condemned = static_cast<std::size_t>(step.condemned);
  const Mode common = draft.has(Feature::kSweeps) ? some_mode(draft) : Mode::kCompact;
  for (std::size_t i = 0; i <= condemned; ++i)
    step.mode[i] = draft.has(Feature::kModes) ? some_mode(draft) : common;
  if (step.condemned == Generation::k2 && draft.has(Feature::kLarge)) {
    step.mode[static_cast<std::size_t>(Generation::kLarge)] =
        draft.has(Feature::kModes) ? some_mode(draft) : Mode::kPolicy;
  }
}

// Limited to what .NET 10 does. Runtimes with more freedom generate further variations themselves.
Suspending some_course(Draft& draft, std::uint32_t suspender) {
  constexpr Stop kStops[] = {Stop::kNever, Stop::kReturned, Stop::kLate};
  Suspending course;
  if (draft.program().runtime.any_split || !draft.has(Feature::kSuspensions) || draft.chance(1, 2))
    return course;
  for (const std::uint32_t thread : draft.running()) {
    if (thread == suspender) continue;
    const Stop how = kStops[draft.below(std::size(kStops))];
    if (how != Stop::kNever) course.threads.push_back({.thread = thread, .how = how});
  }
  return course;
}

}  // namespace

// A schedule of the threads. Few switches often show the same faults as many, and they shrink better.
Schedule some_schedule(Draft& draft, const std::vector<std::uint32_t>& threads) {
  constexpr std::uint64_t kMostSwitches = 6;
  constexpr std::uint32_t kSteps = 4;
  constexpr std::uint64_t kSeeds = 40;
  Schedule schedule;
  const bool within = draft.chance(1, 2);
  if (within) schedule.turns = program::Schedule::Turns::kWithin;
  const std::uint32_t length = within ? 120 : 40;
  switch (draft.below(4)) {
    case 0:
      return schedule;
    case 1:
      schedule.kind = Schedule::Kind::kRandom;
      schedule.seed = draft.below(kSeeds);
      return schedule;
    case 2:
      schedule.kind = Schedule::Kind::kPct;
      schedule.seed = draft.below(kSeeds);
      schedule.changes = 1 + static_cast<std::uint32_t>(draft.below(3));
      schedule.length = length;
      return schedule;
    default:
      break;
  }
  schedule.kind = Schedule::Kind::kSwitches;
  std::uint32_t decision = 0;
  for (std::uint64_t left = draft.below(kMostSwitches + 1); left > 0; --left) {
    schedule.switches.push_back({.decision = decision, .thread = draft.pick(threads)});
    decision += 1 + static_cast<std::uint32_t>(draft.below(kSteps));
  }
  return schedule;
}

void add_collection(Draft& draft) {
  Collect step;
  step.thread = draft.some_thread();
  const bool young = draft.in_background() || (draft.has(Feature::kYoung) && draft.chance(2, 3));
  step.condemned = young ? static_cast<Generation>(draft.below(2)) : Generation::k2;
  step.induced = draft.chance(1, 2);
  set_modes(draft, step);
  if (draft.has(Feature::kNoPromotion) && draft.chance(1, 3)) step.promote = false;
  if (draft.has(Feature::kDemotion)) step.pinned = static_cast<PinnedPolicy>(draft.below(3));
  if (const std::uint16_t heaps = draft.program().heap.server_heaps; heaps > 1) {
    std::vector<std::uint32_t> all(heaps);
    std::iota(all.begin(), all.end(), 0u);
    if (draft.lane() == kNothing && draft.chance(3, 4)) step.telling.schedule = some_schedule(draft, all);
    step.telling.started_by = static_cast<std::uint16_t>(draft.below(heaps));
  }
  if (draft.lane() == kNothing) step.telling.suspension = some_course(draft, step.thread);
  const bool goes_on = step.condemned == Generation::k1 && !draft.in_background() &&
                       draft.has(Feature::kProvisional) && draft.chance(1, 2);
  if (goes_on) step.mode[0] = step.mode[1] = Mode::kSweep;
  draft.add(step);
  if (!goes_on) return;
  Collect full;
  full.thread = step.thread;
  full.induced = false;
  full.provisional = true;
  set_modes(draft, full);
  draft.add(full);
}

void go_on_in_background(Draft& draft) {
  using Phase = Background::Phase;
  Background step;
  for (const Step& each : draft.program().steps) {
    const auto* const before = std::get_if<Background>(&each.action);
    if (before == nullptr) continue;
    step.phase = before->phase == Phase::kBegin   ? Phase::kPause
                 : before->phase == Phase::kPause ? Phase::kEnd
                                                  : Phase::kBegin;
  }
  if (step.phase == Phase::kBegin) {
    step.thread = draft.some_thread();
    step.induced = draft.chance(1, 2);
    if (draft.chance(1, 3)) step.young_first = static_cast<Generation>(draft.below(2));
  }
  draft.add(step);
}

void end_background(Draft& draft) {
  while (draft.in_background()) go_on_in_background(draft);
}

void change_threads(Draft& draft) {
  const auto& running = draft.running();
  if (running.size() > 1 && draft.chance(1, 3)) {
    const std::uint32_t thread = running[1 + draft.below(running.size() - 1)];
    if (std::ranges::find(draft.throwing(), thread) == draft.throwing().end())
      draft.add(EndThread{.thread = thread});
    return;
  }
  start_thread(draft);
}

void start_thread(Draft& draft) {
  std::vector<ThreadSpec>& threads = draft.program().threads;
  if (threads.size() > kMostThreads) return;
  threads.push_back({.name = draft.chance(1, 2) ? "worker" + std::to_string(threads.size()) : ""});
  draft.add(StartThread{.thread = static_cast<std::uint32_t>(threads.size() - 1)});
}

void add_suspension(Draft& draft) {
  Suspend step{.reason = kOtherReasons[draft.below(std::size(kOtherReasons))]};
  step.thread = draft.some_thread();
  if (draft.lane() == kNothing) step.suspension = some_course(draft, step.thread);
  draft.add(step);
}

}  // namespace gcrucible::campaign
