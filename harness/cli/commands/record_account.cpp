#include "harness/cli/commands/record_account.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "harness/account/profiler_report.h"
#include "harness/cli/commands/refusal.h"
#include "harness/cli/commands/unloaded_profiler.h"
#include "harness/cli/options/profiler_choice.h"
#include "harness/cli/text/terminal.h"
#include "harness/driver/profiler_library.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/report/account/account_text.h"
#include "harness/yaml/parse.h"

namespace gcrucible::cli {
namespace {

constexpr std::string_view kLifetime = "lifetime";
constexpr const char* kNotCounted =
    "\nNot counted: boxes that .NET does not announce (docs/howto/record-a-program.md)\n";

void complain_of(std::string_view problem) {
  complain(fmt::format("gcrucible record: {}\n", problem));
}

// Removes the report of one process, and prints it. Whether it could be read.
bool print(const driver::RecordedTrace& report, bool several, const report::Style& style) {
  std::error_code ignored;
  const Expected<std::string> text = yaml::read_file(report.path);
  std::filesystem::remove(report.path, ignored);
  if (!text) {
    complain_of(fmt::format("the report of process {} cannot be read: {}", report.process, text.error()));
    return false;
  }
  const auto account = account::read_profiler_report(*text);
  if (!account) {
    complain_of(
        fmt::format("the report of process {}: {}; it ended too early, or gcrucible and its {} are of "
                    "different versions, so install both from one package",
                    report.process, account.error(), kLifetimeLibrary));
    return false;
  }
  const std::string head = several ? fmt::format("process {}\n\n", report.process) : std::string();
  complain("\n" + head + report::account_text(*account, style) + kNotCounted);
  return true;
}

}  // namespace

Expected<void> check_account(const RecordArguments& arguments) {
  if (arguments.profiler != kLifetime) {
    return failure(fmt::format(
        "--profiler takes {}, the object tracker of gcrucible, not '{}'. Another profiler needs no "
        "gcrucible: set CORECLR_PROFILER and CORECLR_PROFILER_PATH",
        kLifetime, arguments.profiler));
  }
  const std::pair<bool, std::string_view> kOfRecorder[] = {
      {!arguments.trace.empty(), "-o"}, {!arguments.mask.empty(), "--mask"}, {arguments.force, "--force"}};
  for (const auto& [given, option] : kOfRecorder) {
    if (given)
      return failure(
          fmt::format("{} is for the recorder, which --profiler replaces; remove one of them", option));
  }
  if (arguments.quiet) return failure("-q prints nothing of --profiler's tables; remove one of them");
  if (auto library = driver::check_profiler_library(platform::beside_executable(kLifetimeLibrary)); !library)
    return failure(std::move(library.error()));
  return {};
}

int record_account(const RecordArguments& arguments, driver::RecordOptions options) {
  const Expected<platform::TemporaryFile> place = platform::TemporaryFile::in_temporary_folder("account");
  if (!place) {
    complain_of(place.error() + platform::kOtherPlace);
    return kBadArguments;
  }
  options.trace_path = place->path();
  options.recorder = platform::beside_executable(kLifetimeLibrary);
  options.clsid = kLifetimeClsid;
  // The program may work in another folder.
  options.environment.push_back("GCRUCIBLE_LIFETIME_OUT=" + platform::absolute_path(place->path()) + ".%p");
  const driver::Recording recording = driver::record(options);
  for (const std::string& problem : recording.problems) complain_of(problem);
  if (!recording.end) return kBadArguments;

  report::Style style = style_of_output(ColorChoice::kNever);
  style.verbose = arguments.verbose;
  bool whole = !recording.traces.empty();
  for (const driver::RecordedTrace& each : recording.traces) {
    whole &= print(each, recording.traces.size() > 1, style);
  }
  if (recording.traces.empty() && recording.end->signal) {
    complain_of(fmt::format("there is no account: {} ended the program before the runtime shut down",
                            platform::signal_name(*recording.end->signal)));
  } else if (recording.traces.empty()) {
    complain_of(
        fmt::format("there is no account: {}. A program that is ended before its runtime shuts down has "
                    "none either.",
                    why_no_profiler(options)));
  }
  if (recording.end->signal) return kSignalled + *recording.end->signal;
  return recording.end->exit_code == 0 && !whole ? kBadArguments : recording.end->exit_code;
}

}  // namespace gcrucible::cli
