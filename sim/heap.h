// The simulated heap: types, objects, ranges, roots, handles and the finalization queue.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/collecting/region_order.h"
#include "sim/finalization_queue.h"
#include "sim/handle.h"
#include "sim/ids.h"
#include "sim/memory.h"
#include "sim/object_columns.h"
#include "sim/range.h"
#include "sim/root.h"
#include "sim/type.h"

namespace gcrucible::sim {

struct HeapSettings {
  // ObjectIDs are multiples of this. 8 everywhere on 64-bit; 1 only with literal addresses and no bytes.
  std::uint32_t alignment = 8;
  // Objects of this size in bytes or more go to the LOH. CoreCLR compares with >=; the documentation states
  // "larger than" (Q-37 in rules.md). The caller adds 1 for the documented reading.
  std::uint64_t large_object_threshold = 85000;
  // Bytes of generation 0 that a thread gets at a time, as the CLR's allocation contexts. The thread's next
  // objects are allocated there. 0: all threads allocate from the same place. The same holds if an object
  // lies in a literal range.
  std::uint64_t allocation_area = 0;
  // Address space requested from Memory for each new range. Larger objects get a range of their own size.
  PerGeneration<std::uint64_t> range_length{4u << 20, 4u << 20, 4u << 20, 32u << 20, 32u << 20, 4u << 20};
  std::uint16_t heaps = 1;  // of server GC; 1 for workstation GC
  bool balanced = false;    // ranges may change their heap in a collection
};

// The arguments of an allocation.
struct Allocation {
  TypeIndex type = 0;
  std::uint64_t length = 0;
  // Set for the POH, for frozen memory, or for an explicit layout in an older generation. Otherwise
  // generation 0, or the LOH by size.
  std::optional<Generation> generation = std::nullopt;
  std::optional<Address> at =
      std::nullopt;  // explicit layout: exactly here, inside a range that add_range made
  std::uint16_t heap = 0;
  std::uint32_t thread = 0;  // the allocating thread
  // A number that reserve() has reserved for an object of this type and length. Otherwise the next number is
  // used.
  std::optional<ObjectIndex> number = std::nullopt;
};

enum class AllocationError : std::uint8_t {
  kNone,
  kOutOfAddressSpace,
  kTooLong,  // length does not fit 32 bits, or the heap would need more than 2^32 reference slots or objects
  kOutsideRanges,  // `at` lies in no range of that generation
  kOverlaps,       // `at` overlaps another object
  kMisaligned,
};

struct AllocationResult {
  ObjectIndex object = kNoObject;
  AllocationError error = AllocationError::kNone;
  // The object did not fit into its thread's allocation area. It starts a new area, or it went into a gap.
  bool outside_area = false;
};

// Owns every column. The Memory must outlive it. One thread at a time.
class Heap {
 public:
  Heap(HeapSettings settings, Memory& memory);

  const HeapSettings& settings() const { return settings_; }
  Memory& memory() const { return *memory_; }

  TypeIndex add_type(Type type);
  const Type& type(TypeIndex index) const { return types_[index]; }
  std::span<const Type> types() const { return types_; }

  // Adds a range at a literal address (explicit layouts). Returns nullopt if it overlaps another. The range
  // is never given back: a collection that empties it leaves it in the generation that is declared here.
  std::optional<RangeIndex> add_range(Address start, std::uint64_t reserved, Generation generation,
                                      std::uint16_t heap = 0);

  // Creates the object. Writes header, method table and length into its bytes (references null, the rest
  // zero). Registers it for finalization if its type has a finalizer. Uses gaps of the generation before new
  // space.
  AllocationResult allocate(const Allocation& allocation);

  // Reserves numbers for `count` objects that are created later, in any order. Until then each is dead and
  // has no address. Returns the first number; nullopt if there is no room for so many.
  std::optional<ObjectIndex> reserve(TypeIndex type, std::uint64_t length, std::uint64_t count);

  // Reserves room for that many more objects and reference slots. Bulk allocation then grows columns only
  // once.
  void expect(std::uint64_t objects, std::uint64_t slots);

  // Stores into reference slot `slot` of `object`, in the column and in the bytes.
  void store(ObjectIndex object, std::uint64_t slot, ObjectIndex target);
  // Byte offset from the ObjectID of reference slot `slot`. The slot must have bytes.
  std::uint64_t slot_offset(ObjectIndex object, std::uint64_t slot) const {
    return sim::slot_offset(types_[objects_.type[object]], slot);
  }
  // The references that the object's bytes hold: all but the last one of a collectible type.
  std::span<const ObjectIndex> written_references(ObjectIndex object) const;
  // Sets the object that new objects of a collectible type keep alive.
  void set_loader(TypeIndex type, ObjectIndex loader) { types_[type].loader = loader; }
  // Precondition: the type has no objects yet.
  void set_method_table(TypeIndex type, Address table) { types_[type].method_table = table; }

  RootIndex add_root(Root root);
  HandleIndex add_handle(Handle handle);
  std::span<Root> roots() { return roots_; }
  std::span<const Root> roots() const { return roots_; }
  std::span<Handle> handles() { return handles_; }
  std::span<const Handle> handles() const { return handles_; }

  // GC.SuppressFinalize and GC.ReRegisterForFinalize. They do nothing for an object without a finalizer.
  void suppress_finalizer(ObjectIndex object);
  void register_finalizer(ObjectIndex object);
  FinalizationQueue& finalization() { return finalization_; }
  const FinalizationQueue& finalization() const { return finalization_; }

  ObjectColumns& objects() { return objects_; }
  const ObjectColumns& objects() const { return objects_; }
  // In order of creation. An index stays valid for the heap's lifetime. Do not keep the returned reference
  // across an allocation.
  std::vector<Range>& ranges() {
    merge_pending();
    return ranges_;
  }
  const std::vector<Range>& ranges() const {
    merge_pending();
    return ranges_;
  }
  // The ranges that are not released, in order of creation. In a long run most are released.
  const std::vector<RangeIndex>& live_ranges() const { return live_; }

  Regions& regions() { return regions_; }
  const Regions& regions() const { return regions_; }

  std::uint64_t size_of(ObjectIndex object) const {  // as GetObjectSize2
    return object_size(types_[objects_.type[object]], objects_.length_of(object));
  }
  std::uint64_t padded_size_of(ObjectIndex object) const {  // to the next ObjectID
    const PaddedSize& size = padded_sizes_[objects_.type[object]];
    return size.component == 0 ? size.fixed : pad(size.fixed + objects_.length_of(object) * size.component);
  }
  std::uint64_t pad(std::uint64_t size) const {
    return settings_.alignment == 1
               ? size
               : (size + settings_.alignment - 1) / settings_.alignment * settings_.alignment;
  }
  // The CLR fills free space with free objects, so remaining space must have room for one. Literal heaps of
  // alignment 1 have no free objects.
  std::uint64_t smallest_free_object() const { return settings_.alignment == 1 ? 0 : 24; }
  // Whether an object or plug of `size` may go to the start of a stretch of `room` bytes.
  bool fits(std::uint64_t room, std::uint64_t size) const {
    return room == size || (room > size && room - size >= smallest_free_object());
  }

  // The object that starts at `address`, or the one whose bytes cover it (for interior pointers).
  ObjectIndex object_at(Address address) const;
  ObjectIndex object_covering(Address address) const;
  std::optional<RangeIndex> range_covering(Address address) const;

  // Opens a range of `generation` with at least `length` bytes for plans and allocation. nullopt if no space
  // is left.
  std::optional<RangeIndex> open_range(Generation generation, std::uint64_t length, std::uint16_t heap);

  // For the collector, while the mutator is stopped. Splits a range at `at` and returns the upper part as a
  // new range. Neither part has objects afterwards.
  RangeIndex split_range(RangeIndex range, Address at);
  // Gives the address space of an empty range back to the memory.
  void release_range(RangeIndex range);
  // Call it after gaps or generations of ranges changed. Allocation then searches for room from the
  // beginning.
  void restart_allocation();

 private:
  // The data of a type for padded_size_of only. Planning needs it for every survivor.
  struct PaddedSize {
    std::uint64_t fixed = 0;  // padded when there is no component
    std::uint64_t component = 0;
  };
  // The current position of allocation in one generation of one server heap.
  struct AllocationCursor {
    RangeIndex range = 0;             // no earlier range has room after its last object
    std::uint64_t gap_limit = ~0ull;  // every gap is shorter than this
  };
  struct Place {
    RangeIndex range = 0;
    Address address = 0;
    bool outside_area = false;
  };
  // The area that a thread allocates in until it is full or a collection happens.
  struct AllocationArea {
    RangeIndex range = 0;
    Address next = 0;   // 0: no area
    Address limit = 0;  // end of the space for objects
    Address end = 0;    // end, with room for a free object
  };

  AllocationError check(const Allocation& allocation, std::uint64_t& size, Generation& generation) const;
  AllocationError place_at(Address at, std::uint64_t size, Generation generation, Place& place);
  bool place_in_gap(AllocationCursor& cursor, Generation generation, std::uint16_t heap, std::uint64_t size,
                    Place& place);
  AllocationError place(const Allocation& allocation, std::uint64_t size, Generation generation,
                        Place& place);
  // Appends an object's row to the columns, without an address.
  void append(TypeIndex type, std::uint64_t length, bool dead);
  void record(const Allocation& allocation, ObjectIndex object, Generation generation, Address address);
  AllocationCursor& cursor(Generation generation, std::uint16_t heap);
  // Null if the threads have no allocation areas.
  AllocationArea* area(const Allocation& allocation, Generation generation);
  Place place_behind(AllocationArea* area, RangeIndex index, std::uint64_t size);
  FinalizableObject finalizable(ObjectIndex object) const;
  void insert_by_address(std::vector<ObjectIndex>& list, ObjectIndex object) const;
  std::optional<RangeIndex> make_range(Address start, std::uint64_t reserved, Generation generation,
                                       std::uint16_t heap);
  RangeIndex insert_range(Range range);
  bool range_overlaps(Address start, std::uint64_t length) const;
  ObjectIndex last_at_or_before(const Range& range, Address address) const;
  void merge_pending() const {
    if (!unmerged_.empty()) merge_pending_now();
  }
  void merge_pending_now() const;
  void merge_pending_of(Range& range) const;

  HeapSettings settings_;
  Memory* memory_;
  std::vector<Type> types_;
  std::vector<PaddedSize> padded_sizes_;
  ObjectColumns objects_;
  // Mutable only for merging pending objects, which no caller can observe.
  mutable std::vector<Range> ranges_;
  mutable std::vector<RangeIndex> unmerged_;
  Regions regions_;
  std::vector<RangeIndex> by_address_;                    // ranges that are not released, ascending
  std::vector<RangeIndex> live_;                          // the same, by their numbers
  std::vector<PerGeneration<AllocationCursor>> cursors_;  // by server heap
  std::vector<std::vector<AllocationArea>> areas_;        // by server heap and thread
  std::vector<Root> roots_;
  std::vector<Handle> handles_;
  FinalizationQueue finalization_;
};

}  // namespace gcrucible::sim
