// Everything that is said about one run, as one value: the text on the terminal and the files are made from
// it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/report/narrator.h"
#include "harness/rules/judge/finding.h"

namespace gcrucible::report {

// kUnchecked: nothing was broken, and nothing was checked, which --strict does not take for a pass. kRefused:
// the profiler could not be loaded, or did not want to be. kCutOff: a checked trace is not whole. kPartial:
// likewise, nothing is broken in what is there of it, and --partial says that no more was wanted. kNotPlayed:
// one of several scenarios that a profiler of this kind cannot play. kStopped: the user ended the command
// while this was played or judged. kNotRun: before its turn came.
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
  kNotRun
};

// 0, 1, 2, 3, 4, 1 for kUnchecked, 2 for kRefused and kCutOff, and 0 for kPartial and kNotPlayed, as the
// command line documents them. What the user stopped has the status of its signal: see RunReport.
int exit_status(Result result);
inline bool was_stopped(Result result) {
  return result == Result::kStopped || result == Result::kNotRun;
}
inline bool passes(Result result) {
  return result == Result::kPass || result == Result::kPartial || result == Result::kNotPlayed;
}
std::string_view name_of(Result result);
// The one that a run of several scenarios ends with: a crash before a hang, before a broken rule, before bad
// input.
Result worse(Result a, Result b);

// An expectation that was not met.
struct Complaint {
  std::string text;          // "file:line:column: collection 1: expected …, but …"
  std::string excerpt = {};  // the line of the file with a caret beneath; may be empty
};

// Histories of objects are read in one go; a profiler that lives on stale ids uses those of a whole heap.
inline constexpr std::size_t kMostStories = 256;

// A callback for whose end a collection waited, by the clock: in another run it takes another time.
struct HoldUp {
  std::string callback;
  std::uint64_t number = 0;  // which callback of the run
  std::uint32_t collection = 0;
  std::string time;    // "0.7 s"
  std::string thread;  // as messages have it, if it is one of those that are at work at once; else empty
};

// An Info method that the profiler called, and what it was answered.
struct CalledInfo {
  std::string method;
  std::string arguments;  // as the trace has them
  std::string result;
};

struct RunReport {
  // What was run.
  std::string scenario;  // absolute path; empty where a trace was checked
  std::string title;
  std::string runtime;
  std::uint64_t seed = 0;
  std::string profiler;  // absolute path
  std::string sha256;
  std::string clsid;
  std::string trace;   // absolute path of the trace, where it is kept
  std::string replay;  // a command line that repeats the run from any folder

  // What came of it.
  Result result = Result::kPass;
  std::string message;            // bad input, refused, not played: all of it; otherwise empty
  std::string standing;           // sentences: where it was when the user had asked for its end
  std::string stopped_by;         // kStopped and kNotRun: the signal, "SIGTERM"
  int stopped_status = 0;         // and the exit status that the command has for it
  std::string died;               // "SIGSEGV", "exit code 7"; empty where the profiler lived
  bool lived_to_see_all = false;  // all that expectations are about, even if it died in Shutdown
  bool own_question = false;      // it hung in a question of the scenario's own
  // It lived, but "closed file descriptors of the process" or did something else of which nobody knows when;
  // empty if it did not.
  std::string_view did = {};
  std::string how;    // the same with all that is known of it: "SIGSEGV at address 0x0000000000000000"
  std::string death;  // sentences: where it was then
  std::vector<CalledInfo> last_calls;  // of the callback in which it died or hung
  std::string native_stack;
  std::string output;  // what the profiler printed
  std::string error_output;

  std::vector<rules::Verdict> verdicts;
  std::vector<std::string> expected_breaks;  // rules that the scenario means to break
  // Further rules that were broken and are not held against the run, because the scenario reports in its own
  // way and was not written for this runtime or profiler; and why, as a clause.
  std::vector<std::string> breaks_not_compared;
  std::string why_breaks_not_compared;
  std::size_t expectations_compared = 0;
  std::size_t expectations_told = 0;  // of those, such as are about what the profiler was told
  std::vector<Complaint> expectations_failed;
  std::vector<std::string> expectations_skipped;  // a notice for each reason
  std::size_t expectations_not_compared = 0;      // how many these are
  // How many the scenario states, where a single notice says why none was compared; and what that was for,
  // as in "on coreclr".
  std::size_t expectations_stated = 0;
  std::string not_compared;
  bool traversed = true;  // a real heap is not traversed a second time
  Notes notes;
  // By number of the object, of those that findings name.
  std::map<std::uint32_t, std::vector<std::string>> stories;
  std::map<std::uint32_t, std::string> object_names;

  // Of the findings of one rule, without -v.
  std::size_t findings_shown = 3;
  // Why a checked trace is not whole, in words; empty if it is.
  std::string cut_off;

  // A checked trace whose profiler was refused or has refused to start, so that it holds nothing: why.
  std::string not_started;
  // A checked trace of a runtime that no rule is stated for: a sentence; empty if it is known.
  std::string unknown_runtime;
  // A checked trace of a real CLR that has broken a rule of the runtime's: what that may mean; else empty.
  std::string real_runtime;

  std::vector<HoldUp> hold_ups;  // the longest first

  // Where nothing was checked that is no pass: another profiler than gcrucible's own, and no
  // --allow-unchecked.
  bool must_check = false;

  bool debugged = false;  // played under a debugger, and not judged

  // There was nothing to judge: bad input, refused, not played, or stopped.
  bool has_no_verdict() const {
    return result == Result::kBadInput || result == Result::kRefused || result == Result::kNotPlayed ||
           was_stopped(result);
  }
  int exit_status() const { return was_stopped(result) ? stopped_status : report::exit_status(result); }
  // The scenario, or the trace that was checked.
  const std::string& subject() const { return scenario.empty() ? trace : scenario; }
  // A trace was checked, so that there is a file whose lines people look at.
  bool is_of_file() const { return scenario.empty() && !trace.empty(); }
  bool is_expected(std::string_view rule) const;
  bool is_not_compared(std::string_view rule) const;
  // The rule is broken because of another one, which is a finding of its own. What a scenario means to break
  // stands for itself, and so does what follows from that.
  bool is_consequence(const rules::Verdict& verdict) const;
  // Of all rules, or of those that `breaker` can break; without consequences.
  rules::Counts counts(std::optional<rules::Breaker> breaker = std::nullopt) const;
  // Broken rules that the scenario does not mean to break, but for those that are not compared, and for those
  // that are advice only.
  std::size_t unexpected_breaks() const;
  // Of advice, the broken ones that the scenario does not mean to break.
  std::size_t advice_not_taken() const;
  // --strict: advice counts like rules.
  void count_advice() {
    if (result == Result::kPass && advice_not_taken() != 0) result = Result::kBroken;
  }
  // Whether anything speaks against either side: a rule, an expectation, the second traversal, or what the
  // profiler wrote where it must not.
  bool broken() const;
  // The event mask is known, and was 0 all the time.
  bool asked_nothing() const;
  // What a pass does not say, because nothing was there to be judged; empty if rules were.
  std::string unchecked() const;
  // What the profiler did that fails no run and is worth a look, advice it did not take among it, in a line;
  // empty if nothing was.
  std::string advice() const;
  // The profiler asked for nothing, or neither a rule was judged nor an expectation compared that is about
  // what it was told. Of a run with collections only rules about them count, unless none was selected.
  bool nothing_checked() const;
  // The scenario states expectations, and none of them was compared: a sentence; empty if some was.
  std::string nothing_compared() const;
};

}  // namespace gcrucible::report
