// What a recording tells of one collection, read for the table of legal damages: apart from the rules, which
// are what is measured.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "harness/rules/state/generation_map.h"
#include "tests/harness/rules/damage/damage.h"

namespace gcrucible::tests {

// Whether ranges are told by the calls of ICorProfilerCallback4.
bool has_exact_ranges(const Recording& recording);

class ToldRound {
 public:
  // The collection that the call of the change belongs to, as it is told after the change, or as it was.
  // None for a call outside of all collections.
  static std::optional<ToldRound> around(const Recording& recording, const Change& change, bool changed);

  // Every object that a range brings is reached from a root that is not weak, or from one that was not
  // collected, or may have a root that .NET does not tell: without references, in a collection of generation
  // 0 or 1 (docs/deviations.md, interior-root-keeps-its-object); with references where no later collection
  // tells what leads to it. Roots and references lead to objects.
  bool explained() const;
  // By the class of ObjectsAllocatedByClass, how many of the objects of generation 0 live on.
  std::map<std::uint64_t, std::uint64_t> young_survivors() const;
  // All objects that a range brings are there, and the last one has room for what it refers to.
  bool ranges_hold() const;
  bool is_of_a_generation(std::uint64_t address) const {
    return bounds_before_.generation_of(address) != rules::kNoGeneration ||
           bounds_after_.generation_of(address) != rules::kNoGeneration;
  }
  bool told(std::uint64_t object) const { return objects_.contains(object); }
  // By its address before the collection.
  bool survives(std::uint64_t object) const;
  // Where an object goes that survives, and where one comes from that may not have moved.
  std::uint64_t after(std::uint64_t object) const;
  std::uint64_t before(std::uint64_t object) const;
  // By its address after the collection; none of one that is not told.
  std::optional<std::uint64_t> class_of(std::uint64_t object) const;
  const rules::GenerationMap& bounds_before() const { return bounds_before_; }
  const rules::GenerationMap& bounds_after() const { return bounds_after_; }
  // No two old ranges overlap, and all lie in allocated memory.
  bool old_ranges_apart() const;
  // The same of where they go.
  bool new_ranges_apart() const;
  // Lines of Started and of the first and last ObjectReferences.
  std::size_t started() const { return started_; }
  std::size_t first_object() const { return first_object_; }
  std::size_t last_object() const { return last_object_; }

 private:
  struct Object {
    std::uint64_t object_class = 0;
    std::vector<std::uint64_t> references;
  };
  struct Range {
    std::uint64_t from = 0, to = 0, length = 0;
  };
  struct Root {
    std::uint64_t object = 0, kind = 0, flags = 0;
  };
  void take(const trace::Event& call, const std::vector<std::uint64_t>* cells);
  const Range* bringing(std::uint64_t object) const;

  std::map<std::uint64_t, Object> objects_;
  std::vector<Range> ranges_;
  std::vector<Root> roots_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> dependents_;
  rules::GenerationMap bounds_before_;
  rules::GenerationMap bounds_after_;
  bool full_ = false;
  bool last_ = false;
  bool exact_ = true;
  bool dependents_told_ = true;
  std::size_t started_ = 0, first_object_ = 0, last_object_ = 0;
};

}  // namespace gcrucible::tests
