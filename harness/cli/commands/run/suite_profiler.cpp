#include "harness/cli/commands/run/suite_profiler.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "harness/cli/files/standard_input.h"
#include "harness/cli/options/profiler_choice.h"
#include "harness/driver/host/host_process.h"
#include "harness/protocol/case.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::cli {
namespace {

// Whether a scenario is played with the profiler of the command line or the environment. Reads files up to
// the first such scenario. Files that cannot be read say why when they are played.
bool is_needed(const RunOptions& options, const std::vector<verdict::InputFile>& files) {
  if (!options.profiler.empty()) return true;
  return std::ranges::any_of(files, [](const verdict::InputFile& file) {
    if (file.path == kStandardInput) return false;
    const Expected<scenario::Scenario> loaded = scenario::load(file.path);
    return loaded && loaded->profiler.library.empty();
  });
}

}  // namespace

Expected<void> check_suite_profiler(const RunOptions& options, const std::vector<verdict::InputFile>& files) {
  constexpr std::chrono::milliseconds kLongest{3'000};
  if (options.on != "simulated" || !is_needed(options, files)) return {};
  const auto choice = choose_profiler(options.profiler, options.clsid, {});
  if (!choice) return failure(choice.error());
  if (choice->is_own_recorder) return {};
  protocol::Case value;
  value.profiler_path = choice->library.path;
  value.clsid = choice->clsid;
  value.clsid_from = choice->clsid_from;
  value.only_class = true;
  value.write_trace = false;
  driver::RunOptions run;
  run.timeout = kLongest;
  run.environment = options.environment;
  const driver::Outcome outcome = driver::run_case(value, run);
  if (outcome.fate != driver::Fate::kRefused || outcome.interrupted) return {};
  const bool is_wrong_variable =
      options.profiler.empty() && outcome.load_step == protocol::LoadStep::kGetClassObject;
  return failure(choice->library.path + ": " + outcome.message +
                 (is_wrong_variable ? "; correct it, or name the profiler with --profiler and --clsid" : ""));
}

}  // namespace gcrucible::cli
