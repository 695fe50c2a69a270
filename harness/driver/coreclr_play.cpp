#include "harness/driver/coreclr_play.h"

#include <fmt/format.h>

#include <utility>

#include "harness/driver/program_json.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/platform/process/interruption.h"

namespace gcrucible::driver {
namespace {

// A budget for generation 0 that is large enough to avoid collections other than the scenario's.
constexpr const char* kBudget = "DOTNET_GCgen0size";
constexpr const char* kBudgetBytes = "10000000";  // hexadecimal, as the runtime reads it

Recording failed(std::string problem) {
  Recording recording;
  recording.problems.push_back(std::move(problem));
  return recording;
}

}  // namespace

std::string player_path() {
  const auto asked = platform::environment_variable("GCRUCIBLE_PLAYER");
  return asked && !asked->empty() ? *asked : platform::beside_executable("player/Player.dll");
}

Recording play_on_coreclr(const program::Program& program, const PlayOptions& options) {
  const platform::Interruption interruption;
  Expected<platform::TemporaryFile> steps = platform::TemporaryFile::in_temporary_folder("steps.json");
  if (!steps) return failed(std::move(steps.error()));
  if (auto written = steps->write(program_json(program, options.scenario, options.places), steps->path());
      !written)
    return failed(std::move(written.error()));
  RecordOptions record_options;
  record_options.command = {"dotnet", player_path(), steps->path()};
  record_options.trace_path = options.trace_path;
  record_options.recorder = options.recorder;
  record_options.clsid = options.clsid;
  record_options.timeout = options.timeout;
  record_options.ends_with_us = true;
  if (!platform::environment_variable(kBudget)) {
    record_options.environment.push_back(std::string(kBudget) + "=" + kBudgetBytes);
  }
  if (program.heap.server_heaps != 0) {
    record_options.environment.emplace_back("DOTNET_gcServer=1");
    record_options.environment.push_back(fmt::format("DOTNET_GCHeapCount={:x}", program.heap.server_heaps));
  }
  record_options.environment.insert(record_options.environment.end(), options.environment.begin(),
                                    options.environment.end());
  return record(record_options);
}

}  // namespace gcrucible::driver
