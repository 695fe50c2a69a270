// One program told to one profiler, and what speaks against either.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/observed.h"
#include "harness/driver/host/host_process.h"
#include "harness/driver/host/warm_host.h"
#include "harness/driver/outcome.h"
#include "harness/program/program.h"
#include "harness/protocol/case.h"
#include "harness/rules/judge/finding.h"
#include "harness/rules/judge/selection.h"

namespace gcrucible::rules {
class Docket;
class Observer;
}  // namespace gcrucible::rules

namespace gcrucible::campaign {

// Which profiler is tested, and how.
struct Subject {
  std::string library;  // absolute path
  std::string clsid;
  driver::RunOptions run;
  rules::Selection selection;
  bool strict = false;  // advice counts too
  // Each program is also told plainly, and must leave the same to be seen. Not together with `in_process`.
  std::optional<scenario::Observation> observation;
  // What must be the same where a case is played plainly too (Presentations::kBoth). Not files and commands,
  // and nothing together with `observation` or `in_process`.
  std::vector<scenario::Observation> compared = {};
  bool in_process =
      false;  // one process for many cases: what shows there is tried once more in one of its own
};

protocol::Case case_of(const Subject& subject, program::Program program);

// What two cases must have in common to show the same fault.
struct Cause {
  // The rule's id, or a word of rules/other_finding.h.
  std::string rule;
  // What tells two causes of one rule apart: the callback, or the signal and the callback.
  std::string detail;

  friend bool operator==(const Cause&, const Cause&) = default;
  friend auto operator<=>(const Cause&, const Cause&) = default;
};
std::string text_of(const Cause& cause);

struct Trouble {
  Cause cause;
  std::string what;  // a sentence or more
  std::string native_stack;
  std::string error_output = {};  // what the profiler that died or hung had printed to stderr
  // Of a deadlock: the same for the same threads over the same locks, in plays of one program. Else empty.
  std::string cycle = {};
  // Seen in a process that had run other cases before, and not in one of its own.
  bool only_in_process = false;
  // It ends the process that has started it, so that nobody should start one who is not to be ended.
  bool ends_parent = false;
};

// How the threads of several heaps took turns in one collection, or those of the program.
struct PlayedSchedule {
  std::uint32_t line = 0;  // of the scenario
  std::uint32_t decisions = 0;
  std::vector<program::Switch> switches;
  bool deterministic = false;
};

struct Trial {
  bool refused = false;  // the profiler or the program: no finding
  std::string message;   // of a refusal
  // The ones of a died profiler first, then by the order of the catalogue; one for each callback that breaks
  // a rule.
  std::vector<Trouble> troubles;
  std::vector<rules::Verdict> verdicts;   // without reasons
  std::vector<PlayedSchedule> schedules;  // in the order of their ends
  // What is observed differs from one run to the next of the very same telling: where, in a clause.
  std::string unsteady;
  // The file that is observed is not there; what to do about it.
  std::string unwritten;
  // Where it was when the user had asked for the end of it all, in sentences; else empty.
  std::string standing;
  driver::Outcome outcome;

  bool has(const Cause& cause) const;
};

// How a program is presented: as it is, or also plainly, which Subject::compared is compared by.
enum class Presentations : std::uint8_t { kOne, kBoth };

// Tries one program after the other, from one thread. What it keeps from one to the next, a host that waits
// for cases, changes nothing of what comes of them, unless the subject wants them in one process.
class Tester {
 public:
  // `subject` stays where it is.
  explicit Tester(const Subject& subject);

  // Blocks until the program has ended. `observer` sees the trace.
  Trial try_program(const program::Program& program, rules::Observer* observer = nullptr,
                    Presentations presentations = Presentations::kOne);
  // The same in a process of its own, whatever the subject wants.
  Trial try_apart(const program::Program& program, rules::Observer* observer = nullptr,
                  Presentations presentations = Presentations::kOne);
  // What is seen of one play, by each of Subject::compared; nothing where it did not end as it should.
  std::vector<std::string> see_all(const program::Program& program);

 private:
  Trial judge(driver::Outcome outcome, rules::Observer* observer) const;
  Observed see(const program::Program& program);
  std::vector<std::string> see_all(const driver::Outcome& outcome) const;
  void compare_presentations(const program::Program& program, Trial& trial);
  // `written` is of the program as it is.
  void compare_tellings(const program::Program& program, const Observed& written, Trial& trial);

  const Subject* subject_;
  rules::Docket docket_;
  driver::RunOptions run_;
  Observatory::Made observing_;
  driver::WarmHost host_;
};

// One program, and no more.
Trial try_program(const program::Program& program, const Subject& subject,
                  rules::Observer* observer = nullptr, Presentations presentations = Presentations::kOne);

}  // namespace gcrucible::campaign
