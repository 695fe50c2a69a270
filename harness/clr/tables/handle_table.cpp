#include "harness/clr/tables/handle_table.h"

#include <atomic>

#include "sim/assert.h"

namespace gcrucible::clr {

namespace {

std::atomic_ref<sim::Address> slot_at(abi::GCHandleID id) {
  return std::atomic_ref<sim::Address>(*reinterpret_cast<sim::Address*>(id));
}

}  // namespace

abi::GCHandleID HandleTable::create(sim::Handle handle) {
  handle.slot = ids_->take_id(sizeof(sim::Address));
  if (handle.slot == 0) return 0;
  // Held until the handle is in the heap's table or in the inbox. A collection in between would move the
  // object but not update the slot.
  const World::Look look(*world_);
  engine_->fill_slot(handle);
  const std::scoped_lock lock(mutex_);
  if (immediate()) {
    living_.emplace(handle.slot, engine_->add_handle(handle));
  } else {
    living_.emplace(handle.slot, std::nullopt);
    made_.push_back(handle);
  }
  return handle.slot;
}

bool HandleTable::destroy(abi::GCHandleID id) {
  const std::scoped_lock lock(mutex_);
  const auto found = living_.find(id);
  if (found == living_.end()) return false;
  if (!found->second) {
    std::erase_if(made_, [id](const sim::Handle& handle) { return handle.slot == id; });
  } else if (immediate()) {
    free_in_heap(*found->second);
  } else {
    freed_.push_back(*found->second);
  }
  living_.erase(found);
  return true;
}

std::optional<abi::ObjectID> HandleTable::object_at(abi::GCHandleID id) const {
  // While the collector moves objects, slots are out of date.
  const World::Look look(*world_);
  const std::scoped_lock lock(mutex_);
  if (!living_.contains(id)) return std::nullopt;
  return slot_at(id).load();
}

std::optional<sim::HandleIndex> HandleTable::index_of(abi::GCHandleID id) const {
  const std::scoped_lock lock(mutex_);
  const auto found = living_.find(id);
  return found == living_.end() ? std::nullopt : found->second;
}

void HandleTable::settle() {
  GCRUCIBLE_ASSERT(world_->mine());
  const std::scoped_lock lock(mutex_);
  for (sim::Handle& handle : made_) {
    // The profiler was too late: the object has died.
    const auto object = engine_->object(handle.object);
    if (object && object->dead) handle.object = sim::kNoObject;
    living_[handle.slot] = engine_->add_handle(handle);
  }
  for (const sim::HandleIndex index : freed_) free_in_heap(index);
  made_.clear();
  freed_.clear();
}

void HandleTable::free_in_heap(sim::HandleIndex index) {
  engine_->handles()[index].freed = true;
  engine_->refresh_handle(index);
}

}  // namespace gcrucible::clr
