// Collections, threads, suspensions.
#include <algorithm>
#include <numeric>

#include "harness/campaign/generate/program_builder.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

constexpr std::size_t kMostThreads = 3;
// COR_PRF_SUSPEND_OTHER, FOR_APPDOMAIN_SHUTDOWN, FOR_INPROC_DEBUGGER and FOR_REJIT: reasons for which
// runtimes suspend without a collection.
constexpr std::uint32_t kOtherReasons[] = {0, 2, 6, 8};

Mode some_mode(ProgramBuilder& builder) {
  return builder.chance(1, 2) ? Mode::kCompact : Mode::kSweep;
}

void set_modes(ProgramBuilder& builder, Collect& step) {
  const auto condemned = static_cast<std::size_t>(step.condemned);
  const Mode common = builder.has(Feature::kSweeps) ? some_mode(builder) : Mode::kCompact;
  for (std::size_t i = 0; i <= condemned; ++i)
    step.mode[i] = builder.has(Feature::kModes) ? some_mode(builder) : common;
  if (step.condemned == Generation::k2 && builder.has(Feature::kLarge)) {
    step.mode[static_cast<std::size_t>(Generation::kLarge)] =
        builder.has(Feature::kModes) ? some_mode(builder) : Mode::kPolicy;
  }
}

// Limited to what .NET 10 does. Runtimes with more freedom generate further variations themselves.
Suspending some_course(ProgramBuilder& builder, std::uint32_t suspender) {
  constexpr Stop kStops[] = {Stop::kNever, Stop::kReturned, Stop::kLate};
  Suspending course;
  if (builder.program().runtime.any_split || !builder.has(Feature::kSuspensions) || builder.chance(1, 2))
    return course;
  for (const std::uint32_t thread : builder.running()) {
    if (thread == suspender) continue;
    const Stop how = kStops[builder.below(std::size(kStops))];
    if (how != Stop::kNever) course.threads.push_back({.thread = thread, .how = how});
  }
  return course;
}

}  // namespace

// A schedule of the threads. Few switches often show the same faults as many, and they shrink better.
Schedule some_schedule(ProgramBuilder& builder, const std::vector<std::uint32_t>& threads) {
  constexpr std::uint64_t kMostSwitches = 6;
  constexpr std::uint32_t kSteps = 4;
  constexpr std::uint64_t kSeeds = 40;
  Schedule schedule;
  const bool within = builder.chance(1, 2);
  if (within) schedule.turns = program::Schedule::Turns::kWithin;
  const std::uint32_t length = within ? 120 : 40;
  switch (builder.below(4)) {
    case 0:
      return schedule;
    case 1:
      schedule.kind = Schedule::Kind::kRandom;
      schedule.seed = builder.below(kSeeds);
      return schedule;
    case 2:
      schedule.kind = Schedule::Kind::kPct;
      schedule.seed = builder.below(kSeeds);
      schedule.changes = 1 + static_cast<std::uint32_t>(builder.below(3));
      schedule.length = length;
      return schedule;
    default:
      break;
  }
  schedule.kind = Schedule::Kind::kSwitches;
  std::uint32_t decision = 0;
  for (std::uint64_t left = builder.below(kMostSwitches + 1); left > 0; --left) {
    schedule.switches.push_back({.decision = decision, .thread = builder.pick(threads)});
    decision += 1 + static_cast<std::uint32_t>(builder.below(kSteps));
  }
  return schedule;
}

void add_collection(ProgramBuilder& builder) {
  Collect step;
  step.thread = builder.some_thread();
  const bool young = builder.in_background() || (builder.has(Feature::kYoung) && builder.chance(2, 3));
  step.condemned = young ? static_cast<Generation>(builder.below(2)) : Generation::k2;
  step.induced = builder.chance(1, 2);
  set_modes(builder, step);
  if (builder.has(Feature::kNoPromotion) && builder.chance(1, 3)) step.promote = false;
  if (builder.has(Feature::kDemotion)) step.pinned = static_cast<PinnedPolicy>(builder.below(3));
  if (const std::uint16_t heaps = builder.program().heap.server_heaps; heaps > 1) {
    std::vector<std::uint32_t> all(heaps);
    std::iota(all.begin(), all.end(), 0u);
    if (builder.lane() == kNothing && builder.chance(3, 4))
      step.reporting.schedule = some_schedule(builder, all);
    step.reporting.started_by = static_cast<std::uint16_t>(builder.below(heaps));
  }
  if (builder.lane() == kNothing) step.reporting.suspension = some_course(builder, step.thread);
  const bool goes_on = step.condemned == Generation::k1 && !builder.in_background() &&
                       builder.has(Feature::kProvisional) && builder.chance(1, 2);
  if (goes_on) step.mode[0] = step.mode[1] = Mode::kSweep;
  builder.add(step);
  if (!goes_on) return;
  Collect full;
  full.thread = step.thread;
  full.induced = false;
  full.provisional = true;
  set_modes(builder, full);
  builder.add(full);
}

void go_on_in_background(ProgramBuilder& builder) {
  using Phase = Background::Phase;
  Background step;
  for (const Step& each : builder.program().steps) {
    const auto* const before = std::get_if<Background>(&each.action);
    if (before == nullptr) continue;
    step.phase = before->phase == Phase::kBegin   ? Phase::kPause
                 : before->phase == Phase::kPause ? Phase::kEnd
                                                  : Phase::kBegin;
  }
  if (step.phase == Phase::kBegin) {
    step.thread = builder.some_thread();
    step.induced = builder.chance(1, 2);
    if (builder.chance(1, 3)) step.young_first = static_cast<Generation>(builder.below(2));
  }
  builder.add(step);
}

void end_background(ProgramBuilder& builder) {
  while (builder.in_background()) go_on_in_background(builder);
}

void change_threads(ProgramBuilder& builder) {
  const auto& running = builder.running();
  if (running.size() > 1 && builder.chance(1, 3)) {
    const std::uint32_t thread = running[1 + builder.below(running.size() - 1)];
    if (std::ranges::find(builder.throwing(), thread) == builder.throwing().end())
      builder.add(EndThread{.thread = thread});
    return;
  }
  start_thread(builder);
}

void start_thread(ProgramBuilder& builder) {
  std::vector<ThreadSpec>& threads = builder.program().threads;
  if (threads.size() > kMostThreads) return;
  threads.push_back({.name = builder.chance(1, 2) ? "worker" + std::to_string(threads.size()) : ""});
  builder.add(StartThread{.thread = static_cast<std::uint32_t>(threads.size() - 1)});
}

void add_suspension(ProgramBuilder& builder) {
  Suspend step{.reason = kOtherReasons[builder.below(std::size(kOtherReasons))]};
  step.thread = builder.some_thread();
  if (builder.lane() == kNothing) step.suspension = some_course(builder, step.thread);
  builder.add(step);
}

}  // namespace gcrucible::campaign
