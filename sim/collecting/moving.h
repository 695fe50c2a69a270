// Carries out a Collection.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/collecting/collection.h"
#include "sim/collecting/relocation.h"
#include "sim/fault.h"
#include "sim/heap.h"

namespace gcrucible::sim {

// Lives for one call of run(). First every survivor gets its new address in the columns, because reference
// fields may point anywhere. Then, range by range, bytes move and fields are rewritten while they are in the
// cache. Each source is given back before the next one is touched, so the heap never exists twice.
class Mover {
 public:
  Mover(Heap& heap, Collection& collection, Fault fault);

  void run();

 private:
  Address landing(std::uint32_t plug) const;
  void choose_displaced_plug();
  void assign_addresses(const RangePlan& plan);
  void move_range(const RangePlan& plan);
  // Copies the plugs of a compacting range. Returns the survivors that stay in it. The others join the lists
  // of their new ranges.
  std::vector<ObjectIndex> move_plugs(const RangePlan& plan, const std::vector<ObjectIndex>& objects);
  // Before a range slides: makes the vacated space that its plugs move into usable.
  void reclaim_below_plugs(const RangePlan& plan, const std::vector<ObjectIndex>& objects);
  void append(Address to, const std::vector<ObjectIndex>& objects, std::uint32_t first, std::uint32_t count);
  // Where to cut a slid range for held-back objects. 0: no cut. The start of the range: all of it is held
  // back.
  Address held_back_from(const RangePlan& plan, const std::vector<ObjectIndex>& kept) const;
  // Whether pinned objects of the range may have a different generation than the others.
  bool holds_back(const RangePlan& plan) const;
  struct Settled {
    Generation generation = Generation::k0;
    std::uint32_t region = kNoRegion;
  };
  // Sets objects, generation, region, gaps and free space of a range that is not given back. `known` are free
  // stretches that are vacated already. Everything below `old_end` was in use or is in `known`.
  void settle(RangeIndex index, std::vector<ObjectIndex> kept, const Settled& where, Address old_end,
              const std::vector<Gap>& known);
  void relocate_unmoved_ranges();
  void update_handles();
  void update_finalization();

  Heap* heap_;
  Collection* collection_;
  Fault fault_;
  Relocator relocator_;
  bool moved_ = false;
  std::uint32_t displaced_plug_;
  std::vector<bool> relocated_;  // by range: fields of its objects are done
  RangeIndex filling_ = 0;       // the range that append() filled last
};

}  // namespace gcrucible::sim
