#include "harness/cli/commands/run/run_on_coreclr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "harness/cli/files/input_scenario.h"
#include "harness/cli/files/standard_input.h"
#include "harness/cli/options/profiler_choice.h"
#include "harness/cli/text/played_story.h"
#include "harness/cli/text/terminal.h"
#include "harness/cli/version.h"
#include "harness/compare/story_reader.h"
#include "harness/driver/coreclr_play.h"
#include "harness/driver/coreclr_refusals.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/platform/process/interruption.h"
#include "harness/report/text/verdict_text.h"
#include "harness/rules/judge/judge.h"
#include "harness/scenario/expect/expectation_check.h"
#include "harness/trace/read/reader.h"
#include "harness/verdict/judged_run.h"
#include "harness/verdict/stopped_run.h"

namespace gcrucible::cli {
namespace {

using report::Result;
using report::RunReport;

constexpr int kCannotPlay = 2;

RunReport bad_input(RunReport report, std::string message) {
  report.result = Result::kBadInput;
  report.message = std::move(message);
  return report;
}

RunReport bad_run(RunReport report, const std::string& problem) {
  return bad_input(std::move(report), "gcrucible run: " + problem + "\n");
}

std::string first_lines(const RunReport& report, const std::string& trace_path, const report::Style& style) {
  constexpr std::size_t kIndent = 10;
  const auto add = [&](std::string_view head, std::string_view body, report::Ink ink = report::Ink::kPlain) {
    return report::field(style, head, kIndent, body, report::Ink::kPlain, ink);
  };
  std::string text = report::field(
      style, "", 0, fmt::format("gcrucible {}: runtime coreclr, the .NET that dotnet starts", kVersion));
  text += add("profiler", "gcrucible's own recorder, in the player's process");
  text += add("player", shown_path(style, driver::player_path()));
  text += add("scenario", shown_path(style, report.scenario));
  if (!report.title.empty()) text += add("", report::printable(report.title), report::Ink::kBold);
  return text + add("trace", trace_path.empty() ? "not kept; --trace FILE keeps it"
                                                : shown_path(style, platform::absolute_path(trace_path)));
}

// Judges a run that left a trace. Fails if the trace cannot be read.
Expected<void> judge(const std::string& path, const RunOptions& options, const scenario::Scenario& scenario,
                     const report::Style& style, RunReport& report) {
  rules::Judge judge(options.selection);
  compare::StoryReader stories;
  scenario::Scenario portable = scenario;
  portable.expect = scenario::portable(scenario.expect);
  scenario::ExpectationCheck expectations(portable);
  trace::Reader reader = trace::Reader::of_file(path);
  verdict::StopWatch watch;
  const bool read = trace::read_all(reader, [&](const trace::Event& event) {
    judge.take(event);
    stories.take(event);
    expectations.on(event);
    return !watch.stops();
  });
  if (!read) {
    report = verdict::stopped(std::move(report), "run", "Its trace was being judged.");
    return {};
  }
  if (reader.error() != nullptr) return failure(reader.error()->text());
  if (!options.quiet) say(plain(style, played_story(std::move(stories).finish(), style)));
  report.verdicts = std::move(judge).verdicts();
  verdict::add_complaints(expectations.finish(), style, report);
  report.expectations_compared = expectations.compared();
  report.expectations_reported =
      report.expectations_compared;  // a real heap is known only by what is reported
  report.expectations_not_compared =
      report.expectations_stated - std::min(report.expectations_stated, report.expectations_compared);
  const std::size_t others = report.expectations_stated - scenario::expectation_count(portable.expect);
  if (others != 0)
    report.expectations_skipped.push_back(
        fmt::format("{}: {} about addresses, ranges, roots, callbacks or answers: they expect a heap that "
                    "holds nothing else; use gcrucible compare to compare the history with a simulated run",
                    report.scenario, report::counted(others, "expectation")));
  if (report.broken()) report.result = Result::kBroken;
  return {};
}

// Fails if a real CLR cannot play the scenario. The error has one line for each reason.
Expected<void> check_playable(const scenario::Scenario& scenario, const std::string& file,
                              const driver::SettingPlaces& places) {
  std::string refusals;
  for (const std::string& refusal : driver::why_not_on_coreclr(scenario.program, file, places))
    refusals += refusal + "\n";
  for (const auto& [key, value] : scenario.profiler.env) {
    if (!driver::counts_calls(key, value)) continue;
    const auto place = scenario.places.find("profiler.env." + key);
    const std::string at =
        place == scenario.places.end() ? "" : fmt::format(":{}:{}", place->second.line, place->second.column);
    refusals += fmt::format(
        "{}{}: error: {} counts the recorder's calls or collections, and a real CLR makes others too; "
        "remove it from `profiler: env:`{}\n",
        file, at, key, key == "GCRUCIBLE_RECORDER_FAIL" ? ", or `@` and the number, for all calls" : "");
  }
  if (!refusals.empty()) return failure(std::move(refusals));
  return {};
}

driver::PlayOptions play_options(const RunOptions& options, const std::string& file,
                                 const scenario::Scenario& scenario, driver::SettingPlaces places,
                                 const std::string& recorder) {
  driver::PlayOptions play;
  play.scenario = file;
  play.places = std::move(places);
  play.recorder = recorder;
  play.clsid = kRecorderClsid;
  play.timeout = milliseconds_of(options.timeout_seconds);
  for (const auto& [key, value] : scenario.profiler.env) play.environment.push_back(key + "=" + value);
  play.environment.insert(play.environment.end(), options.environment.begin(), options.environment.end());
  return play;
}

// What the run left. `path` is the file that the trace was to be written to; `requested` is empty if the user
// requested none.
struct Played {
  const driver::Recording& recording;
  const std::string& path;
  const std::string& requested;

  std::string problems() const { return fmt::format("{}", fmt::join(recording.problems, "; ")); }
};

// Fails if the run left no trace that can be judged, unless it timed out.
Expected<void> check_trace(const Played& played) {
  const driver::Recording& recording = played.recording;
  if (!recording.end) return failure(played.problems());
  if (!recording.lost.empty()) {
    return failure("the trace is lost completely: " + recording.lost +
                   "; free some space there, or name a file on another disk with --trace (or TMPDIR)");
  }
  const bool elsewhere =
      !recording.traces.empty() && recording.traces.front().path != platform::absolute_path(played.path);
  // Report this before any other error. A requested trace that ended up in another place is an error.
  if (elsewhere && !played.requested.empty()) return failure(played.problems());
  if (!recording.traces.empty()) {
    for (const std::string& problem : recording.problems) complain("gcrucible run: " + problem + "\n");
  }
  if (recording.timed_out) return {};
  if (!recording.end->signal && recording.end->exit_code == kCannotPlay)
    return failure("the player could not play it; its message above names the step to change");
  if (!recording.traces.empty()) return {};
  const std::string problems = played.problems();
  return failure(problems + (problems.empty() ? "" : "; ") + "the player left no trace; it ended with " +
                 platform::to_text(*recording.end) +
                 "; does dotnet --list-runtimes name Microsoft.NETCore.App 10?");
}

// Puts a run that was killed or that crashed into the report. False if the player ended well.
bool read_death(const driver::Recording& recording, const RunOptions& options, RunReport& report) {
  if (recording.timed_out) {
    report.result = Result::kHung;
    report.died = fmt::format("not ended after {} s", options.timeout_seconds);
    report.death = "The player was killed then; raise --timeout, or use --timeout 0 for no limit.";
    return true;
  }
  if (!recording.end->signal && recording.end->exit_code == 0) return false;
  report.result = Result::kCrashed;
  report.died = platform::to_text(*recording.end);
  report.death =
      "The player is gcrucible's own program with the recorder loaded; its message is above. Your profiler "
      "was not in it.";
  return true;
}

RunReport judged_play(const Played& played, const RunOptions& options, const scenario::Scenario& scenario,
                      const report::Style& style, RunReport report) {
  if (const auto left = check_trace(played); !left) return bad_run(std::move(report), left.error());
  const std::vector<driver::RecordedTrace>& traces = played.recording.traces;
  if (!played.requested.empty() && !traces.empty())
    report.trace = platform::absolute_path(traces.front().path);
  if (read_death(played.recording, options, report)) return report;
  if (traces.front().unfinished) {
    return bad_run(
        std::move(report),
        (played.requested.empty() ? "the trace" : traces.front().path) +
            ": the recorder did not write it to its end, although the player ended well; is the disk "
            "full?" +
            (played.requested.empty() ? "" : " It is kept up to its last whole line."));
  }
  if (const auto judged = judge(traces.front().path, options, scenario, style, report); !judged)
    return bad_run(std::move(report), judged.error());
  return report;
}

}  // namespace

RunReport run_on_coreclr(const RunOptions& options, const std::string& file, const std::string& trace_path,
                         const report::Style& style) {
  RunReport report;
  report.scenario = subject_of(file);
  Expected<scenario::Scenario> loaded = load_scenario(file, {}, style.width);
  if (!loaded) return bad_input(std::move(report), std::move(loaded.error()));
  const scenario::Scenario& scenario = *loaded;
  report.title = scenario.title;
  report.runtime = "coreclr";
  report.traversed = false;
  report.not_compared = "on coreclr";
  report.expectations_stated = scenario::expectation_count(scenario.expect);
  driver::SettingPlaces places;
  for (const auto& [key, place] : scenario.places) places[key] = {place.line, place.column};
  if (const auto playable = check_playable(scenario, scenario.file, places); !playable)
    return bad_input(std::move(report), playable.error());
  if (!std::filesystem::exists(driver::player_path())) {
    return bad_run(std::move(report),
                   driver::player_path() +
                       " does not exist; where the .NET 10 SDK is installed, cmake --build "
                       "build/release --target gcrucible_player makes it (GCRUCIBLE_PLAYER "
                       "names another)");
  }
  const std::string recorder = platform::beside_executable(kRecorderLibrary);
  const auto library = driver::check_profiler_library(recorder);
  if (!library) return bad_run(std::move(report), library.error());
  report.profiler = recorder;
  report.sha256 = library->sha256;
  report.clsid = kRecorderClsid;
  report.is_own_recorder = true;
  const std::string more = options.not_default();
  report.replay = fmt::format("{} run --on coreclr {}{}{}", platform::executable_path(),
                              file == kStandardInput ? file : report.scenario, more.empty() ? "" : " ", more);
  if (!options.quiet) say(report::plain(style, first_lines(report, trace_path, style)));

  driver::PlayOptions play = play_options(options, scenario.file, scenario, std::move(places), recorder);
  std::optional<platform::TemporaryFile> temporary;
  if (trace_path.empty()) {
    Expected<platform::TemporaryFile> made = platform::TemporaryFile::in_temporary_folder("trace.jsonl");
    if (!made) return bad_run(std::move(report), made.error());
    temporary = std::move(*made);
  }
  play.trace_path = temporary ? temporary->path() : trace_path;
  const driver::Recording recording = driver::play_on_coreclr(scenario.program, play);
  // The signal also reached the player, so the player's result is meaningless.
  if (platform::PatientInterruption::asked())
    return verdict::stopped(std::move(report), "run", "The player was ended, and its trace is not kept.");
  return judged_play({.recording = recording, .path = play.trace_path, .requested = trace_path}, options,
                     scenario, style, std::move(report));
}

}  // namespace gcrucible::cli
