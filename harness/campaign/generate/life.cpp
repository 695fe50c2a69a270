// Load, attach and detach of the profiler, and the end of the process.
#include <cstdint>
#include <iterator>
#include <optional>

#include "harness/abi/tables/methods.h"
#include "harness/campaign/generate/program_builder.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

// In milliseconds; no run actually waits.
constexpr std::uint64_t kExpectedDetach = 100;

// What .NET continues during and after Shutdown. Other threads are not stopped (coreclr issue 22176, runtime
// issue 11885), nor is the last code of the main thread. Excluded are ends of threads, for which .NET raises
// no callback any more (runtime issue 72023). Excluded too is the finalizer thread, whose end .NET awaits
// before Shutdown.
struct LateChoice {
  void (*add)(ProgramBuilder&);
  std::optional<Feature> feature;
  bool of_others = false;  // not if the runtime stays suspended
};
constexpr LateChoice kBehindShutdown[] = {
    {add_allocation, std::nullopt},
    {add_allocation, std::nullopt},
    {add_mutation, Feature::kMutation},
    {add_root, std::nullopt},
    {add_handle, std::nullopt},
    {change_handle, std::nullopt},
    {add_collection, std::nullopt},
    {add_compilation, Feature::kJit},
    {add_compilation, Feature::kJit},
    {add_exception, Feature::kExceptions},
    {add_assembly, Feature::kCollectible},
    {add_suspension, Feature::kSuspensions, true},
    {start_thread, Feature::kThreads, true},
    {add_together, Feature::kTogether, true},
};

void go_on_behind_shutdown(ProgramBuilder& builder, bool one_thread) {
  constexpr std::uint64_t kMost = 6;
  for (std::uint64_t left = builder.below(kMost); left > 0; --left) {
    const LateChoice& choice = kBehindShutdown[builder.below(std::size(kBehindShutdown))];
    if (choice.feature && !builder.has(*choice.feature)) continue;
    if (one_thread && choice.of_others) continue;
    choice.add(builder);
  }
  end_exceptions(builder);
}

// Callbacks in which a profiler may request a detach: other callbacks of the same kind may run at the same
// time.
void ask_for_detach(ProgramBuilder& builder) {
  constexpr auto kMethod = abi::InfoMethod::kRequestProfilerDetach;
  constexpr abi::CallbackMethod kInside[] = {
      abi::CallbackMethod::kObjectAllocated, abi::CallbackMethod::kClassLoadFinished,
      abi::CallbackMethod::kJITCompilationFinished, abi::CallbackMethod::kExceptionThrown,
      abi::CallbackMethod::kRuntimeResumeFinished};
  Ask ask;
  ask.slot = static_cast<std::uint16_t>(kMethod);
  ask.number = kExpectedDetach;
  if (builder.chance(1, 2)) {
    ask.inside = static_cast<std::uint16_t>(kInside[builder.below(std::size(kInside))]);
    builder.add(ask);
    for (std::uint64_t left = 1 + builder.below(4); left > 0; --left) add_something(builder);
  }
  // If such a callback came, this second request fails, because a detach is already in progress.
  ask.inside = 0;
  builder.add(ask);
}

}  // namespace

void add_attach(ProgramBuilder& builder, bool inside) {
  Attach attach;
  if (builder.chance(1, 3)) attach.data = "hello";
  if (!inside) {
    builder.add(attach);
    return;
  }
  using Place = AttachInside::Place;
  constexpr Place kPlaces[] = {Place::kStarted, Place::kPart, Place::kFinished, Place::kResume};
  AttachInside made{.place = kPlaces[builder.below(std::size(kPlaces))], .attach = attach};
  if (made.place == Place::kPart)
    made.part = static_cast<ReportPart>(builder.below(static_cast<int>(ReportPart::kObjectReferences) + 1));
  for (auto step = builder.program().steps.rbegin(); step != builder.program().steps.rend(); ++step) {
    auto* const collect = std::get_if<Collect>(&step->action);
    if (collect != nullptr && step->lane == kNothing) {
      collect->attach = made;
      collect->provisional = false;         // no attach is possible during one
      collect->reporting.schedule.reset();  // one thread reports it
      return;
    }
  }
  builder.add(attach);
}

void detach_and_attach(ProgramBuilder& builder) {
  for (std::uint64_t left = 1 + builder.below(2); left > 0; --left) {
    ask_for_detach(builder);
    for (std::uint64_t steps = 1 + builder.below(3); steps > 0; --steps) add_something(builder);
    if (builder.chance(1, 4)) return;
    add_attach(builder, false);
    add_round(builder);
  }
}

void add_end(ProgramBuilder& builder) {
  end_background(builder);
  end_exceptions(builder);
  if (!builder.has(Feature::kShutdown)) return;
  constexpr LifeSpec::Exit kExits[] = {LifeSpec::Exit::kNormal, LifeSpec::Exit::kNormal,
                                       LifeSpec::Exit::kHosted, LifeSpec::Exit::kAbrupt};
  builder.program().life.exit = kExits[builder.below(std::size(kExits))];
  const bool begins = builder.chance(1, 2);
  if (begins) {
    builder.add(BeginShutdown{.thread = 0, .suspends = std::nullopt});
    if (builder.chance(1, 2)) add_collection(builder);
  }
  if (builder.program().life.exit != LifeSpec::Exit::kNormal || builder.chance(1, 4)) return;
  const bool overlapping = !begins && builder.has(Feature::kTogether) && builder.chance(1, 2);
  if (!overlapping || !shut_down_beside(builder)) builder.add(ShutDown{});
  go_on_behind_shutdown(builder, begins);
}

}  // namespace gcrucible::campaign
