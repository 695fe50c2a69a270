// Who is registered for finalization and whose finalizer is due: one row of entries, as the CLR keeps it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sim/ids.h"

namespace gcrucible::sim {

// One registration of an object, or, once it is due, one run of its finalizer.
struct FinalizableObject {
  ObjectIndex object = kNoObject;
  bool critical = false;
};

// The row has five parts that follow each other: those registered, by generation, the oldest first; critical
// finalizers that are due; ordinary ones that are due. An entry goes from one part to another by changing
// places at each boundary between the two, so that it costs the same however long the row is. The order of
// what FinalizeableObjectQueued and RootReferences2 tell comes from that (docs/deviations.md).
//
// An object may stand in it more than once: each registration is an entry. Objects that are not condemned are
// alive, whatever part they stand in, so an old object that is registered again may stand among the youngest.
class FinalizationQueue {
 public:
  // At its allocation.
  void enroll(FinalizableObject entry);
  // One that a heap begins with: where it would stand if it had grown old.
  void enroll_aged(FinalizableObject entry, Generation generation);
  // GC.SuppressFinalize puts a mark on the object and takes no entry out. The mark lasts until it has kept
  // one entry from being due or one finalizer from running, or until GC.ReRegisterForFinalize takes it away,
  // which adds no entry then. Without a mark that adds one among the youngest, whatever generation the object
  // is in.
  void suppress(ObjectIndex object);
  void enroll_again(FinalizableObject entry);
  bool is_suppressed(ObjectIndex object) const { return object < suppressed_.size() && suppressed_[object]; }

  // While a collection marks: entries of dead objects in the parts of `oldest` and younger generations become
  // due, or leave if the object is suppressed. Answers those that became due, ordinary ones first.
  std::vector<FinalizableObject> scan(Generation oldest, const std::vector<bool>& live);
  // After a sweeping collection: all entries go one generation up, those of old objects among the youngest
  // too.
  void grow_older(Generation oldest);
  // After a compacting one: entries go where their objects are.
  void follow(Generation oldest, const std::vector<Generation>& generation);

  std::span<const FinalizableObject> registered() const { return between(0, end_[kYoungest]); }
  // In the order in which they are told. They root their objects until their finalizers have run.
  std::span<const FinalizableObject> ordinary() const { return between(end_[kCritical], end_[kOrdinary]); }
  std::span<const FinalizableObject> critical() const { return between(end_[kYoungest], end_[kCritical]); }
  std::size_t due() const { return end_[kOrdinary] - end_[kYoungest]; }

  // Whose finalizer runs next, and takes that entry away; ordinary ones run before critical ones, and of each
  // the last that is told runs first. Nobody's when none is due.
  std::optional<FinalizableObject> take_next();

 private:
  // 0, 1 and 2 are the generations from the oldest to the youngest. What is behind the last part is free.
  using Part = std::size_t;
  static constexpr Part kYoungest = 2;
  static constexpr Part kCritical = 3;
  static constexpr Part kOrdinary = 4;
  static constexpr Part kFree = 5;

  static constexpr Part part_of(Generation generation) {
    return is_small_object_heap(generation) ? kYoungest - index_of(generation) : 0;
  }
  std::size_t begin_of(Part part) const { return part == 0 ? 0 : end_[part - 1]; }
  std::span<const FinalizableObject> between(std::size_t from, std::size_t to) const {
    return std::span(entries_).subspan(from, to - from);
  }
  void carry(std::size_t at, Part from, Part to);
  bool take_mark(ObjectIndex object);

  std::vector<FinalizableObject> entries_;
  std::array<std::size_t, kFree> end_{};  // of each part
  std::vector<bool> suppressed_;          // by object; no longer than up to the last one that is marked
};

}  // namespace gcrucible::sim
