#include "harness/clr/clr.h"

#include <utility>

#include "harness/trace/callback_fields.h"

namespace gcrucible::clr {

Clr::Clr(program::RuntimeProfile runtime, engine::Engine& engine, std::span<std::byte> id_block,
         trace::Journal* journal)
    : runtime_(std::move(runtime)), engine_(&engine), journal_(journal), ids_(id_block) {
  for (std::size_t slot = 0; slot < rows_.size(); ++slot) rows_[slot].slot = static_cast<std::uint16_t>(slot);
  module_id_ = ids_.take_id(64);
  for (const program::InfoRow& row : runtime_.info) {
    if (row.slot < rows_.size()) rows_[row.slot] = row;
  }
}

sim::HandleIndex Clr::create_handle(sim::Handle handle) {
  handle.slot = ids_.take_id(sizeof(sim::Address));
  const abi::ObjectID object = engine_->address_of(handle.object);
  sim::HandleIndex index = 0;
  {
    const std::scoped_lock lock(handle_mutex_);
    index = engine_->add_handle(handle);
    handles_.emplace(handle.slot, index);
  }
  if (profiler_ && profiler_->wants(abi::CallbackMethod::kHandleCreated)) {
    profiler_->call(
        abi::CallbackMethod::kHandleCreated,
        [&] { return trace::fields::HandleCreated(handle.slot, object); },
        [&] { return profiler_->level2()->HandleCreated(handle.slot, object); });
  }
  return index;
}

void Clr::destroy_handle(sim::HandleIndex index) {
  sim::Address slot = 0;
  {
    const std::scoped_lock lock(handle_mutex_);
    sim::Handle& handle = engine_->handles()[index];
    handle.freed = true;
    slot = handle.slot;
    engine_->refresh_handle(index);
    handles_.erase(slot);
  }
  if (profiler_ && profiler_->wants(abi::CallbackMethod::kHandleDestroyed)) {
    profiler_->call(
        abi::CallbackMethod::kHandleDestroyed, [&] { return trace::fields::HandleDestroyed(slot); },
        [&] { return profiler_->level2()->HandleDestroyed(slot); });
  }
}

std::optional<sim::HandleIndex> Clr::handle_at(abi::GCHandleID id) {
  const std::scoped_lock lock(handle_mutex_);
  const auto found = handles_.find(id);
  if (found == handles_.end()) return std::nullopt;
  return found->second;
}

}  // namespace gcrucible::clr
