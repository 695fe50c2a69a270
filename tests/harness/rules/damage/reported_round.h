// The report of one collection in a recording, read for the table of legal damages. Independent of the
// rules, because the rules are under test.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "harness/rules/collection/generation_map.h"
#include "tests/harness/rules/damage/damage.h"

namespace gcrucible::tests {

// Whether ranges are reported by the calls of ICorProfilerCallback4.
bool has_exact_ranges(const Recording& recording);

class ReportedRound {
 public:
  // The collection that the changed call belongs to, with the change or without it. Empty for a call
  // outside of all collections.
  static std::optional<ReportedRound> around(const Recording& recording, const Change& change, bool changed);

  // Each object in a range is explained, and roots and references lead to objects. Explained means: reached
  // from a root that is not weak or from an uncollected object, or possibly kept by an unreported root. In
  // a collection of generation 0 or 1, an object without references may have an unreported root
  // (docs/deviations.md, interior-root-keeps-its-object). An object with references may have one if no
  // later collection shows what leads to it.
  bool explained() const;
  // By class of ObjectsAllocatedByClass: the number of surviving objects of generation 0.
  std::map<std::uint64_t, std::uint64_t> young_survivors() const;
  // All objects in ranges are reported, and the last one has room for its references.
  bool ranges_hold() const;
  bool is_of_a_generation(std::uint64_t address) const {
    return bounds_before_.generation_of(address) != rules::kNoGeneration ||
           bounds_after_.generation_of(address) != rules::kNoGeneration;
  }
  bool reported(std::uint64_t object) const { return objects_.contains(object); }
  // By the object's address before the collection.
  bool survives(std::uint64_t object) const;
  // The new address of a survivor, and the old address of an object that may not have moved.
  std::uint64_t after(std::uint64_t object) const;
  std::uint64_t before(std::uint64_t object) const;
  // By the object's address after the collection; empty if it is not reported.
  std::optional<std::uint64_t> class_of(std::uint64_t object) const;
  const rules::GenerationMap& bounds_before() const { return bounds_before_; }
  const rules::GenerationMap& bounds_after() const { return bounds_after_; }
  // A range of old addresses reaches into [from, to).
  bool any_old_range_in(std::uint64_t from, std::uint64_t to) const;
  // No two old ranges overlap, and all lie in allocated memory.
  bool old_ranges_apart() const;
  // The same for the new ranges.
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
  static ReportedRound read(const Recording& recording, std::size_t begin, const Change* change);
  void take(const trace::Event& call, const std::vector<std::uint64_t>* cells);
  // A root, reference or dependent handle leads to the object, and no interior root need keep it.
  bool leads_to(std::uint64_t object) const;
  // An interior root that is not reported may keep the object.
  bool may_be_kept(std::uint64_t object, const Object& report) const;
  const Range* bringing(std::uint64_t object) const;

  std::map<std::uint64_t, Object> objects_;
  std::vector<Range> ranges_;
  std::vector<Root> roots_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> dependents_;
  rules::GenerationMap bounds_before_;
  rules::GenerationMap bounds_after_;
  bool full_ = false;
  std::shared_ptr<const ReportedRound> next_;  // null for the last collection
  bool exact_ = true;
  bool dependents_reported_ = true;
  std::size_t started_ = 0, first_object_ = 0, last_object_ = 0;
};

}  // namespace gcrucible::tests
