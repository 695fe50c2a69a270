// The profiler's answers to the probe, per collection, compared with the model.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/account/count.h"
#include "harness/rules/collection/collection.h"
#include "harness/rules/probe/answer.h"
#include "harness/rules/probe/estimates/estimate_sum.h"
#include "harness/rules/probe/estimates/spreads.h"
#include "harness/rules/probe/habits.h"

namespace gcrucible::rules {

class Allocations;
class CallTree;
class Types;

struct Believed;

struct ProbeFault {
  ProbeRule rule = ProbeRule::kCacheFollows;
  std::string what;
  std::uint32_t object = kNoObject;
  std::uint64_t address = 0;
  bool explained = false;                     // as in Finding
  std::vector<std::string_view> causes = {};  // as in Finding
  bool also_by_cache = false;                 // a mistake against kCacheFollows explains it as well
};

// The verdict on one answer.
struct ProbeVerdict {
  std::uint64_t line = kNoLine;  // of the query; kNoLine: no answer to judge
  std::uint32_t thread = 0;
  std::array<std::uint64_t, kProbeRuleCount> kept{};
  std::vector<ProbeFault> faults;
  std::string_view why;  // reason why nothing could be compared
  EstimateSums estimates = {};

  // A fault's text names all details of one object. Further objects would repeat them.
  bool is_full() const { return faults.size() >= kMostFaults; }
  static constexpr std::size_t kMostFaults = 8;
};

// Memory grows with the objects that the model lists and with announced objects. After a wrong answer, or
// after an event that the profiler was not notified of, later answers are not judged. They would repeat the
// same fault.
class Probes {
 public:
  using Counted = account::Count;
  using ByClass = std::map<std::uint64_t, Counted>;
  using ByGeneration = std::map<std::pair<std::uint64_t, std::uint8_t>, Counted>;

  // Facts that the collection itself does not contain.
  struct Circumstances {
    bool watched = false;      // COR_PRF_MONITOR_GC was set all the time
    bool attached = false;     // the profiler attached some time after the start of the process
    bool allocations = false;  // were reported from the start
    // The profiler does not have ICorProfilerCallback2, so collections have no GarbageCollectionStarted and
    // no Finished.
    bool first_version = false;
  };

  // True if the event is a query to the probe, or the return of one.
  bool take(const trace::Event& event);
  // Called for a new profiler.
  void forget() { *this = Probes(); }
  // Takes a collection with its fates, and judges the answer to the query after it. `announced`: objects
  // announced since, by address. If other threads run, they may have made objects before the query.
  void close(const Collection& collection, std::span<const KnownObject> announced,
             const Circumstances& circumstances, const Allocations& allocations, const Types& types,
             const CallTree& calls);
  const ProbeVerdict& verdict() const { return verdict_; }
  // For the query before Shutdown. `announced`: objects announced since the last collection.
  ProbeVerdict at_end(std::span<const KnownObject> announced, const Circumstances& circumstances,
                      const Types& types) const;

  // ClassID of a type of the model; 0 if unknown.
  std::uint64_t class_of(std::uint32_t type) const { return type < classes_.size() ? classes_[type] : 0; }
  // Whether it is the ClassID of an object in the heap.
  bool is_class(std::uint64_t id) const {
    return id != 0 && std::ranges::find(classes_, id) != classes_.end();
  }
  const ByClass& allocated() const { return allocated_; }
  // By node of the call tree; nodes behind the last one have allocated nothing.
  std::span<const Counted> allocated_by_node() const { return allocated_by_node_; }
  const ByGeneration& reclaimed() const { return reclaimed_; }
  // Sums of all unloaded classes together, by generation. Only totals of all classes contain them.
  const Counted& unloaded_allocated() const { return unloaded_allocated_; }
  const std::map<std::uint8_t, Counted>& unloaded_reclaimed() const { return unloaded_reclaimed_; }
  // Of the profiler's estimates.
  const Spreads& spreads() const { return spreads_; }
  // Of the last answer that could be compared.
  const EstimateSums& estimates() const { return estimates_; }
  bool is_announced(std::uint32_t object) const { return object < announced_.size() && announced_[object]; }

 private:
  void follow(const Collection& collection, const Allocations& allocations);
  // Judges an answer. Leaves out of it what may have changed since the query.
  void compare(const Collection& collection, std::span<const KnownObject> announced,
               const Circumstances& circumstances, const Believed& believed, const Types& types,
               const CallTree& calls, ProbeAnswer& answer);
  // Removes objects announced after the collection from the answer. Returns their number.
  static std::size_t leave_out_new(const Collection& collection, std::span<const KnownObject> announced,
                                   ProbeAnswer& answer);
  // Follows the trackers with habits through a collection without a query.
  void follow_habits(const Collection& collection, const Believed& believed, std::vector<Range> ranges);
  // Adds the objects of an answer to those that the profiler has.
  void believe(const ProbeAnswer& answer);
  // Adds the ranges of a collection to those of the collections before.
  void remember(std::span<const Range> ranges);
  // Adds up the sums of unloaded classes, whose ids may be reused for other classes.
  void forget_unloaded(const Types& types);

  ProbeAnswer open_;
  bool asked_ = false;
  std::optional<ProbeAnswer> answer_;
  std::optional<ProbeAnswer> last_;  // before Shutdown
  ProbeVerdict verdict_;
  bool lost_ = false;  // what the profiler can know is no longer known
  bool asked_ever_ = false;
  bool answered_ = false;  // as in Believed
  // The first collection since the last answer without a query, although the profiler had objects.
  std::uint32_t unasked_ = 0;
  std::vector<bool> announced_;                       // by number
  std::vector<std::uint64_t> believed_;               // the profiler's ids at the end of the last collection
  std::vector<std::vector<std::uint64_t>> by_habit_;  // as in Believed, at that time
  EarlierRanges earlier_;                             // as in Believed
  std::uint32_t unasked_count_ = 0;
  std::vector<std::uint64_t> alive_;    // ids of announced objects then, ascending
  std::vector<std::uint64_t> classes_;  // of the types of the last collection's objects
  ByClass allocated_;
  std::vector<Counted> allocated_by_node_;
  ByGeneration reclaimed_;
  Spreads spreads_;
  EstimateSums estimates_;
  Counted unloaded_allocated_;
  std::map<std::uint8_t, Counted> unloaded_reclaimed_;
};

}  // namespace gcrucible::rules
