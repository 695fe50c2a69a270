#include "harness/campaign/generate/generator.h"

#include <algorithm>
#include <optional>
#include <span>

#include "harness/campaign/generate/calls.h"
#include "harness/program/choices.h"
#include "harness/program/editing.h"
#include "harness/program/failing_info.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

// A step between two collections, its weight, and the feature that it requires.
struct Choice {
  void (*add)(ProgramBuilder&);
  std::uint32_t weight;
  std::optional<Feature> feature;
};
constexpr Choice kChoices[] = {
    {add_allocation, 10, std::nullopt},
    {add_root, 4, std::nullopt},
    {change_root, 3, std::nullopt},
    {add_mutation, 5, Feature::kMutation},
    {add_handle, 5, std::nullopt},
    {change_handle, 2, std::nullopt},
    {add_finalization, 3, Feature::kFinalizers},
    {change_threads, 2, Feature::kThreads},
    {add_suspension, 1, Feature::kSuspensions},
    {add_assembly, 2, Feature::kCollectible},
    {go_on_in_background, 2, Feature::kBackground},
    {add_exception, 4, Feature::kExceptions},
    {add_compilation, 1, Feature::kJit},
    {add_together, 4, Feature::kTogether},
};

constexpr std::uint32_t total_weight() {
  std::uint32_t total = 0;
  for (const Choice& choice : kChoices) total += choice.weight;
  return total;
}

// Adds a collection of server heaps during concurrent threads, because random choice would rarely produce
// one. Returns the number of steps.
std::uint64_t add_beside_server_heaps(ProgramBuilder& builder, std::uint64_t most) {
  constexpr std::uint64_t kLeast = 4;  // two threads with one step each, and the step that starts them
  const std::vector<Step>& steps = builder.program().steps;
  const auto begins = [](const Step& step) { return std::holds_alternative<Together>(step.action); };
  if (!builder.has(Feature::kTogether) || !builder.has(Feature::kServerHeaps) || most < kLeast) return 0;
  if (std::ranges::any_of(steps, begins)) return 0;
  const std::size_t before = steps.size();
  if (builder.running().size() < 2) start_thread(builder);
  add_together(builder);
  return steps.size() - before;
}

void add_prior_objects(ProgramBuilder& builder) {
  builder.before_profiler(true);
  for (std::uint64_t left = 1 + builder.below(4); left > 0; --left) add_allocation(builder);
  builder.before_profiler(false);
}

// One failing call of one Info method. The profiler may or may not make this call.
void add_failure(Program& program, std::uint64_t seed) {
  constexpr std::uint64_t kMostBefore = 12;
  Random random(choice_key(seed, 0, "failures"));
  const FailingInfo& method = kFailingInfo[random.below(kFailingInfo.size())];
  const auto which = static_cast<std::uint32_t>(random.below(kMostBefore));
  program.failing.push_back({.slot = method.slot, .which = which, .answer = method.answer});
}

void run_freely(Program& program) {
  for (Step& step : program.steps) {
    auto* const collect = std::get_if<Collect>(&step.action);
    const bool alone = collect != nullptr && step.lane == kNothing && !collect->attach;
    if (!alone || program.heap.server_heaps < 2) continue;
    collect->reporting.schedule = Schedule{.kind = Schedule::Kind::kFree};
  }
}

}  // namespace

std::uint64_t add_something(ProgramBuilder& builder) {
  std::uint64_t place = builder.below(total_weight());
  for (const Choice& choice : kChoices) {
    if (place >= choice.weight) {
      place -= choice.weight;
      continue;
    }
    const std::size_t before = builder.program().steps.size();
    if (!choice.feature || builder.has(*choice.feature)) choice.add(builder);
    return choice.add == add_together ? std::max<std::uint64_t>(builder.program().steps.size() - before, 1)
                                      : 1;
  }
  return 1;
}

void add_round(ProgramBuilder& builder) {
  add_allocation(builder);
  std::uint64_t left = builder.below(builder.bounds().steps_between + 1);
  left -= std::min(add_beside_server_heaps(builder, left), left);
  while (left > 0) left -= std::min(add_something(builder), left);
  hold_new_objects(builder);
  add_collection(builder);
}

Bounds bounds_of(int size) {
  const auto grown = static_cast<std::uint32_t>(size);
  return {.objects = 2 + grown / 2, .collections = 1 + grown / 20, .steps_between = 1 + grown / 5};
}

Generated generate(const TypePool& pool, const Envelope& envelope, std::uint64_t seed, Bounds bounds) {
  Random random(choice_key(seed, 0, "features"));
  Features features = draw(possible(envelope.features, envelope.runtime), random);
  if (envelope.heaps != 0) features.set(Feature::kServerHeaps);
  if (envelope.attached) features.set(Feature::kAttach);
  if (!features.has(Feature::kAttach)) features.set(Feature::kDetach, false);
  ProgramBuilder builder(pool, envelope.runtime, features, envelope.heaps, bounds, seed);
  const bool attached = features.has(Feature::kAttach);
  const std::uint64_t rounds = 1 + builder.below(bounds.collections);
  const std::uint64_t attach_at = attached ? builder.below(rounds) : rounds;
  if (features.has(Feature::kUnannounced)) add_prior_objects(builder);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const bool inside = attached && round == attach_at && builder.chance(1, 2);
    if (attached && round == attach_at && !inside) add_attach(builder, false);
    add_round(builder);
    if (inside) add_attach(builder, true);
  }
  if (features.has(Feature::kDetach)) detach_and_attach(builder);
  add_end(builder);
  if (features.has(Feature::kFailures)) add_failure(builder.program(), seed);
  if (envelope.free_running) run_freely(builder.program());
  if (features.has(Feature::kCalls)) add_calls(builder.program(), seed);
  Generated made{.program = without_unused(builder.program()), .features = features};
  draw_choices(made.program);
  return made;
}

}  // namespace gcrucible::campaign
