#include "harness/clr/clr.h"

#include <algorithm>
#include <utility>

#include "harness/clr/callbacks/raise.h"

namespace gcrucible::clr {

Clr::Clr(program::RuntimeProfile runtime, engine::Engine& engine, std::span<std::byte> id_block,
         trace::Journal* journal)
    : runtime_(std::move(runtime)),
      engine_(&engine),
      journal_(journal),
      ids_(id_block),
      handles_(engine, ids_, world_) {
  loads_.watch(code_, journal);
  for (std::size_t slot = 0; slot < rows_.size(); ++slot) rows_[slot].slot = static_cast<std::uint16_t>(slot);
  for (const program::InfoRow& row : runtime_.info) {
    if (row.slot < rows_.size()) rows_[row.slot] = row;
  }
}

bool Clr::describe(std::span<const program::TypeSpec> types, std::span<const program::FunctionSpec> functions,
                   std::span<std::byte> tables, std::span<const std::string> collectible) {
  if (!classes_.build(types, *engine_, tables, metadata::describe(types, functions, runtime_.major)))
    return false;
  const std::vector<metadata::Module>& modules = classes_.assemblies().modules;
  for (const std::string& name : collectible) {
    const auto found = std::ranges::find(modules, name, &metadata::Module::assembly);
    collectible_.push_back(found == modules.end() ? metadata::kNoModule
                                                  : static_cast<std::uint32_t>(found - modules.begin()));
  }
  if (!loads_.build(classes_.assemblies(), ids_, classes_.size())) return false;
  for (std::uint32_t i = 0; i < collectible_.size(); ++i) {
    if (LoadedModule* const module = this->collectible(i)) module->collectible = true;
  }
  hooks_.resize(functions.size());
  return functions_.build(classes_.assemblies(), types, functions, ids_);
}

const ClassEntry* Clr::class_of(abi::ClassID id) const {
  const ClassEntry* const entry = classes_.find(id);
  if (entry == nullptr || entry->spec.collectible >= collectible_.size()) return entry;
  return loads_.there(collectible_[entry->spec.collectible]) ? entry : nullptr;
}

LoadedModule* Clr::collectible(std::uint32_t assembly) {
  if (assembly >= collectible_.size() || collectible_[assembly] == metadata::kNoModule) return nullptr;
  return &loads_.module_at(collectible_[assembly]);
}

abi::EVENTPIPE_PROVIDER Clr::event_pipe_provider() {
  std::call_once(provider_made_, [this] { provider_ = ids_.take_id(); });
  return provider_;
}

abi::GCHandleID Clr::create_handle(const sim::Handle& handle) {
  const abi::GCHandleID id = handles_.create(handle);
  const abi::ObjectID object = handles_.object_at(id).value_or(0);
  if (id != 0) raise_if_wanted<abi::CallbackMethod::kHandleCreated>(profiler_.get(), {}, id, object);
  return id;
}

bool Clr::destroy_handle(abi::GCHandleID id) {
  if (!handles_.destroy(id)) return false;
  raise_if_wanted<abi::CallbackMethod::kHandleDestroyed>(profiler_.get(), {}, id);
  return true;
}

}  // namespace gcrucible::clr
