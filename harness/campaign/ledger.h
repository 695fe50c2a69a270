// State shared by the threads of a campaign: which case is next, and the combined results.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/campaign.h"
#include "harness/campaign/generate/call_contexts.h"
#include "harness/campaign/generate/feature.h"
#include "harness/campaign/generate/generator.h"
#include "harness/campaign/trial.h"

namespace gcrucible::campaign {

// Thread-safe. Hands out the shard's cases in order and counts results in order; a result waits until all
// earlier cases have ended. The limit of findings is therefore reached at the same case for any number of
// threads, and later cases are not counted. The plan and the watcher must outlive it. The watcher is called
// from one thread at a time.
class Ledger {
 public:
  Ledger(const Plan& plan, Watcher& watcher);

  // Empty if the campaign is over. Each number handed out must be passed to take().
  std::optional<std::uint64_t> next();
  void take(std::uint64_t number, Generated&& made, Trial&& trial, const CallContexts& calls);
  // Whether an earlier case has hung there for the whole timeout, so that another hang there is already
  // known.
  bool has_hung_before(std::uint64_t number, const Cause& cause);

  // Call when every case handed out has been taken.
  Result finish() &&;

 private:
  using Clock = std::chrono::steady_clock;

  // The part of a case's trial that is kept after its trace is freed.
  struct Played {
    bool counts = true;
    bool refused = false;
    std::string refusal;
    std::string unsteady;
    std::vector<std::pair<std::size_t, std::uint64_t>> rules;  // index in the catalogue, occasions
    CallContexts calls;
    AnswerTally answers;
    rules::EstimateSums estimates;
    Features features;
    std::vector<Trouble> troubles;
    program::Program program;  // only if there are troubles
  };

  bool is_full() const { return result_.faults.size() >= plan_->most_faults; }
  Played played(Generated&& made, Trial&& trial, const CallContexts& calls) const;
  void count(std::uint64_t number, Played&& played);
  void count(std::uint64_t number, const Played& played, Trouble trouble);

  const Plan* plan_;
  Watcher* watcher_;
  Clock::time_point begun_;
  std::mutex mutex_;
  std::uint64_t step_;                          // distance between cases of the shard
  std::uint64_t next_;                          // next case to hand out
  std::uint64_t left_;                          // cases not handed out yet
  std::uint64_t due_;                           // first case not counted yet
  std::uint64_t standing_ = ~std::uint64_t{0};  // first case that was running at the stop
  std::map<std::uint64_t, Played> held_;
  std::map<Cause, std::uint64_t> hung_;  // first case that waited there for the whole timeout
  std::vector<RuleTally> rules_;         // indexed as the catalogue
  Result result_;
};

}  // namespace gcrucible::campaign
