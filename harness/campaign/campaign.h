// Many generated programs, told to one profiler: what came of them.
#pragma once

#include <chrono>
#include <cstdint>
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

struct Plan {
  Subject subject;
  Envelope envelope;
  std::uint64_t seed = 1;
  std::uint64_t cases = 1000;                     // of the whole campaign, all shards together
  std::optional<std::uint64_t> only_case;         // this one alone
  std::optional<std::chrono::milliseconds> time;  // no case begins later
  std::optional<Bounds> bounds;                   // of every case; else they grow with its number
  Shard shard;
  bool shard_of_runner = false;  // a test runner's variables say which
  std::string shard_hint;        // as FoundShard has it
  std::uint32_t jobs = 1;
  // The case that comes to so many causes, by the order of numbers, is the last that counts.
  std::uint32_t most_faults = 20;
  std::vector<Suppression> suppressions;
  bool shrinks = true;
  // For making all faults small, one after the other; none: as long as it takes.
  std::optional<std::chrono::milliseconds> shrink_time;
  ShrinkSettings shrinking;

  std::uint64_t cases_of_shard() const {
    if (only_case) return 1;
    return cases / shard.count + (shard.index < cases % shard.count ? 1 : 0);
  }
};

// One cause, in the first case that showed it.
struct Fault {
  Cause cause;
  Trouble trouble;
  std::uint64_t number = 0;  // of the case
  std::uint64_t times = 0;
  Features features;
  program::Program program;   // as small as it got
  std::uint32_t trials = 0;   // that shrinking took
  std::uint32_t plays = 1;    // of the same program until it showed it again; more than 1: not each time
  bool flaky = false;         // the same program did not show it again, often as it was played
  bool unshrunk = false;      // whoever watches stopped it before the program was as small as it gets
  bool before_cases = false;  // the attach that is tried first showed it, and no case
  std::string origin;         // where it is from instead of a case, in a line; empty for a case
  bool cut = false;           // the time was up before it was as small as it gets
  std::vector<Cause> joined;  // of findings that were joined with it, join_causes() says why
  std::vector<Cause> also;    // what else its program shows
};

struct Allowed {
  const Suppression* suppression;
  std::uint64_t times = 0;
};

struct RuleTally {
  std::uint64_t cases = 0;  // in which the rule was judged
  std::uint64_t occasions = 0;
};

struct Result {
  std::uint64_t cases = 0;
  std::uint64_t refused = 0;     // could not be played
  std::string refusal;           // of the first of those, with its number
  std::uint64_t unsteady = 0;    // what is observed differed without another telling
  std::string unsteadiness;      // of the first of those
  std::vector<Fault> faults;     // by the number of the case
  std::vector<Allowed> allowed;  // one a suppression
  std::map<std::string, RuleTally> rules;
  std::array<std::uint64_t, kFeatureCount> features{};  // cases that used each
  CallContexts calls;
  std::chrono::milliseconds elapsed{0};
  // By whoever watches, the time or the limit of faults: cases are missing, or findings are unshrunk.
  bool stopped = false;
  bool limited = false;  // it was that limit, and cases are missing
  // The case, or what is tried before the first, that stood still when whoever watches stopped it, and where.
  std::string standing;
};

// Hears how a campaign goes on, from one thread at a time, and of cases in the order of their numbers.
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;

  // Before the case is played.
  virtual void begins(std::uint64_t) {}
  virtual void progress(const Result& so_far) = 0;
  virtual void found(const Fault&) {}
  virtual void shrinking(const Fault&) {}
  // Asked before each case and each smaller program.
  virtual bool wants_stop() { return false; }
};

// Seed and bounds of one case: the same whoever runs it.
std::uint64_t seed_of_case(const Plan& plan, std::uint64_t number);
Bounds bounds_of_case(const Plan& plan, std::uint64_t number);

// Whether it is compared with another presentation of its program: one case of eight is. `features` are those
// of the case.
Presentations presentations_of_case(const Plan& plan, std::uint64_t number, const Features& features);

// As it is played.
protocol::Case case_of(const Plan& plan, const TypePool& pool, std::uint64_t number);

// Runs the shard's cases on `jobs` threads. What is found depends on neither their number nor their order,
// unless the time or a watcher ends it.
Result run(const Plan& plan, const TypePool& pool, Watcher& watcher);

// The same program with every choice drawn that a reader of its scenario would draw.
program::Program as_played(program::Program program);

}  // namespace gcrucible::campaign
