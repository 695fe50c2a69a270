#include "bench/judging.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "bench/dotnet/recorder_environment.h"
#include "harness/cli/commands/check_trace.h"
#include "harness/driver/host/host_process.h"
#include "harness/driver/profiler_library.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/platform/process/process.h"
#include "harness/scenario/scenario.h"
#include "harness/trace/read/reader.h"

namespace gcrucible::bench {
namespace {

constexpr std::chrono::minutes kTimeout{30};

std::uint64_t entries_of(const trace::Event& event) {
  std::uint64_t entries = 1;
  for (const trace::Field& field : event.fields) {
    if (field.value.kind == trace::Value::Kind::kTable) entries += field.value.table.rows;
    if (field.value.kind == trace::Value::Kind::kList) entries += field.value.list.size();
  }
  return entries;
}

// 0 for a trace that cannot be read.
std::uint64_t entries_in(const std::string& path) {
  trace::Reader reader = trace::Reader::of_file(path);
  trace::Line line;
  std::uint64_t entries = 0;
  while (reader.next(line) == trace::Reader::Step::kLine) {
    if (line.event().kind == trace::EventKind::kCallback) entries += entries_of(line.event());
  }
  return entries;
}

// 0 if the system does not report it.
std::uint64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    unsigned long long kilobytes = 0;
    if (std::sscanf(line.c_str(), "VmHWM: %llu kB", &kilobytes) == 1) return kilobytes * 1024;
  }
  return 0;
}

}  // namespace

int judge_here(const std::string& trace) {
  cli::CheckArguments arguments;
  arguments.quiet = true;
  const auto start = std::chrono::steady_clock::now();
  const report::RunReport report = cli::check_trace(arguments, trace, {});
  const auto took = std::chrono::steady_clock::now() - start;
  if (report.result != report::Result::kPass) {
    fmt::print(stderr, "{}: a rule is broken, or it cannot be read; see gcrucible check {}\n", trace, trace);
    return 1;
  }
  fmt::print("{}\n",
             nlohmann::json{{"ns", std::chrono::duration_cast<std::chrono::nanoseconds>(took).count()},
                            {"peak_rss", peak_memory()}}
                 .dump());
  return 0;
}

Expected<Judging> judge_apart(const std::string& trace) {
  const auto output = platform::TemporaryFile::in_temporary_folder("judging.json");
  if (!output) return failure(output.error());
  auto started = platform::Process::start({.arguments = {platform::executable_path(), "--judge", trace},
                                           .environment = platform::own_environment(),
                                           .working_folder = {},
                                           .output = output->path(),
                                           .error_output = {}});
  if (!started) return failure(std::move(started.error()));
  const auto end = started->wait(kTimeout);
  if (!end) return failure("judging " + trace + " did not end within 30 minutes");
  if (end->signal || end->exit_code != 0) {
    return failure("judging " + trace + " ended with " + platform::to_text(*end));
  }
  std::ifstream file(output->path(), std::ios::binary);
  const nlohmann::json numbers = nlohmann::json::parse(file, nullptr, false);
  if (numbers.is_discarded()) return failure("judging " + trace + " printed no numbers");
  return Judging{.entries = entries_in(trace),
                 .nanoseconds = numbers.at("ns").get<std::uint64_t>(),
                 .peak_memory = numbers.at("peak_rss").get<std::uint64_t>()};
}

Expected<void> make_trace(const std::string& scenario, std::uint64_t objects, std::uint32_t collections,
                          const std::string& trace) {
  Expected<scenario::Scenario> loaded = scenario::load(scenario);
  if (!loaded) return failure(loaded.error());
  program::Program& program = loaded->program;
  std::vector<program::Step> steps;
  for (const program::Step& step : program.steps) {
    const bool collects = std::holds_alternative<program::Collect>(step.action);
    for (std::uint32_t i = 0; i < (collects ? collections : 1); ++i) steps.push_back(step);
    if (auto* const allocate = std::get_if<program::Allocate>(&steps.back().action))
      allocate->count = objects;
  }
  program.steps = std::move(steps);
  const Expected<driver::ProfilerLibrary> recorder =
      driver::check_profiler_library(platform::beside_executable(kRecorderFile));
  if (!recorder) return failure(recorder.error());

  protocol::Case value;
  value.program = program;
  value.profiler_path = recorder->path;
  value.clsid = kRecorderClsid;
  const auto counts = platform::TemporaryFile::in_temporary_folder("counts.jsonl");
  if (!counts) return failure(counts.error());
  driver::RunOptions options;
  options.trace_path = trace;
  options.timeout = kTimeout;
  options.environment = counting_into(counts->path());
  const driver::Outcome outcome = driver::run_case(value, options);
  if (outcome.fate != driver::Fate::kFinished)
    return failure("the simulated run failed: " + outcome.died + " " + outcome.message);
  if (!outcome.trace_error.empty()) return failure(outcome.trace_error);
  return {};
}

}  // namespace gcrucible::bench
