// The finalization queue: registered objects and due finalizers in one row of entries, as in the CLR.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sim/ids.h"

namespace gcrucible::sim {

// One registration of an object. Once it is due: one run of its finalizer.
struct FinalizableObject {
  ObjectIndex object = kNoObject;
  bool critical = false;
};

// The row has five consecutive parts:
// - registered entries by generation, the oldest generation first (three parts);
// - critical finalizers that are due;
// - ordinary finalizers that are due.
//
// An entry goes to another part by swaps at each boundary between the two. The cost does not depend on the
// length of the row. The order in FinalizeableObjectQueued and RootReferences2 results from these swaps
// (docs/deviations.md).
//
// An object may have several entries, one for each registration. Objects that are not condemned are alive in
// any part. An old object that is registered again may therefore be among the youngest.
class FinalizationQueue {
 public:
  // At the allocation of the object.
  void enroll(FinalizableObject entry);
  // For an object of the initial heap: puts it where it would be if it had grown old.
  void enroll_aged(FinalizableObject entry, Generation generation);
  // GC.SuppressFinalize marks the object and removes no entry. The mark ends when it has stopped one entry
  // from becoming due or one finalizer from running. GC.ReRegisterForFinalize also removes the mark, and then
  // adds no entry. Without a mark GC.ReRegisterForFinalize adds an entry to the youngest part, whatever the
  // object's generation is.
  void suppress(ObjectIndex object);
  void enroll_again(FinalizableObject entry);
  bool is_suppressed(ObjectIndex object) const { return object < suppressed_.size() && suppressed_[object]; }

  // Called during marking. Entries of dead objects in the parts of `oldest` and younger generations become
  // due, or leave if the object is suppressed. Returns those that became due, ordinary ones first.
  std::vector<FinalizableObject> scan(Generation oldest, const std::vector<bool>& live);
  // After a sweeping collection: all entries go up one generation, including entries of old objects in the
  // youngest part.
  void grow_older(Generation oldest);
  // After a compacting collection: entries go to the generation of their objects.
  void follow(Generation oldest, const std::vector<Generation>& generation);

  std::span<const FinalizableObject> registered() const { return between(0, end_[kYoungest]); }
  // In the order in which they are reported. They are roots of their objects until their finalizers have run.
  std::span<const FinalizableObject> ordinary() const { return between(end_[kCritical], end_[kOrdinary]); }
  std::span<const FinalizableObject> critical() const { return between(end_[kYoungest], end_[kCritical]); }
  std::size_t due() const { return end_[kOrdinary] - end_[kYoungest]; }

  // Removes and returns the entry whose finalizer runs next. Ordinary ones run before critical ones. Within
  // each kind, the entry reported last runs first. nullopt if none is due.
  std::optional<FinalizableObject> take_next();

 private:
  // 0, 1 and 2 are the generations from the oldest to the youngest. The space after the last part is free.
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
  std::vector<bool> suppressed_;          // by object; ends at the last marked object
};

}  // namespace gcrucible::sim
