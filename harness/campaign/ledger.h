// What the threads of a campaign share: who plays which case, and what has come of all of them.
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

// Any thread. Hands out the shard's cases in the order of their numbers and counts them in that order,
// however they end: what has ended is held back until all cases before it have. So a limit of findings is
// reached by the same case whoever plays them, and what lies behind that case counts for nothing. The plan
// and the watcher outlive it; the watcher is called from one thread at a time.
class Ledger {
 public:
  Ledger(const Plan& plan, Watcher& watcher);

  // Nothing: the campaign is over. Each number must be taken afterwards.
  std::optional<std::uint64_t> next();
  void take(std::uint64_t number, Generated&& made, Trial&& trial, const CallContexts& calls);
  // Whether a case before this one has hung there for the whole timeout, so that another hang there is no
  // news.
  bool has_hung_before(std::uint64_t number, const Cause& cause);

  // When everything that was handed out has been taken.
  Result finish() &&;

 private:
  using Clock = std::chrono::steady_clock;

  // Of one case: what is left of a trial when its trace is gone.
  struct Played {
    bool counts = true;
    bool refused = false;
    std::string refusal;
    std::string unsteady;
    std::vector<std::pair<std::size_t, std::uint64_t>> rules;  // place in the catalogue, occasions
    CallContexts calls;
    Features features;
    std::vector<Trouble> troubles;
    program::Program program;  // where there are troubles
  };

  bool is_full() const { return result_.faults.size() >= plan_->most_faults; }
  Played played(Generated&& made, Trial&& trial, const CallContexts& calls) const;
  void count(std::uint64_t number, Played&& played);
  void count(std::uint64_t number, const Played& played, Trouble trouble);

  const Plan* plan_;
  Watcher* watcher_;
  Clock::time_point begun_;
  std::mutex mutex_;
  std::uint64_t step_;                          // from one case of the shard to the next
  std::uint64_t next_;                          // to be handed out
  std::uint64_t left_;                          // not handed out yet
  std::uint64_t due_;                           // the first that is not counted yet
  std::uint64_t standing_ = ~std::uint64_t{0};  // the first case that stood still when it was to end
  std::map<std::uint64_t, Played> held_;
  std::map<Cause, std::uint64_t> hung_;  // the first case that was awaited for the whole timeout there
  std::vector<RuleTally> rules_;         // as in the catalogue
  Result result_;
};

}  // namespace gcrucible::campaign
