#include "harness/cli/commands/run/run_all.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "harness/cli/commands/run/run_on_coreclr.h"
#include "harness/cli/commands/run/run_scenario.h"
#include "harness/cli/files/account_file.h"
#include "harness/cli/files/standard_input.h"
#include "harness/cli/text/status_line.h"
#include "harness/cli/text/terminal.h"
#include "harness/platform/process/interruption.h"
#include "harness/report/account/account_text.h"
#include "harness/report/text/verdict_text.h"
#include "harness/verdict/stopped_run.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;
using report::RunReport;
using verdict::InputFile;

// The tables of --account, behind the verdict.
std::string account_of(const RunReport& run, const report::Style& style) {
  if (run.account) return "\n" + report::account_text(*run.account, style);
  if (run.has_no_verdict()) return {};
  return report::field(style, "", 2, "no account: the run did not come to its end", report::Ink::kPlain,
                       report::Ink::kWarning);
}

// Whether -q leaves a scenario to the summary of several: it passed, and there is nothing to say about the
// profiler.
bool is_left_out(const RunReport& run, const RunOptions& options) {
  return options.quiet && options.several && run.shown_result() == report::Result::kPass &&
         run.advice().empty() && run.slots.empty() && options.accounts.empty();
}

void say_end(const RunReport& run, const RunOptions& options, const report::Style& style) {
  if (run.debugged && !run.has_no_verdict()) return;
  if (is_left_out(run, options)) return;
  // Without pictures, one line names the run, and the failure follows.
  std::string text;
  if (options.quiet) {
    text = report::padded(run.label(), 9) + "  " + shown_path(style, run.scenario) + "\n";
    if (const std::string unchecked = run.unchecked();
        run.result == report::Result::kPass && !unchecked.empty()) {
      text += report::field(style, "", 11, unchecked, report::Ink::kPlain, report::Ink::kWarning);
    } else if (const std::string none = run.nothing_compared();
               run.result == report::Result::kPass && !none.empty()) {
      text += report::field(style, "", 11, none + "; without -q the verdict says why", report::Ink::kPlain,
                            report::Ink::kWarning);
    }
    // A failed run prints its whole verdict below, including advice.
    if (const std::string advice = run.advice(); run.result == report::Result::kPass && !advice.empty())
      text += report::field(style, "", 11, advice, report::Ink::kPlain, report::Ink::kWarning);
    if (run.result == report::Result::kPass && !run.slots.empty()) {
      text += report::field(style, "", 11, "advice: " + report::printable(run.slots), report::Ink::kPlain,
                            report::Ink::kWarning);
    }
  }
  if (!options.quiet || run.result != report::Result::kPass) text += report::verdict_text(run, style);
  if (std::ranges::find(options.accounts, kAccountTables) != options.accounts.end())
    text += account_of(run, style);
  const bool complains = run.has_no_verdict() && run.result != report::Result::kNotPlayed;
  (complains ? complain : say)(plain(style, text));
}

RunReport play(const RunOptions& options, const InputFile& file, const report::Style& style) {
  const auto begun = std::chrono::steady_clock::now();
  const auto run_one = options.on == "coreclr" ? run_on_coreclr : run_scenario;
  RunReport run = run_one(options, file.path, trace_path(options.trace, file, options.several), style);
  if (options.strict && run.result == report::Result::kPass &&
      (run.nothing_checked() || !run.nothing_compared().empty()))
    run.result = report::Result::kUnchecked;
  if (options.strict) run.count_advice();
  say_end(run, options, style);
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return run;
}

// One scenario as it was played in a thread.
struct Played {
  RunReport run;
  std::vector<KeptOutput::Piece> output;
};

// Plays scenarios in threads of its own. Results are taken in the order of the files.
class SideBySide {
 public:
  // Both arguments must outlive the object.
  SideBySide(const RunOptions& options, const std::vector<InputFile>& files, const report::Style& style)
      : options_(options), files_(files), style_(style), played_(files.size()) {
    const unsigned jobs =
        options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
    working_ = std::min<std::size_t>(jobs, files.size());
    for (std::size_t i = working_; i != 0; --i) threads_.emplace_back([this] { work(); });
  }
  SideBySide(const SideBySide&) = delete;
  SideBySide& operator=(const SideBySide&) = delete;
  ~SideBySide() {
    {
      const std::lock_guard lock(mutex_);
      next_ = files_.size();
    }
    for (std::thread& each : threads_) each.join();
  }

  // Waits for the scenario with this number. Empty if no thread has begun it and none will.
  std::optional<Played> take(std::size_t number) {
    constexpr std::chrono::milliseconds kBetween{100};
    StatusLine status(style_);
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kBetween, [&] { return played_[number] || working_ == 0; })) {
      if (options_.quiet) continue;
      status.show_now_and_then([&] {
        return fmt::format("  played {} of {} …", report::grouped(finished_), report::grouped(files_.size()));
      });
    }
    if (problem_) std::rethrow_exception(problem_);
    return std::exchange(played_[number], std::nullopt);
  }

 private:
  // The number of the next scenario; that of no file if there is none to play.
  std::size_t next() {
    const std::lock_guard lock(mutex_);
    if (platform::PatientInterruption::asked()) next_ = files_.size();
    return next_ == files_.size() ? next_ : next_++;
  }

  void keep(std::size_t number, Played played) {
    const std::lock_guard lock(mutex_);
    ++finished_;
    if (played.run.no_profiler || (options_.fail_fast && !report::passes(played.run.result)))
      next_ = files_.size();
    played_[number] = std::move(played);
    changed_.notify_all();
  }

  void work() {
    try {
      for (std::size_t number = next(); number != files_.size(); number = next()) {
        KeptOutput output;
        RunReport run = play(options_, files_[number], style_);
        keep(number, {std::move(run), output.take()});
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      next_ = files_.size();
      problem_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  const RunOptions& options_;
  const std::vector<InputFile>& files_;
  const report::Style& style_;
  std::mutex mutex_;  // protects the members below
  std::condition_variable changed_;
  std::vector<std::optional<Played>> played_;
  std::size_t next_ = 0;
  std::size_t finished_ = 0;
  std::size_t working_ = 0;
  std::exception_ptr problem_;
  std::vector<std::thread> threads_;
};

// Plays the scenario with this number; empty if it is not to be played.
using Take = std::function<std::optional<RunReport>(std::size_t number, const std::function<void()>& begin)>;

std::vector<RunReport> take_all(const RunOptions& options, const std::vector<InputFile>& files,
                                const report::Style& style, const Take& take) {
  std::vector<RunReport> runs;
  const auto begin = [&] {
    if (options.several && !options.quiet && !runs.empty())
      say("\n" + report::repeated(style.utf8 ? "─" : "-", std::min<std::size_t>(style.width, 100)) + "\n\n");
  };
  std::string why_skipped;
  for (std::size_t number = 0; number != files.size(); ++number) {
    std::optional<RunReport> run;
    if (why_skipped.empty()) run = take(number, begin);
    if (!run) {
      RunReport report;
      report.scenario = subject_of(files[number].path);
      run = why_skipped.empty() ? verdict::not_run(std::move(report), "run")
                                : verdict::skipped(std::move(report), "run", why_skipped);
    } else if (run->no_profiler) {
      why_skipped = "no scenario can be played with this profiler";
    } else if (options.fail_fast && !report::passes(run->result) && !report::was_stopped(run->result)) {
      why_skipped = run->scenario + " failed (--fail-fast)";
    }
    runs.push_back(std::move(*run));
  }
  return runs;
}

std::vector<RunReport> take_in_turn(const RunOptions& options, const std::vector<InputFile>& files,
                                    const report::Style& style) {
  return take_all(options, files, style,
                  [&](std::size_t number, const std::function<void()>& begin) -> std::optional<RunReport> {
                    if (platform::PatientInterruption::asked()) return {};
                    begin();
                    return play(options, files[number], style);
                  });
}

std::vector<RunReport> take_side_by_side(const RunOptions& options, const std::vector<InputFile>& files,
                                         const report::Style& style) {
  SideBySide side_by_side(options, files, style);
  return take_all(options, files, style,
                  [&](std::size_t number, const std::function<void()>& begin) -> std::optional<RunReport> {
                    std::optional<Played> played = side_by_side.take(number);
                    if (!played) return {};
                    begin();
                    for (const auto& [complaint, text] : played->output) (complaint ? complain : say)(text);
                    return std::move(played->run);
                  });
}

}  // namespace

std::string trace_path(const std::string& trace, const verdict::InputFile& scenario, bool several) {
  if (trace.empty() || (!several && !fs::is_directory(trace))) return trace;
  const fs::path below = scenario.below;
  return (fs::path(trace) / below.parent_path() / below.stem()).string() + ".jsonl";
}

std::vector<RunReport> run_all(const RunOptions& options, const std::vector<InputFile>& files,
                               const report::Style& style) {
  const bool in_turn = files.size() == 1 || options.jobs == 1;
  std::vector<RunReport> runs = (in_turn ? take_in_turn : take_side_by_side)(options, files, style);
  if (options.several) say(plain(style, report::summary_text(runs, style, options.quiet)));
  return runs;
}

}  // namespace gcrucible::cli
