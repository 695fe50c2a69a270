// Plays many generated programs against one profiler and collects the results.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/generate/call_contexts.h"
#include "harness/campaign/generate/generator.h"
#include "harness/campaign/shard.h"
#include "harness/campaign/shrink/shrinker.h"
#include "harness/campaign/suppressions.h"
#include "harness/campaign/trial.h"
#include "harness/protocol/case.h"

namespace gcrucible::campaign {

// A number of cases that no campaign reaches: only time, the user or a limit of findings ends it.
inline constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

struct Plan {
  Subject subject;
  Envelope envelope;
  std::uint64_t seed = 1;
  std::uint64_t cases = 1000;                     // of the whole campaign, over all shards
  std::optional<std::uint64_t> only_case;         // play only this case
  std::optional<std::chrono::milliseconds> time;  // no case starts after this time
  std::optional<Bounds> bounds;                   // for every case; default: grow with the case's number
  Shard shard;
  bool shard_of_runner = false;  // taken from a test runner's variables
  std::string shard_hint;        // as in FoundShard
  std::uint32_t jobs = 1;
  // The campaign counts no case, in order of number, after the one that reaches this number of causes.
  std::uint32_t most_faults = 20;
  std::vector<Suppression> suppressions;
  bool shrinks = true;
  // For shrinking all faults, one after the other; empty: no limit.
  std::optional<std::chrono::milliseconds> shrink_time;
  ShrinkSettings shrinking;

  bool is_endless() const { return cases == kEndless && !only_case; }
  std::uint64_t cases_of_shard() const {
    if (only_case) return 1;
    return cases / shard.count + (shard.index < cases % shard.count ? 1 : 0);
  }
};

// One cause, with the first case that showed it.
struct Fault {
  Cause cause;
  Trouble trouble;
  std::uint64_t number = 0;  // of the case
  std::uint64_t times = 0;
  Features features;
  program::Program program;    // shrunk program
  std::uint32_t trials = 0;    // number of plays during shrinking
  std::uint32_t plays = 1;     // plays until it showed again; more than 1: not in each play
  bool flaky = false;          // the same program did not show it again in several plays
  bool unshrunk = false;       // the watcher stopped shrinking early
  bool before_cases = false;   // the initial attach showed it, not a case
  std::string origin;          // source if it is no case, in one line; empty for a case
  bool cut = false;            // shrinking ran out of time
  std::string also_rule = {};  // a more general rule that explains each of its occurrences; may be empty
  // Cases whose findings list mistakes, and the mistakes that all these cases list. Other cases are no
  // evidence. The mistakes of the shrunk program are in `trouble`.
  std::uint64_t listing = 0;
  std::vector<std::string_view> common = {};
  std::vector<Cause> joined;  // causes joined with it; see join_causes()
  std::vector<Cause> also;    // other causes that its program shows
};

struct Allowed {
  const Suppression* suppression;
  std::uint64_t times = 0;
};

struct RuleTally {
  std::uint64_t cases = 0;  // cases in which the rule was judged
  std::uint64_t occasions = 0;
};

struct Result {
  std::uint64_t cases = 0;
  std::uint64_t refused = 0;     // could not be played
  std::string refusal;           // of the first of those, with its number
  std::uint64_t unsteady = 0;    // cases whose observation differed between equal plays
  std::string unsteadiness;      // of the first of those
  std::vector<Fault> faults;     // in order of the case number
  std::vector<Allowed> allowed;  // one entry for each suppression
  std::map<std::string, RuleTally> rules;
  std::array<std::uint64_t, kFeatureCount> features{};  // number of cases that used each
  CallContexts calls;
  AnswerTally answers;
  rules::EstimateSums estimates;
  std::chrono::milliseconds elapsed{0};
  // Stopped by the watcher, the time limit or the limit of faults: cases are missing or findings are
  // unshrunk. The time limit of an endless campaign is its regular end.
  bool stopped = false;
  bool limited = false;  // the limit of faults was reached, and cases are missing
  // The case or first trial that was running when the watcher stopped the campaign, and its stage.
  std::string standing;
};

struct ShrinkProgress {
  const Cause* cause = nullptr;
  std::size_t number = 0;  // of the fault, from 1
  std::size_t faults = 0;
  std::uint32_t tried = 0;                                     // programs so far
  std::size_t steps = 0;                                       // of the smallest program so far
  std::optional<std::chrono::steady_clock::time_point> until;  // for all faults; empty: no limit
};

// Receives progress of a campaign. Calls come from one thread at a time; cases come in order of their
// numbers.
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;

  // Called before the case is played.
  virtual void begins(std::uint64_t) {}
  // Called after it, in the order in which cases end.
  virtual void ends(std::uint64_t) {}
  virtual void progress(const Result& so_far) = 0;
  virtual void found(const Fault&) {}
  // Called before each fault is shrunk, and after each program that is tried for it.
  virtual void shrinking(const ShrinkProgress&) {}
  // Called after each fault is shrunk, if faults are shrunk. `so_far` has its number.
  virtual void shrunk(const Fault&, const ShrinkProgress& /*so_far*/) {}
  // Called before each case and each smaller program.
  virtual bool wants_stop() { return false; }
};

// Seed and bounds of one case; independent of the machine and the shard.
std::uint64_t seed_of_case(const Plan& plan, std::uint64_t number);
Bounds bounds_of_case(const Plan& plan, std::uint64_t number);

// Whether the case is compared with another presentation of its program; one of eight cases is. `features`:
// those of the case.
Presentations presentations_of_case(const Plan& plan, std::uint64_t number, const Features& features);

// The case as it is played.
protocol::Case case_of(const Plan& plan, const TypePool& pool, std::uint64_t number);

// Runs the shard's cases on `jobs` threads. Findings depend neither on the number of threads nor on their
// timing, unless the time limit or a watcher ends the campaign.
Result run(const Plan& plan, const TypePool& pool, Watcher& watcher);

// The program with all open choices made, as a reader of its scenario would make them.
program::Program as_played(program::Program program);

}  // namespace gcrucible::campaign
