// What the profiler answered to the probe, collection by collection, beside what the model knows.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/rules/probe/answer.h"
#include "harness/rules/probe/habits.h"
#include "harness/rules/state/collection.h"

namespace gcrucible::rules {

class Allocations;
class Types;

struct ProbeFault {
  ProbeRule rule = ProbeRule::kCacheFollows;
  std::string what;
  std::uint32_t object = kNoObject;
  std::uint64_t address = 0;
  bool explained = false;  // as Finding's
};

// Of one answer.
struct ProbeVerdict {
  std::uint64_t line = kNoLine;  // of the question; kNoLine: there is none to judge
  std::uint32_t thread = 0;
  std::array<std::uint64_t, kProbeRuleCount> kept{};
  std::vector<ProbeFault> faults;
  std::string_view why;  // nothing could be compared

  // The text of a fault has all that it can say of one object; more objects say the same.
  bool is_full() const { return faults.size() >= kMostFaults; }
  static constexpr std::size_t kMostFaults = 8;
};

// Memory grows with the heap that the model lists, and with objects announced. Once an answer was wrong, or
// something happened that the profiler was not told of, later answers are not judged: their faults would be
// the same one again.
class Probes {
 public:
  struct Counted {
    std::uint64_t objects = 0;
    std::uint64_t bytes = 0;
  };
  using ByClass = std::map<std::uint64_t, Counted>;
  using ByGeneration = std::map<std::pair<std::uint64_t, std::uint8_t>, Counted>;

  // What the judge of a collection cannot see in it.
  struct Circumstances {
    bool watched = false;      // COR_PRF_MONITOR_GC, all the time
    bool attached = false;     // the profiler, some time after the process began
    bool allocations = false;  // were told from the start
    // ICorProfilerCallback2 is not asked for, so that collections have no GarbageCollectionStarted and no
    // Finished.
    bool first_version = false;
  };

  // True where the event is a question to the probe, or its return.
  bool take(const trace::Event& event);
  // A new profiler.
  void forget() { *this = Probes(); }
  // A collection with its fates; judges the answer to the question behind it. `announced` since it, by
  // address: beside other threads at work the question comes when they have made objects.
  void close(const Collection& collection, std::span<const KnownObject> announced,
             const Circumstances& circumstances, const Allocations& allocations, const Types& types);
  const ProbeVerdict& verdict() const { return verdict_; }
  // Before Shutdown. `announced` since the last collection.
  ProbeVerdict at_end(std::span<const KnownObject> announced, const Circumstances& circumstances,
                      const Types& types) const;

  // ClassID of a type of the model; 0 where it is not told.
  std::uint64_t class_of(std::uint32_t type) const { return type < classes_.size() ? classes_[type] : 0; }
  const ByClass& allocated() const { return allocated_; }
  const ByGeneration& reclaimed() const { return reclaimed_; }
  bool is_announced(std::uint32_t object) const { return object < announced_.size() && announced_[object]; }

 private:
  void follow(const Collection& collection, const Allocations& allocations);
  // What the answer has of objects that were announced behind the collection is left out of it; how many.
  static std::size_t leave_out_new(const Collection& collection, std::span<const KnownObject> announced,
                                   ProbeAnswer& answer);
  // Their ids may come back for other classes, so that nobody keeps sums by them.
  void forget_unloaded(const Types& types);

  ProbeAnswer open_;
  bool asked_ = false;
  std::optional<ProbeAnswer> answer_;
  std::optional<ProbeAnswer> last_;  // before Shutdown
  ProbeVerdict verdict_;
  bool lost_ = false;  // nobody knows any more what the profiler can know
  bool asked_ever_ = false;
  // The first collection since the last answer behind which it was not asked, although it had something.
  std::uint32_t unasked_ = 0;
  std::vector<bool> announced_;          // by number
  std::vector<std::uint64_t> believed_;  // ids that it had when the last collection was over
  std::vector<std::uint64_t> alive_;     // ids of announced objects then, ascending
  std::vector<std::uint64_t> classes_;   // of the types of the last collection's objects
  ByClass allocated_;
  ByGeneration reclaimed_;
};

}  // namespace gcrucible::rules
