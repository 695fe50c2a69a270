#include "bench/lifetime/costs.h"

#include <chrono>
#include <cstdio>
#include <utility>
#include <variant>

#include "bench/dotnet/recorder_environment.h"
#include "bench/simulated_side.h"
#include "harness/driver/host/host_process.h"
#include "harness/driver/profiler_library.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/platform/process/process.h"
#include "harness/scenario/scenario.h"
#include "harness/yaml/parse.h"

namespace gcrucible::bench {

namespace {

constexpr const char* kTrackerFile = "libgcrucible_lifetime.so";
constexpr const char* kTrackerClsid = "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}";
// The driver sees no progress while a million objects are built.
constexpr std::chrono::minutes kTimeout{10};
constexpr std::uint64_t kObjectsOfScenario = 1'000'000;

platform::Environment measuring_into(const std::string& report) {
  return {"GCRUCIBLE_LIFETIME_OUT=" + report, "GCRUCIBLE_LIFETIME_METER=1"};
}

Expected<std::vector<CollectionCost>> costs_in(const std::string& path) {
  const Expected<std::string> report = yaml::read_file(path);
  if (!report) return failure(report.error());
  return read_costs(*report);
}

}  // namespace

Expected<std::vector<CollectionCost>> read_costs(std::string_view report) {
  std::vector<CollectionCost> costs;
  while (!report.empty()) {
    const std::size_t end = report.find('\n');
    if (end == std::string_view::npos) break;
    const std::string line(report.substr(0, end));
    report.remove_prefix(end + 1);
    if (line == "end") return costs;
    unsigned long long nanoseconds = 0, before = 0, after = 0, bytes = 0;
    if (std::sscanf(line.c_str(),
                    "collection %llu nanoseconds, %llu objects before, %llu after, at most %llu bytes",
                    &nanoseconds, &before, &after, &bytes) == 4)
      costs.push_back({nanoseconds, before, after, bytes});
  }
  return failure("the report of the profiler has no end");
}

Expected<std::vector<CollectionCost>> simulated_costs(const std::string& scenario, std::uint64_t objects) {
  Expected<scenario::Scenario> loaded = scenario::load(scenario);
  if (!loaded) return failure(loaded.error());
  for (program::Step& step : loaded->program.steps) {
    if (auto* const allocate = std::get_if<program::Allocate>(&step.action))
      allocate->count = allocate->count * objects / kObjectsOfScenario;
  }
  const auto library = driver::check_profiler_library(platform::beside_executable(kTrackerFile));
  if (!library) return failure(library.error());
  const auto report = platform::TemporaryFile::in_temporary_folder("costs.txt");
  if (!report) return failure(report.error());
  protocol::Case played;
  played.program = std::move(loaded->program);
  played.profiler_path = library->path;
  played.clsid = kTrackerClsid;
  played.write_trace = false;
  played.audit = false;
  driver::RunOptions options;
  options.timeout = kTimeout;
  options.environment = measuring_into(report->path());
  const driver::Outcome outcome = driver::run_case(played, options);
  if (auto finished = check_finished(outcome); !finished) return failure(std::move(finished.error()));
  return costs_in(report->path());
}

Expected<std::vector<CollectionCost>> dotnet_costs(const std::string& dotnet, const std::string& workload,
                                                   std::uint64_t objects) {
  const auto report = platform::TemporaryFile::in_temporary_folder("costs.txt");
  const auto output = platform::TemporaryFile::in_temporary_folder("dotnet.txt");
  if (!report) return failure(report.error());
  if (!output) return failure(output.error());
  platform::Environment more = measuring_into(report->path());
  more.insert(more.end(), {std::string("CORECLR_PROFILER=") + kTrackerClsid,
                           "CORECLR_PROFILER_PATH=" + platform::beside_executable(kTrackerFile),
                           "DOTNET_gcServer=0", "DOTNET_gcConcurrent=0", "DOTNET_TieredPGO=0"});
  auto started =
      platform::Process::start({.arguments = {dotnet, workload, "residents", std::to_string(objects)},
                                .environment = dotnet_environment(more),
                                .working_folder = {},
                                .output = output->path(),
                                .error_output = output->path()});
  if (!started) return failure(std::move(started.error()));
  const auto end = started->wait(kTimeout);
  if (!end) return failure(dotnet + " did not end within 10 minutes");
  if (end->signal || end->exit_code != 0) {
    return failure(dotnet + " ended with " + platform::to_text(*end) + ":\n" +
                   yaml::read_file(output->path()).value_or(""));
  }
  return costs_in(report->path());
}

}  // namespace gcrucible::bench
