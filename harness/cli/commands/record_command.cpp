#include "harness/cli/commands/record_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "harness/abi/mask_text.h"
#include "harness/cli/commands/preflight_checks.h"
#include "harness/cli/commands/record_account.h"
#include "harness/cli/commands/refusal.h"
#include "harness/cli/commands/unloaded_profiler.h"
#include "harness/cli/files/trace_file.h"
#include "harness/cli/files/whole_file.h"
#include "harness/cli/options/profiler_choice.h"
#include "harness/cli/options/run_options.h"
#include "harness/cli/text/terminal.h"
#include "harness/driver/trace/recording.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/process/interruption.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostHeaps = 1024;
constexpr std::uint64_t kMostConserving = 9;

// Environment variables for the runtime; their numbers are hexadecimal. Later ones override, so --env has
// priority.
Expected<platform::Environment> environment_of(const RecordArguments& arguments) {
  platform::Environment environment;
  Expected<void> numbers;
  const auto number = [&](const std::string& text, const char* option, const char* variable,
                          std::uint64_t least, std::uint64_t most) {
    if (text.empty() || !numbers) return;
    const auto value = read_seed(text);
    if (!value || *value < least || *value > most) {
      numbers = failure(fmt::format("{} takes a number from {} to {}, not '{}'", option, least, most, text));
      return;
    }
    environment.push_back(fmt::format("{}={:x}", variable, *value));
  };
  if (arguments.server) environment.emplace_back("DOTNET_gcServer=1");
  number(arguments.heap_count, "--heap-count", "DOTNET_GCHeapCount", 1, kMostHeaps);
  if (arguments.no_concurrent) environment.emplace_back("DOTNET_gcConcurrent=0");
  number(arguments.conserve_memory, "--conserve-memory", "DOTNET_GCConserveMemory", 0, kMostConserving);
  number(arguments.hard_limit, "--hard-limit", "DOTNET_GCHeapHardLimit", 1, ~std::uint64_t{0});
  if (!numbers) return failure(std::move(numbers.error()));
  if (auto named = check_variables(arguments.environment); !named) return failure(std::move(named.error()));
  environment.insert(environment.end(), arguments.environment.begin(), arguments.environment.end());
  return environment;
}

constexpr std::string_view kOut = "GCRUCIBLE_RECORDER_OUT";

// The value that --env gives the variable; empty if --env does not name it.
std::optional<std::string> in_options(const RecordArguments& arguments, std::string_view name) {
  for (const std::string& each : arguments.environment) {
    if (each.starts_with(name) && each.size() > name.size() && each[name.size()] == '=')
      return each.substr(name.size() + 1);
  }
  return std::nullopt;
}

std::string recorded_path(const RecordArguments& arguments) {
  if (!arguments.trace.empty()) return arguments.trace;
  if (const auto given = in_options(arguments, kOut); given && !given->empty()) return *given;
  const auto asked = platform::environment_variable(std::string(kOut));
  return asked && !asked->empty() ? *asked : "gcrucible-trace.jsonl";
}

// Check before the program runs, so that the user need not run it twice.
Expected<void> check_paths(const driver::RecordOptions& options, bool force) {
  std::error_code error;
  const fs::path trace(platform::absolute_path(options.trace_path));
  const fs::file_status there = fs::status(trace, error);
  if (fs::exists(there) && !fs::is_regular_file(there)) {
    return failure(fmt::format("-o must name a file, and '{}' is not a file", options.trace_path));
  }
  if (const auto lossless = check_overwriting(trace.string()); !lossless && !force)
    return failure(lossless.error() + "; name another file with -o, or overwrite it with --force");
  if (options.trace_path == "-")
    return failure("-o writes a file; standard output belongs to the program. For a file named -, write ./-");
  if (auto folder = check_folder_of("-o", options.trace_path); !folder) return folder;
  // The recorder writes to a temporary name in the same folder, like the file tried here.
  if (const auto writable = check_writable(trace.string()); !writable)
    return failure(fmt::format("-o: {}; name another file", writable.error()));
  if (auto library = driver::check_profiler_library(options.recorder); !library)
    return failure(std::move(library.error()));
  return {};
}

// A managed assembly is no program. Its own error would be that it may not be executed.
Expected<void> check_program(const std::vector<std::string>& command) {
  std::string end = fs::path(command.front()).extension().string();
  std::ranges::transform(end, end.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (end != ".dll") return {};
  return failure(fmt::format("{0} is started by dotnet; write `-- dotnet {0}`", command.front()));
}

// Notes about settings that have no effect here.
void note(const RecordArguments& arguments) {
  const std::string own = arguments.profiler.empty() ? "the recorder" : arguments.profiler;
  const auto given = [&](const std::string& name) {
    const auto set = in_options(arguments, name);
    return !(set ? *set : platform::environment_variable(name).value_or("")).empty();
  };
  std::vector<std::string_view> replaced;
  for (const char* const name : {"CORECLR_PROFILER", "CORECLR_PROFILER_PATH", "CORECLR_PROFILER_PATH_64"}) {
    if (given(name)) replaced.emplace_back(name);
  }
  if (!replaced.empty() && !arguments.quiet) {
    complain(
        fmt::format("gcrucible record: note: {} replaces the profiler named by {}; a process has only one\n",
                    own, fmt::join(replaced, " and ")));
  }
  if (!arguments.trace.empty() && given(std::string(kOut)) && !arguments.quiet)
    complain(fmt::format("gcrucible record: note: -o replaces {}\n", kOut));
  if (arguments.heap_count.empty() || arguments.server || given("DOTNET_gcServer") ||
      given("COMPlus_gcServer") ||
      driver::runtime_config(arguments.command).value_or("").find("System.GC.Server=true") !=
          std::string::npos) {
    return;
  }
  complain("gcrucible record: note: --heap-count has no effect without server GC; add --server\n");
}

void report(const driver::Recording& recording, const driver::RecordOptions& options, bool quiet) {
  for (const std::string& problem : recording.problems) complain("gcrucible record: " + problem + "\n");
  if (!recording.lost.empty())
    complain(
        fmt::format("gcrucible record: a trace is lost completely: {}; free some space there, or name a file "
                    "on another disk with -o\n",
                    recording.lost));
  // If the recorder reported a problem or a loss, it was loaded.
  if (recording.traces.empty() && recording.problems.empty() && recording.lost.empty()) {
    complain(fmt::format("gcrucible record: there is no trace: {}.\n", why_no_profiler(options)));
    return;
  }
  for (const driver::RecordedTrace& trace : recording.traces) {
    if (trace.refused) {
      complain(
          fmt::format("gcrucible record: nothing was recorded: the recorder refused to start in process {}, "
                      "which ran without it; its message is above, and also in {}\n",
                      trace.process, trace.path));
    } else if (trace.unfinished) {
      complain(
          fmt::format("gcrucible record: process {} ended before it could finish its trace; {} is complete "
                      "up to its last line\n",
                      trace.process, trace.path));
    } else if (!quiet) {
      const std::string sum = platform::PatientInterruption::asked() ? std::string() : sum_of(trace.path);
      complain(fmt::format("gcrucible record: {}{}\n", trace.path, sum.empty() ? "" : ": " + sum));
    }
  }
}

}  // namespace

int record_command(const RecordArguments& arguments) {
  // An existing trace gets its final name, whichever way the program ended.
  const platform::PatientInterruption interruption;
  if (arguments.command.empty()) {
    return refuse_with_help(
        "record", "no command is given; write it after --, as in gcrucible record -- dotnet app.dll");
  }
  if (const auto program = check_program(arguments.command); !program)
    return refuse_with_help("record", program.error());
  driver::RecordOptions options;
  options.command = arguments.command;
  auto environment = environment_of(arguments);
  if (!environment) return refuse_with_help("record", environment.error());
  options.environment = std::move(*environment);
  if (!arguments.profiler.empty()) {
    if (const auto checked = check_account(arguments); !checked)
      return refuse_with_help("record", checked.error());
    note(arguments);
    return record_account(arguments, std::move(options));
  }
  options.trace_path = recorded_path(arguments);
  options.mask = arguments.mask;
  options.recorder = platform::beside_executable(kRecorderLibrary);
  options.clsid = kRecorderClsid;
  if (!arguments.mask.empty()) {
    const abi::MaskFromText mask = abi::mask_from_text(arguments.mask);
    if (!mask.mask) return refuse_with_help("record", "--mask: " + mask.error);
  }
  if (const auto checked = check_paths(options, arguments.force); !checked)
    return refuse_with_help("record", checked.error());

  note(arguments);
  const driver::Recording recording = driver::record(options);
  if (!recording.end) {
    for (const std::string& problem : recording.problems) complain("gcrucible record: " + problem + "\n");
    return kBadArguments;
  }
  report(recording, options, arguments.quiet);
  if (recording.end->signal) return kSignalled + *recording.end->signal;
  const bool kept = !recording.traces.empty() && !recording.traces.front().refused && recording.lost.empty();
  return recording.end->exit_code == 0 && !kept ? kBadArguments : recording.end->exit_code;
}

}  // namespace gcrucible::cli
