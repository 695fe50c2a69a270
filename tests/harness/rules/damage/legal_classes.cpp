// Legal damages of fixed properties of a class or handle, if no other line shows them.
#include <algorithm>
#include <optional>
#include <utility>

#include "harness/trace/event_fields.h"
#include "tests/harness/rules/damage/legal_row.h"
#include "tests/harness/rules/damage/places.h"
#include "tests/harness/rules/damage/reported_round.h"

namespace gcrucible::tests {
namespace {

std::optional<ReportedRound> round_of(const Recording& recording, std::size_t started) {
  if (started >= recording.units.size()) return std::nullopt;
  Change nothing;
  nothing.unit = started;
  return ReportedRound::around(recording, nothing, false);
}

// The unit of the preceding GarbageCollectionStarted; the number of units if there is none.
std::size_t collection_of(const Recording& recording, std::size_t unit) {
  while (recording.units[unit].name != "GarbageCollectionStarted") {
    if (unit-- == 0) return recording.units.size();
  }
  return unit;
}

// Whether the object at `object` before the collection is reported in the collection.
bool reported_in(const ReportedRound& round, std::uint64_t object) {
  return round.survives(object) ? round.reported(round.after(object))
                                : round.reported(object) && round.before(object) == object;
}

bool names_class(const Recording& recording, std::size_t unit, std::uint64_t object_class) {
  const trace::Event& event = entry_of(recording, unit);
  if (trace::number_in(event, "class") == object_class) return true;
  const trace::Table counts = trace::table_in(event, "classes");
  for (std::uint64_t row = 0; row < counts.rows; ++row) {
    if (counts.columns[0].at(row) == object_class) return true;
  }
  return false;
}

bool reports_classes(const Recording& recording) {
  return any_named(recording, all_of(recording), {"ClassLoadStarted", "ClassLoadFinished"});
}

// To an unused ClassID, in a recording without class loads.
bool to_a_class_of_its_own(const Recording& recording, const Change& change) {
  if (change.field != "class" || change.after[0] == 0) return false;
  const Stretch all = all_of(recording);
  return !any_named(recording, all, {"ClassLoadStarted", "ClassLoadFinished"}) &&
         !any_in(recording, all,
                 [&](std::size_t unit) { return names_class(recording, unit, change.after[0]); });
}

// Neither the previous nor the next collection reports the object, and its allocation is not reported. The
// object was not in generation 0, whose objects are counted by class.
bool reported_once(const Recording& recording, const Change& change) {
  const std::size_t started = collection_of(recording, change.unit);
  const auto round = round_of(recording, started);
  if (!round) return false;
  const std::uint64_t object = number(recording, change.unit, "object");
  const std::uint64_t before = round->before(object);
  if (round->bounds_before().generation_of(before) == 0) return false;
  if (any_in(recording, all_of(recording), [&](std::size_t unit) {
        return recording.units[unit].name == "ObjectAllocated" && number(recording, unit, "object") == before;
      }))
    return false;
  if (started != 0) {
    const auto earlier = round_of(recording, collection_of(recording, started - 1));
    if (earlier && earlier->reported(before)) return false;
  }
  const auto later = round_of(recording, next_collection(recording, change.unit));
  return !later || !reported_in(*later, object);
}

bool reported_once_of_its_own_class(const Recording& recording, const Change& change) {
  return to_a_class_of_its_own(recording, change) && reported_once(recording, change);
}

// To the class of other objects or of objects being unloaded, in a recording without class loads.
bool reported_once_of_another_class(const Recording& recording, const Change& change) {
  return change.field == "class" && reported_once(recording, change) && !reports_classes(recording);
}

// The only collection, before which the object was in generation 0. The counts permit one more of the
// class.
bool counted_otherwise(const Recording& recording, const Change& change) {
  if (change.field != "class" || reports_classes(recording) ||
      any_named(recording, all_of(recording), {"ObjectAllocated"}))
    return false;
  const std::size_t started = collection_of(recording, change.unit);
  const auto round = round_of(recording, started);
  if (!round || any_named(recording, {0, round->started()}, {"GarbageCollectionStarted"}) ||
      next_collection(recording, change.unit) != recording.units.size())
    return false;
  auto survivors = round->young_survivors();
  Change begin;
  begin.unit = started;
  return any_in(recording, rest(recording, begin), [&](std::size_t unit) {
    if (recording.units[unit].name != "ObjectsAllocatedByClass") return false;
    const trace::Table counts = trace::table_in(entry_of(recording, unit), "classes");
    for (std::uint64_t row = 0; row < counts.rows; ++row) {
      if (counts.columns[0].at(row) == change.after[0])
        return counts.columns[1].at(row) > survivors[change.after[0]];
    }
    return false;
  });
}

// For an object in memory of no generation that no other line names: to another free place there.
bool elsewhere_beside_the_heap(const Recording& recording, const Change& change) {
  if (change.field != "object" || change.after[0] % 8 != 0) return false;
  const auto before = ReportedRound::around(recording, change, false);
  const auto after = ReportedRound::around(recording, change, true);
  if (!before || !after || !after->explained()) return false;
  if (before->is_of_a_generation(change.before[0]) || before->is_of_a_generation(change.after[0]))
    return false;
  return !any_in(recording, all_of(recording), [&](std::size_t unit) {
    if (unit == change.unit || entry_of(recording, unit).name == "HandleDestroyed") return false;
    const std::uint64_t object = number(recording, unit, "object");
    const std::uint64_t least =
        8 * std::max<std::uint64_t>(3, trace::table_in(entry_of(recording, unit), "refs").rows + 1);
    return object == change.before[0] ||
           (object != 0 && object < change.after[0] + 24 && change.after[0] < object + least);
  });
}

// The object died, or lies in unreported memory, before any other report of it.
bool allocated_and_reported_no_more(const Recording& recording, const Change& change) {
  if (change.field != "class" || change.after[0] == 0 || reports_classes(recording)) return false;
  const bool last = next_collection(recording, change.unit) == recording.units.size();
  if (!last && !to_a_class_of_its_own(recording, change)) return false;
  const auto later = round_of(recording, next_collection(recording, change.unit));
  if (!later) return true;
  const std::uint64_t object = number(recording, change.unit, "object");
  return later->bounds_before().generation_of(object) != 0 && !reported_in(*later, object);
}

// The class of a queued object, if its collection reports the object.
std::optional<std::uint64_t> class_of_queued(const Recording& recording, std::size_t unit) {
  const auto round = round_of(recording, collection_of(recording, unit));
  if (!round) return std::nullopt;
  const std::uint64_t object = number(recording, unit, "object");
  return round->class_of(round->survives(object) ? round->after(object) : object);
}

bool only_one_of_its_class(const Recording& recording, const Change& change) {
  if (change.field != "flags" || change.after[0] > 1) return false;
  const auto own = class_of_queued(recording, change.unit);
  return !any_in(recording, all_of(recording), [&](std::size_t unit) {
    return unit != change.unit && recording.units[unit].name == "FinalizeableObjectQueued" &&
           class_of_queued(recording, unit) == own;
  });
}

// The flags of one handle's root. No document states that the root of a handle keeps them.
bool weak_for_all_that_is_reported(const Recording&, const Change& change) {
  if (change.field != "roots" || change.before.size() != change.after.size()) return false;
  std::size_t changed = 0;
  for (std::size_t i = 0; i < change.before.size(); ++i) {
    if (change.before[i] == change.after[i]) continue;
    const std::size_t row = i - i % change.width;
    const bool to_weak = change.width == 4 && i % 4 == 2 && change.before[i] == 0 && change.after[i] == 2;
    // COR_PRF_GC_ROOT_HANDLE
    if (!to_weak || change.before[row + 1] != 3) return false;
    ++changed;
  }
  return changed == 1;
}

using enum Damage;

}  // namespace

std::span<const LegalDamage> legal_classes() {
  static const std::vector<LegalDamage> kRows = {
      {"ObjectReferences",
       {kShift},
       reported_once_of_its_own_class,
       "A ClassID is an opaque number (ObjectReferences, Parameters); nothing else names this one, nor the "
       "object."},
      {"ObjectReferences",
       {kShift},
       reported_once_of_another_class,
       "Objects of one class may have any size and any references, as arrays have. Class 0 means a "
       "class that is being unloaded (ObjectReferences, Parameters). Nothing else reports this object."},
      {"ObjectReferences",
       {kShift},
       counted_otherwise,
       "Objects of one class may have any size and any references, as arrays have; the counts include dead "
       "ones (allocated-by-class/census), so that this one may be any of them."},
      {"ObjectReferences",
       {kShift},
       elsewhere_beside_the_heap,
       "Where an object lies in memory of no generation the runtime decides; nothing else names this one."},
      {"ObjectAllocated",
       {kShift},
       allocated_and_reported_no_more,
       "A ClassID is an opaque number (ObjectAllocated, Parameters); nothing else names this one, nor the "
       "object."},
      {"RootReferences2",
       {kShift},
       weak_for_all_that_is_reported,
       "Another root may keep the object of a weak handle alive, and a real runtime does not report every "
       "interior root (docs/deviations.md). Nothing else shows the kind of the handle."},
      {"FinalizeableObjectQueued",
       {kShift},
       only_one_of_its_class,
       "Whether its finalizer is critical the class of an object decides (finalization/known-flags); no "
       "other object of the class is queued."},
  };
  return kRows;
}

}  // namespace gcrucible::tests
