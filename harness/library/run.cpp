#include <gcrucible/run.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "harness/library/heap_access.h"
#include "harness/library/here.h"
#include "harness/library/host_place.h"
#include "harness/library/profiler_access.h"
#include "harness/library/result_access.h"
#include "harness/library/rule_names.h"
#include "harness/program/choices.h"

namespace gcrucible {
namespace {

std::vector<DueLook> due_looks(const Heap::Impl& heap, const ReadHeap& read, const RunSettings& settings) {
  std::vector<DueLook> looks;
  const std::vector<program::Step>& steps = read.scenario.program.steps;
  for (std::size_t i = 0; settings.after_collection && i < steps.size(); ++i) {
    if (std::holds_alternative<program::Collect>(steps[i].action))
      looks.push_back({i + 1, &settings.after_collection});
  }
  for (std::size_t i = 0; i < heap.looks.size(); ++i)
    looks.push_back({read.looks_at[i], &heap.looks[i].call});
  std::ranges::stable_sort(looks, {}, &DueLook::step);
  return looks;
}

driver::Outcome play_apart(const protocol::Case& value, Profiler::Impl& profiler,
                           const scenario::Scenario& scenario, const RunSettings& settings) {
  driver::RunOptions options;
  options.host_path = host_place();
  options.timeout = settings.timeout;
  for (const auto& [key, text] : scenario.profiler.env) options.environment.push_back(key + "=" + text);
  options.environment.insert(options.environment.end(), settings.environment.begin(),
                             settings.environment.end());
  return profiler.play(value, options);
}

// A random program may contain a step that cannot be played. If the program alone is the reason, the run
// shows nothing about the profiler.
Result nothing_shown(const driver::Outcome& outcome) {
  Result::Impl impl;
  impl.refused = "step " + std::to_string(outcome.step_line) + ": " + outcome.message;
  return ResultAccess::make(std::move(impl));
}

}  // namespace

Result run(const Heap& heap, const Profiler& profiler, const RunSettings& settings) {
  const Heap::Impl& made = HeapAccess::of(heap);
  Profiler::Impl& whose = ProfilerAccess::of(profiler);
  const rules::Selection selection = selection_of(settings.only, settings.skip);
  const ReadHeap read = HeapAccess::read(heap);
  const scenario::Scenario& scenario = read.scenario;
  const std::vector<DueLook> looks = due_looks(made, read, settings);
  if (!looks.empty() && !whose.here()) {
    throw Error(
        "the profiler runs in a process of its own, where nothing of the test can be called: use "
        "Profiler::linked(), or leave then() and after_collection out");
  }
  protocol::Case value;
  value.program = scenario.program;
  program::draw_choices(value.program);
  value.profiler_path = whose.here() ? "this process" : whose.path;
  value.clsid = whose.clsid;

  driver::Outcome outcome;
  if (whose.here()) {
    PlayedHere played = play_here(value, whose, looks);
    if (played.thrown) std::rethrow_exception(played.thrown);
    outcome = std::move(played.outcome);
  } else {
    outcome = play_apart(value, whose, scenario, settings);
  }
  if (outcome.fate == driver::Fate::kRefused) {
    if (outcome.step_line == 0) throw Error(outcome.message);
    if (made.kind == Heap::Impl::Kind::kDrawn) return nothing_shown(outcome);
    throw Error(scenario::error_at(scenario, {outcome.step_line, outcome.step_column}, outcome.message));
  }
  return judged(std::move(outcome), scenario, {whose.path, whose.sha256, whose.clsid},
                {.selection = selection,
                 .strict = settings.strict,
                 .scenario_lines = made.kind == Heap::Impl::Kind::kRead});
}

}  // namespace gcrucible
