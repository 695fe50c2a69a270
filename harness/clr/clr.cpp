#include "harness/clr/clr.h"

#include <utility>

#include "harness/trace/callback_fields.h"

namespace gcrucible::clr {

Clr::Clr(program::RuntimeProfile runtime, engine::Engine& engine, std::span<std::byte> id_block,
         trace::Journal* journal)
    : runtime_(std::move(runtime)),
      engine_(&engine),
      journal_(journal),
      ids_(id_block),
      handles_(engine, ids_, world_) {
  for (std::size_t slot = 0; slot < rows_.size(); ++slot) rows_[slot].slot = static_cast<std::uint16_t>(slot);
  module_id_ = ids_.take_id(64);
  for (const program::InfoRow& row : runtime_.info) {
    if (row.slot < rows_.size()) rows_[row.slot] = row;
  }
}

abi::GCHandleID Clr::create_handle(const sim::Handle& handle) {
  const abi::GCHandleID id = handles_.create(handle);
  const abi::ObjectID object = handles_.object_at(id).value_or(0);
  if (id != 0 && profiler_ && profiler_->wants(abi::CallbackMethod::kHandleCreated)) {
    profiler_->call(
        abi::CallbackMethod::kHandleCreated, [&] { return trace::fields::HandleCreated(id, object); },
        [&] { return profiler_->level2()->HandleCreated(id, object); });
  }
  return id;
}

bool Clr::destroy_handle(abi::GCHandleID id) {
  if (!handles_.destroy(id)) return false;
  if (profiler_ && profiler_->wants(abi::CallbackMethod::kHandleDestroyed)) {
    profiler_->call(
        abi::CallbackMethod::kHandleDestroyed, [&] { return trace::fields::HandleDestroyed(id); },
        [&] { return profiler_->level2()->HandleDestroyed(id); });
  }
  return true;
}

}  // namespace gcrucible::clr
