// The living handles by GCHandleID: who may make and free them, and when the heap sees the change.
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

// As in the CLR, a GCHandleID is the address of the slot that holds the object's address. A profiler may
// therefore read a slot at any time, but only Info methods return a value that matches the current heap. The
// heap's own table belongs to the owner of the world, and the collector walks it while callbacks are made.
// Changes by other threads, and changes in callbacks of a collection, therefore wait in an inbox until
// settle().
class HandleTable {
 public:
  HandleTable(engine::Engine& engine, IdSpace& ids, World& world)
      : engine_(&engine), ids_(&ids), world_(&world) {}

  // Any thread may call this, unless it holds a World::Look. Returns the GCHandleID, or 0 if the space for
  // ids is used up.
  abi::GCHandleID create(sim::Handle handle);
  // Any thread may call this. Returns false if there is no such living handle.
  bool destroy(abi::GCHandleID id);
  // Any thread may call this, unless it holds a World::Look. Returns the object that the handle holds now (0
  // once cleared), or nullopt if there is no such living handle.
  std::optional<abi::ObjectID> object_at(abi::GCHandleID id) const;
  // The heap's number of a handle; nullopt if it is not alive or waits in the inbox.
  std::optional<sim::HandleIndex> index_of(abi::GCHandleID id) const;

  // Called by the owner of the world: before every step and forced collection, and between a collection's
  // phases.
  void settle();
  // True from the start of a collection to its end: the owner's changes then wait too.
  void defer(bool on) { deferring_ = on; }

 private:
  bool immediate() const { return world_->mine() && !deferring_; }
  void free_in_heap(sim::HandleIndex index);

  engine::Engine* engine_;
  IdSpace* ids_;
  World* world_;
  bool deferring_ = false;  // used by the owner of the world only
  mutable std::mutex mutex_;
  // nullopt: still in the inbox.
  std::map<abi::GCHandleID, std::optional<sim::HandleIndex>> living_;
  std::vector<sim::Handle> made_;
  std::vector<sim::HandleIndex> freed_;
};

}  // namespace gcrucible::clr
