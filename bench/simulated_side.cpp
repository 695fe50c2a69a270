#include "bench/simulated_side.h"

#include <chrono>
#include <utility>
#include <variant>

#include "bench/dotnet/recorder_environment.h"
#include "harness/driver/host/host_process.h"
#include "harness/driver/profiler_library.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::bench {

namespace {

// The driver sees no progress while ten million objects are built.
constexpr std::chrono::minutes kTimeout{30};

program::Allocate* graph_of(program::Program& program) {
  for (program::Step& step : program.steps) {
    auto* const allocate = std::get_if<program::Allocate>(&step.action);
    if (allocate != nullptr && allocate->graph.kind == program::Graph::Kind::kRandomTree) return allocate;
  }
  return nullptr;
}

}  // namespace

Expected<std::unique_ptr<SimulatedSide>> SimulatedSide::make(const std::string& scenario_path) {
  Expected<scenario::Scenario> loaded = scenario::load(scenario_path);
  if (!loaded) return failure(loaded.error());
  if (graph_of(loaded->program) == nullptr) {
    return failure(scenario_path + ": has no allocation with `graph: random-tree` to measure");
  }
  const Expected<driver::ProfilerLibrary> recorder =
      driver::check_profiler_library(platform::beside_executable(kRecorderFile));
  if (!recorder) return failure(recorder.error());

  std::unique_ptr<SimulatedSide> side(new SimulatedSide);
  side->case_.program = std::move(loaded->program);
  side->case_.profiler_path = recorder->path;
  side->case_.clsid = kRecorderClsid;
  side->case_.write_trace = false;
  side->case_.audit = false;
  return side;
}

Expected<void> check_finished(const driver::Outcome& outcome) {
  if (outcome.fate != driver::Fate::kFinished) {
    return failure("the simulated run failed: " + outcome.died + " " + outcome.message + "\n" +
                   outcome.error_output);
  }
  return {};
}

Expected<Sample> SimulatedSide::measure(std::uint64_t nodes) {
  graph_of(case_.program)->count = nodes;
  const auto counts = platform::TemporaryFile::in_temporary_folder("counts.jsonl");
  if (!counts) return failure(counts.error());
  driver::RunOptions options;
  options.timeout = kTimeout;
  options.environment = counting_into(counts->path());
  const driver::Outcome outcome = driver::run_case(case_, options);
  if (auto finished = check_finished(outcome); !finished) return failure(std::move(finished.error()));
  Expected<std::vector<Sample>> samples = read_samples(counts->path());
  if (!samples) return failure(std::move(samples.error()));
  if (samples->size() != 1) return failure("the scenario makes more than one collection");
  return std::move(samples->front());
}

}  // namespace gcrucible::bench
