// The living handles by their GCHandleID: who may make and free them, and when the heap learns of it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/tables/id_space.h"
#include "harness/clr/threads/world.h"
#include "harness/engine/engine.h"

namespace gcrucible::clr {

// A GCHandleID is the address of the slot that holds the object's address, as in the CLR, so a profiler may
// read one with nobody's leave; through the runtime it reads only what holds for the heap of that moment. The
// heap's own table belongs to the owner of the world, and the collector walks it
// while callbacks are made: what other threads make or free, and what callbacks of a collection do, waits in
// an inbox until settle().
class HandleTable {
 public:
  HandleTable(engine::Engine& engine, IdSpace& ids, World& world)
      : engine_(&engine), ids_(&ids), world_(&world) {}

  // Any thread that looks at nothing else. Its GCHandleID, or 0 when the space for ids is used up.
  abi::GCHandleID create(sim::Handle handle);
  // Any thread. False for what is no living handle.
  bool destroy(abi::GCHandleID id);
  // Any thread that looks at nothing else. What the handle holds now (0 once cleared); nullopt for what is no
  // living handle.
  std::optional<abi::ObjectID> object_at(abi::GCHandleID id) const;
  // The heap's number of a handle; nullopt for what is no living one or waits in the inbox.
  std::optional<sim::HandleIndex> index_of(abi::GCHandleID id) const;

  // The owner of the world: before every step and forced collection, and between the phases of one.
  void settle();
  // True from the start of a collection to its end: the owner's changes wait as well.
  void defer(bool on) { deferring_ = on; }

 private:
  bool immediate() const { return world_->mine() && !deferring_; }
  void free_in_heap(sim::HandleIndex index);

  engine::Engine* engine_;
  IdSpace* ids_;
  World* world_;
  bool deferring_ = false;  // touched by the owner of the world only
  mutable std::mutex mutex_;
  // nullopt: still in the inbox.
  std::map<abi::GCHandleID, std::optional<sim::HandleIndex>> living_;
  std::vector<sim::Handle> made_;
  std::vector<sim::HandleIndex> freed_;
};

}  // namespace gcrucible::clr
