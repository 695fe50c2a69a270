// What the model made, and how much of that has been announced; and what ObjectAllocated said of classes that
// are not loaded.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/model_line.h"
#include "harness/rules/state/heap_model.h"
#include "harness/rules/state/masks.h"

namespace gcrucible::rules {

// Memory grows with the types and threads of a run.
class Allocations {
 public:
  // One line `allocated` of the model. The simulated runtime announces its objects before it does anything
  // else.
  struct Made {
    std::uint64_t line = kNoLine;
    std::uint32_t thread = 0;
    std::uint64_t object = 0;  // number of the first
    std::uint64_t count = 0;
    std::uint64_t at = 0;  // of the first
    std::uint64_t size = 0;
    std::uint64_t object_class = 0;
    std::uint8_t generation = kNoGeneration;
    bool told = true;      // false: was there before the profiler came
    bool silent = false;   // the runtime need not tell them, if it is one that may do so
    bool wanted = false;   // the mask asks for ObjectAllocated of each
    bool to_come = false;  // the model says that it is raised for each
    std::uint64_t announced = 0;
    bool owes() const { return (wanted || to_come) && announced < count; }
    bool judged = false;  // a collection has begun since
  };

  void take(const Callback& callback);
  void take(const ModelLine& line, const Masks& masks);
  // Objects and classes may have ended untold, and their ids be those of others.
  void forget_ids();

  // What an announcement of `object` on that thread is of: what the thread has made and has not announced
  // yet; or else what another thread has made there; or else what the thread made last, or the last of all.
  // Null until the model tells an allocation: a recorded trace has none.
  const Made* last(std::uint32_t thread, std::uint64_t object) const;
  // The last of each thread, by thread.
  const std::map<std::uint32_t, Made>& last_of_each() const { return last_; }
  // The largest object that went to generation 0 and the smallest that went to the large object heap, by the
  // model, with its lines; sizes are 0 where there was none.
  struct Sizes {
    std::uint64_t largest_small = 0;
    std::uint64_t small_line = kNoLine;
    std::uint64_t smallest_large = 0;
    std::uint64_t large_line = kNoLine;
  };
  const Sizes& sizes() const { return sizes_; }
  // What GetLOHObjectSizeThreshold answered last.
  std::optional<std::uint64_t> threshold() const { return threshold_; }
  void answered(std::uint64_t threshold) { threshold_ = threshold; }
  // The line as an allocation whose size decided about its heap; none for all others.
  std::optional<Made> sized(const ModelLine& line) const;
  // Line of a HandleCreated that has named the object since the last Started or Finished.
  std::optional<std::uint64_t> handled(std::uint64_t object) const;
  // By class, ascending, what was made in generation 0 between the last two collections, told or not; none
  // where the model tells none.
  std::optional<std::vector<ClassCount>> made() const;
  // ClassID of a type of the model; 0 where it is not told.
  std::uint64_t class_of(std::uint32_t type) const;

  enum class Naming : std::uint8_t {
    kNone,     // no ObjectAllocated of that thread has named the class before its load
    kJustNow,  // it was the last callback of that thread
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
  std::uint32_t latest_ = 0;                     // the thread of the last of them
  std::map<std::uint64_t, std::uint64_t> made_;  // by class, since the last collection began
  std::vector<ClassCount> made_before_;
  bool counted_ = false;  // by the model's line of a collection whose Started has not come
  // The model's line of a collection has come, and threads beside it may go on until they are stopped.
  bool stopping_ = false;
  std::vector<std::uint64_t> class_of_type_;
  Sizes sizes_;
  std::optional<std::uint64_t> threshold_;
  std::unordered_map<std::uint64_t, std::uint64_t> handled_;  // line by object
  std::set<std::uint64_t> seen_loaded_;
  std::set<std::pair<std::uint64_t, std::uint32_t>> named_unloaded_;  // classes, and threads that named them
  std::map<std::uint32_t, std::uint64_t> last_named_;  // by thread, while ObjectAllocated was its last call
};

}  // namespace gcrucible::rules
