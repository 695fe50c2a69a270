// The result of one run. Terminal text and report files are generated from this value.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/account/account.h"
#include "harness/report/narrator.h"
#include "harness/rules/judge/finding.h"

namespace gcrucible::report {

// kUnchecked: no rule was violated, but nothing was checked; --strict does not accept that as a pass.
// kRefused: the profiler could not be loaded, or it refused to start. kCutOff: a checked trace is incomplete.
// kPartial: an incomplete trace without violations, accepted because of --partial. kNotPlayed: one of several
// scenarios that this profiler cannot play. kStopped: the user stopped the command during this run. kNotRun:
// the user stopped the command before this run, --fail-fast skips it, or an earlier run has no_profiler.
// kCouldNotRun: gcrucible itself could not play the scenario, for example because the disk is full.
enum class Result : std::uint8_t {
  kPass,
  kBroken,
  kBadInput,
  kCrashed,
  kHung,
  kUnchecked,
  kRefused,
  kCutOff,
  kPartial,
  kNotPlayed,
  kStopped,
  kNotRun,
  kCouldNotRun
};

// 0, 1, 2, 3, 4 in order; 1 for kUnchecked; 2 for kRefused, kCouldNotRun and kCutOff; 0 for kPartial and
// kNotPlayed. The command line documents them. For a stopped run, the status depends on the signal; see
// RunReport.
int exit_status(Result result);
inline bool was_stopped(Result result) {
  return result == Result::kStopped || result == Result::kNotRun;
}
inline bool passes(Result result) {
  return result == Result::kPass || result == Result::kPartial || result == Result::kNotPlayed;
}
std::string_view name_of(Result result);
// The result of a run of several scenarios. A crash outranks a hang, a hang outranks a violated rule, and a
// violated rule outranks bad input.
Result worse(Result a, Result b);

// Rules of this family can be judged only if the profiler requests events of collections. A run without such
// a verdict has checked nothing about collections.
bool is_about_collections(const rules::Rule& rule);

// An expectation that failed.
struct Complaint {
  std::string text;          // "file:line:column: collection 1: expected …, but …"
  std::string excerpt = {};  // the line of the file with a caret below; may be empty
};

// Limit of histories, which are read in one pass. A profiler that keeps using stale ids would name the whole
// heap.
inline constexpr std::size_t kMostStories = 256;

// A callback that delayed a collection, measured by the clock. The time differs between runs.
struct SlowCallback {
  std::string callback;
  std::uint64_t number = 0;  // index of the callback in the run
  std::uint32_t collection = 0;
  std::string time;    // "0.7 s"
  std::string thread;  // as in messages, for one of several threads at work; otherwise empty
};

// The steps of the scenario that the lines of the trace from `n` on may belong to.
struct StepLines {
  std::uint64_t n = 0;
  std::uint32_t first = 0;  // lines of the scenario
  std::uint32_t last = 0;   // 0: to the end
};

// An Info method that the profiler called, and its result.
struct CalledInfo {
  std::string method;
  std::string arguments;  // as in the trace
  std::string result;
};

struct RunReport {
  // The input of the run.
  std::string scenario;  // absolute path; empty if a trace was checked
  std::string title;
  std::string runtime;
  std::uint32_t runtime_callbacks = 0;  // the newest ICorProfilerCallback that it calls; 0: unknown
  std::uint64_t seed = 0;
  std::string profiler;  // absolute path
  std::string sha256;
  std::string clsid;
  bool is_own_recorder = false;  // gcrucible's recorder, whose interfaces are known
  // The finding of a campaign that left this scenario: campaign::text_of() of its cause. Otherwise empty.
  std::string found_as;
  // That finding is of a profiler, and none was named, so that the recorder was played.
  bool without_its_profiler = false;
  std::string trace;   // absolute path of the trace, if it is kept
  std::string replay;  // a command line that repeats the run from any folder

  // The result of the run.
  Result result = Result::kPass;
  bool no_profiler = false;     // refused because the library or CLSID of the command names no profiler
  bool attach_refused = false;  // refused by the profiler, in an attach of the scenario
  double seconds = 0;           // duration of the run and of its judgement; 0 if it was not run
  std::string message;          // bad input, refused, not played: the whole message; otherwise empty
  std::string standing;         // sentences: the stage when the user requested the end
  // kStopped and kNotRun: the signal, for example "SIGTERM". Empty for other reasons to skip the run.
  std::string stopped_by;
  int stopped_status = 0;         // exit status of the command for this signal
  std::string died;               // "SIGSEGV", "exit code 7"; empty if the profiler survived
  bool lived_to_see_all = false;  // reached Shutdown, so that all expectations apply
  bool own_question = false;      // it hung in an Info call made by the scenario
  // Damage done at an unknown time by a profiler that survived, for example "closed file descriptors of the
  // process". Otherwise empty.
  std::string_view did = {};
  // A sentence if the names of functions show that methods are in wrong slots of the profiler's table.
  std::string slots;
  std::string how;                     // `died` or `did` in full: "SIGSEGV at address 0x0000000000000000"
  std::string death;                   // sentences: the stage at that moment
  std::uint32_t death_line = 0;        // of the scenario's step at that moment; 0 if there was none
  std::vector<CalledInfo> last_calls;  // in the callback in which it died or hung
  std::string native_stack;
  std::string output;  // what the profiler printed
  std::string error_output;

  std::vector<rules::Verdict> verdicts;
  std::vector<std::string> expected_breaks;  // rules that the scenario expects to be violated
  // Other violated rules that do not fail the run, and the reason as a clause. The scenario deviates from the
  // runtime's reporting and was not written for this runtime or profiler.
  std::vector<std::string> breaks_not_compared;
  std::string why_breaks_not_compared;
  std::size_t expectations_compared = 0;
  std::size_t expectations_reported = 0;  // those of them that concern the profiler's notifications
  std::vector<Complaint> expectations_failed;
  // A sentence if the observation of a plain presentation differs, and the place of the difference.
  std::string presentation;
  std::string presentation_place;
  std::vector<std::string> expectations_skipped;  // one note for each reason
  std::size_t expectations_not_compared = 0;      // number of skipped expectations
  // The number of expectations in the scenario, if one note explains why none was compared. not_compared: the
  // circumstance, for example "on coreclr".
  std::size_t expectations_stated = 0;
  std::string not_compared;
  bool traversed = true;  // false for a real heap, which has no second traversal
  Notes notes;
  // By object number, for objects that findings name.
  std::map<std::uint32_t, std::vector<std::string>> stories;
  std::map<std::uint32_t, std::string> object_names;
  // Ascending by n. If not empty, messages name lines of the scenario, because no trace is kept.
  std::vector<StepLines> steps;

  // Limit for the findings of one rule, without -v.
  std::size_t findings_shown = 3;
  // Why a checked trace is incomplete, in words; empty if it is complete.
  std::string cut_off;

  // Why a checked trace contains nothing: the profiler was refused or refused to start.
  std::string not_started;
  // For a checked trace of a runtime that gcrucible does not know: a sentence; empty if it knows the runtime.
  std::string unknown_runtime;
  // For a checked trace of a real CLR with a violated runtime rule: what the violation may mean; otherwise
  // empty.
  std::string real_runtime;

  std::vector<SlowCallback> slow_callbacks;  // longest first

  // With --account, if the run came to its end.
  std::optional<account::Account> account;

  // A run without any check fails. Set for profilers other than gcrucible's recorder, unless
  // --allow-unchecked is given.
  bool must_check = false;

  bool debugged = false;  // played under a debugger and not judged

  // There is nothing to judge: bad input, refused, could not run, not played, or stopped.
  bool has_no_verdict() const {
    return result == Result::kBadInput || result == Result::kRefused || result == Result::kCouldNotRun ||
           result == Result::kNotPlayed || was_stopped(result);
  }
  int exit_status() const { return was_stopped(result) ? stopped_status : report::exit_status(result); }
  // The scenario, or the checked trace.
  const std::string& subject() const { return scenario.empty() ? trace : scenario; }
  // A trace file was checked, so line numbers of the file are useful.
  bool is_of_file() const { return scenario.empty() && !trace.empty(); }
  bool is_expected(std::string_view rule) const;
  bool is_not_compared(std::string_view rule) const;
  // The rule is violated only because another rule is violated, and that rule has its own finding. A
  // violation that the scenario expects has no consequences and is no consequence.
  bool is_consequence(const rules::Verdict& verdict) const;
  // A violation with a cause of its own that the scenario does not expect, also of advice. Rules that are not
  // compared do not count.
  bool counts_as_broken(const rules::Verdict& verdict) const;
  // For all rules, or for those that `breaker` can violate; without consequences.
  rules::Counts counts(std::optional<rules::Breaker> breaker = std::nullopt) const;
  // Number of violated rules that the scenario does not expect, without advice and without rules that are not
  // compared.
  std::size_t unexpected_breaks() const;
  // Number of violated advice rules that the scenario does not expect.
  std::size_t advice_not_taken() const;
  // For --strict: advice counts like other rules.
  void count_advice() {
    if (result == Result::kPass && advice_not_taken() != 0) result = Result::kBroken;
  }
  // Whether there is any fault of either side: a rule, an expectation, the second traversal, or a forbidden
  // write by the profiler.
  bool broken() const;
  // The event mask is known and was always 0.
  bool asked_nothing() const;
  // The scenario is of a finding of the probe, and this profiler has none, or it never answers.
  bool lacks_its_probe() const;
  // The scenario is of a finding that this run could not show.
  bool misses_its_finding() const { return without_its_profiler || lacks_its_probe(); }
  // What a pass does not prove, because there was nothing to judge; empty if rules were judged.
  std::string unchecked() const;
  // Observations about the profiler that do not fail the run, including advice not taken, in one line; empty
  // if there are none.
  std::string advice() const;
  // The profiler requested nothing, or no rule and no expectation about its notifications was checked. In a
  // run with collections only rules about collections count, unless none of them was selected.
  bool nothing_checked() const;
  // The result that stands before its file: kUnchecked for a pass without a check, unless that is allowed.
  Result shown_result() const;
  // The word that stands before its file: the name of shown_result(), or what is wrong with the profiler.
  std::string_view label() const;
  // A sentence if the scenario states expectations and none was compared; otherwise empty.
  std::string nothing_compared() const;
};

}  // namespace gcrucible::report
