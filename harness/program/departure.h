// The result of each departure that a scenario plants. A departure is identified by its place in a list of
// program::Reporting or program::CallOverrides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace gcrucible::program {

enum class DepartureList : std::uint8_t { kEdits, kEntries, kCalls, kSay, kSplits, kSwitches };
// The names in traces and scenarios.
inline constexpr std::array<std::string_view, 6> kDepartureLists{"edits", "entries", "calls",
                                                                 "say",   "splits",  "switches"};

// Why a departure changed nothing.
enum class Unapplied : std::uint8_t {
  kUnreported,  // the thing that it changes was not reported at all
  kMissing,     // no range, entry or call has that number
  kPlace,       // the call that it waits for did not come
  kBehind,      // that call came earlier, before anything waited for it
  kGone,        // another departure omitted or delayed the call
  kThread,      // the thread does not run
  kUnmoved,     // the objects did not move
  kSucceeded,   // the profiler returned no error
  kShort,       // no length needs more than 32 bits
};
inline constexpr std::array<std::string_view, 9> kUnappliedReasons{
    "untold", "missing", "place", "behind", "gone", "thread", "unmoved", "succeeded", "short"};

struct UnappliedDeparture {
  DepartureList list = DepartureList::kEdits;
  std::uint32_t index = 0;
  Unapplied why = Unapplied::kUnreported;
  std::uint64_t there = 0;  // kMissing: number of existing ones; kPlace: calls of the place that came
};

// The results of one list during one report. A departure that was applied once counts as applied. Otherwise
// the first failure counts.
class DepartureTally {
 public:
  DepartureTally() = default;
  DepartureTally(DepartureList list, std::size_t count) : list_(list), outcomes_(count) {}

  void applied(std::size_t index) { outcomes_[index].applied = true; }
  void missed(std::size_t index, Unapplied why, std::uint64_t there = 0) {
    Outcome& outcome = outcomes_[index];
    if (outcome.why == Unapplied::kUnreported) outcome = {outcome.applied, why, there};
  }
  void add_unapplied(std::vector<UnappliedDeparture>& to) const {
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      const Outcome& outcome = outcomes_[i];
      if (outcome.applied) continue;
      to.push_back({list_, static_cast<std::uint32_t>(i), outcome.why, outcome.there});
    }
  }

 private:
  struct Outcome {
    bool applied = false;
    Unapplied why = Unapplied::kUnreported;
    std::uint64_t there = 0;
  };
  DepartureList list_ = DepartureList::kEdits;
  std::vector<Outcome> outcomes_;
};

}  // namespace gcrucible::program
