// The objects that the model made, and which of them were announced. Also the classes that ObjectAllocated
// named before they were loaded.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness/rules/collection/heap_model.h"
#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/model_line.h"
#include "harness/rules/state/masks.h"

namespace gcrucible::rules {

// Memory grows with the types and threads of a run.
class Allocations {
 public:
  // One line `allocated` of the model. The simulated runtime announces the objects of a line before it does
  // anything else.
  struct Made {
    std::uint64_t line = kNoLine;
    std::uint32_t thread = 0;
    std::uint64_t object = 0;  // number of the first one
    std::uint64_t count = 0;
    std::uint64_t at = 0;  // address of the first one
    std::uint64_t size = 0;
    std::uint64_t object_class = 0;
    std::uint8_t generation = kNoGeneration;
    bool reported = true;  // false: made before the profiler was loaded
    bool silent = false;   // the runtime may leave it unreported
    bool wanted = false;   // the mask enables ObjectAllocated for each
    bool to_come = false;  // the model states that it is raised for each
    std::uint64_t announced = 0;
    bool owes() const { return (wanted || to_come) && announced < count; }
    bool judged = false;  // a collection has begun since
  };

  void take(const Callback& callback);
  void take(const ModelLine& line, const Masks& masks);
  // Objects and classes may have ended without a report. Their ids may now belong to others.
  void forget_ids();

  // The allocation that an announcement of `object` on that thread refers to. First choice: an unannounced
  // one of the same thread. Then: an allocation of another thread at that address. Then: the last one of
  // the thread, or the last of all. Null before the model's first allocation line; a recorded trace has
  // none.
  const Made* last(std::uint32_t thread, std::uint64_t object) const;
  // The last allocation of each thread, by thread.
  const std::map<std::uint32_t, Made>& last_of_each() const { return last_; }
  // From the model: the largest object in generation 0, the smallest in the large object heap, and their
  // lines. Sizes are 0 if there was none.
  struct Sizes {
    std::uint64_t largest_small = 0;
    std::uint64_t small_line = kNoLine;
    std::uint64_t smallest_large = 0;
    std::uint64_t large_line = kNoLine;
  };
  const Sizes& sizes() const { return sizes_; }
  // The last answer of GetLOHObjectSizeThreshold.
  std::optional<std::uint64_t> threshold() const { return threshold_; }
  void answered(std::uint64_t threshold) { threshold_ = threshold; }
  // The line as an allocation, if the size of the object decided about its heap.
  std::optional<Made> sized(const ModelLine& line) const;
  // Line of a HandleCreated that named the object since the last Started or Finished.
  std::optional<std::uint64_t> handled(std::uint64_t object) const;
  // Objects made in generation 0 between the last two collections, by class, ascending, announced or not.
  // Absent if the trace has no model.
  std::optional<std::vector<ClassCount>> made() const;
  // ClassID of a type of the model; 0 if unknown.
  std::uint64_t class_of(std::uint32_t type) const;

  enum class Naming : std::uint8_t {
    kNone,     // no ObjectAllocated of the thread has named the class before its load
    kJustNow,  // the naming ObjectAllocated was the thread's last callback
    kEarlier,
  };
  Naming named(std::uint64_t object_class, std::uint32_t thread) const;

 private:
  void count_made();
  void forget_unloaded_names();
  void follow_loads(const Callback& callback);
  std::optional<Made> decode(const ModelLine& line) const;

  void count(const Made& made);

  std::map<std::uint32_t, Made> last_;           // by thread
  std::uint32_t latest_ = 0;                     // the thread of the last allocation
  std::map<std::uint64_t, std::uint64_t> made_;  // by class, since the last collection began
  std::vector<ClassCount> made_before_;
  bool counted_ = false;  // counted at the model's line of a collection whose Started has not come
  // The model's line of a collection has come. Other threads may still allocate until they are stopped.
  bool stopping_ = false;
  std::vector<std::uint64_t> class_of_type_;
  Sizes sizes_;
  std::optional<std::uint64_t> threshold_;
  std::unordered_map<std::uint64_t, std::uint64_t> handled_;  // line by object
  std::set<std::uint64_t> seen_loaded_;
  // Classes, and the threads that named them.
  std::set<std::pair<std::uint64_t, std::uint32_t>> named_unloaded_;
  // By thread, while ObjectAllocated is its last callback.
  std::map<std::uint32_t, std::uint64_t> last_named_;
};

}  // namespace gcrucible::rules
