// Plays one program against one profiler and collects the faults of either side.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/observed.h"
#include "harness/driver/host/host_process.h"
#include "harness/driver/host/warm_host.h"
#include "harness/driver/outcome.h"
#include "harness/expected.h"
#include "harness/program/program.h"
#include "harness/protocol/case.h"
#include "harness/rules/judge/finding.h"
#include "harness/rules/judge/rule_set.h"
#include "harness/rules/judge/selection.h"
#include "harness/rules/probe/estimates/estimate_sum.h"
#include "harness/rules/probe/probe_tally.h"

namespace gcrucible::rules {
class Observer;
}  // namespace gcrucible::rules

namespace gcrucible::campaign {

// The profiler under test, and the conditions.
struct Subject {
  std::string library;  // absolute path
  std::string clsid;
  std::string clsid_from;  // as in protocol::Case
  driver::RunOptions run;
  rules::Selection selection;
  bool strict = false;  // advice counts too
  // Each program is also played plainly, and both observations must be equal. Not with `in_process`.
  std::optional<scenario::Observation> observation;
  // The observations that must be equal if a case is also played plainly (Presentations::kBoth). No files or
  // commands. Not with `observation` or `in_process`.
  std::vector<scenario::Observation> compared = {};
  bool in_process = false;  // many cases in one process; findings are retried in a separate one
};

protocol::Case case_of(const Subject& subject, program::Program program);

// Identifies a fault: two cases with equal causes show the same fault.
struct Cause {
  // The rule's id, or a word of rules/other_finding.h.
  std::string rule;
  // Distinguishes causes of one rule: the callback, or the signal and the callback.
  std::string detail;

  friend bool operator==(const Cause&, const Cause&) = default;
  friend auto operator<=>(const Cause&, const Cause&) = default;
};
std::string text_of(const Cause& cause);

struct Trouble {
  Cause cause;
  std::string what;  // one or more sentences
  std::string native_stack;
  std::string error_output = {};  // stderr of a profiler that died or hung
  // For a deadlock: identifies its threads and locks, for plays of one program. Otherwise empty.
  std::string cycle = {};
  // It showed in a process that had run other cases before, and not in a separate process.
  bool only_in_process = false;
  // A more general rule that explains it as well; empty if there is none.
  std::string also_rule = {};
  // `what` names the mistake, not only what it breaks.
  bool explained = false;
  // As in rules::Finding.
  std::vector<std::string_view> causes = {};
  // The profiler kills its parent process, so a process that must survive must not start it.
  bool ends_parent = false;
};

// How the threads of several heaps, or of the program, took turns.
struct PlayedSchedule {
  std::uint32_t line = 0;  // in the scenario
  std::uint32_t decisions = 0;
  std::vector<program::Switch> switches;
  bool deterministic = false;
};

// How often a profiler gave no answer, in one case or in several.
struct AnswerTally {
  rules::ProbeTally probe;
  // How often a callback returned a failure: "GarbageCollectionStarted: E_FAIL (0x80004005)".
  std::map<std::string, std::uint64_t> failures;

  void add(const AnswerTally& other) {
    probe.add(other.probe);
    for (const auto& [what, times] : other.failures) failures[what] += times;
  }
};

struct Trial {
  bool refused = false;  // by the profiler or because of the program; no finding
  std::string message;   // of a refusal
  // Deaths first, then in catalogue order; one for each callback that violates a rule.
  std::vector<Trouble> troubles;
  std::vector<rules::Verdict> verdicts;   // without reasons
  std::vector<PlayedSchedule> schedules;  // in the order in which they ended
  AnswerTally answers;                    // zero if gcrucible let Info calls fail
  rules::EstimateSums estimates;          // likewise
  // The observation differs between two equal plays: the place, as a clause.
  std::string unsteady;
  // The observed file does not exist; what to do.
  std::string unwritten;
  // The stage of the run when the user stopped the command, in sentences; otherwise empty.
  std::string standing;
  driver::Outcome outcome;

  bool has(const Cause& cause) const;
};

// How a program is presented: as it is, or also plainly, for the comparison by Subject::compared.
enum class Presentations : std::uint8_t { kOne, kBoth };

// Plays programs one after the other, from one thread. It keeps a host process ready between plays. The host
// does not influence results, unless the subject requests one process for all cases.
class Tester {
 public:
  // `subject` must outlive the tester and must not move.
  explicit Tester(const Subject& subject);

  // Blocks until the program has ended. `observer` sees the trace.
  Trial try_program(const program::Program& program, rules::Observer* observer = nullptr,
                    Presentations presentations = Presentations::kOne);
  // The same in a separate process, whatever the subject's settings.
  Trial try_apart(const program::Program& program, rules::Observer* observer = nullptr,
                  Presentations presentations = Presentations::kOne);
  // What each of Subject::compared shows of one play; empty if the play did not end normally.
  std::vector<std::string> see_all(const program::Program& program);

 private:
  Trial judge(driver::Outcome outcome, rules::Observer* observer) const;
  // `outcome` receives the play that is observed.
  Observed see(const program::Program& program, driver::Outcome& outcome);
  std::vector<std::string> see_all(const driver::Outcome& outcome) const;
  void compare_presentations(const program::Program& program, Trial& trial);
  // `written`: the observation of the program as it is.
  void compare_reportings(const program::Program& program, const Observed& written, Trial& trial);

  const Subject* subject_;
  rules::RuleSet rule_set_;
  driver::RunOptions run_;
  // None: the subject is not observed.
  std::optional<Expected<Observatory>> observatory_;
  driver::WarmHost host_;
};

// Whether another play of the program would have the same turns of threads. Otherwise two plays are two
// histories, and their results may differ without a fault of the profiler. Reads the trace.
bool repeats(const driver::Outcome& outcome);

// Plays a single program.
Trial try_program(const program::Program& program, const Subject& subject,
                  rules::Observer* observer = nullptr, Presentations presentations = Presentations::kOne);

}  // namespace gcrucible::campaign
