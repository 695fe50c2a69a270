// Collectible assemblies: how they are loaded, and unloaded when nothing of theirs is alive.
#include <utility>

#include "harness/clr/tables/loading.h"
#include "harness/host/player/player.h"

namespace gcrucible::host {

// As in .NET 10: System.Reflection.LoaderAllocator represents the assembly. Every object of the assembly's
// types refers to it, and only it refers to its scout. When both have died, the scout's finalizer unloads the
// assembly on the finalizer thread. The runtime finds the loader through a weak handle.
Expected<void> Player::make(const program::LoadAssembly& step) {
  Collectible& assembly = collectible_[step.assembly];
  clr::LoadedModule* const module = clr_->collectible(step.assembly);
  engine::Engine& engine = clr_->engine();
  constexpr std::uint64_t kSlots = 5;
  Expected<void> made;
  take_ids(step);
  clr_->threads().run(step.thread, [&] {
    for (const std::uint32_t type : {step.loader, step.scout})
      clr::load_class(*clr_, clr_->classes().at(static_cast<sim::TypeIndex>(type)));
    const auto allocate = [&](std::uint32_t type, std::uint64_t length) {
      sim::Allocation allocation;
      allocation.type = static_cast<sim::TypeIndex>(type);
      allocation.length = length;
      allocation.thread = step.thread;
      if (step.generation) allocation.generation = static_cast<sim::Generation>(*step.generation);
      const sim::AllocationResult result = engine.allocate(allocation);
      if (result.error != sim::AllocationError::kNone) {
        made = failure("cannot load the assembly: there is no room for the runtime's objects");
        return sim::kNoObject;
      }
      note_allocation(step.thread, result.object, 1, step.announced);
      return result.object;
    };
    assembly.step = &step;
    assembly.loader = allocate(step.loader, 0);
    if (!made) return;
    // A stack root keeps the loader alive until an object of the assembly does, because the profiler may
    // collect before that.
    assembly.loading =
        engine.add_root({.kind = sim::RootKind::kStack, .thread = step.thread, .object = assembly.loader});
    if (step.announced) report_allocation(step.thread, assembly.loader);
    const sim::ObjectIndex slots = allocate(step.slots, kSlots);
    if (!made) return;
    engine.store(assembly.loader, 1, slots);
    if (step.announced) report_allocation(step.thread, slots);
    assembly.scout = allocate(step.scout, 0);
    if (!made) return;
    engine.store(assembly.loader, 0, assembly.scout);
    if (step.announced) report_allocation(step.thread, assembly.scout);
    assembly.handle = clr_->create_handle({.kind = sim::HandleKind::kWeakLong, .object = assembly.loader});
    for (std::uint32_t i = 0; i < program_->types.size(); ++i) {
      if (program_->types[i].collectible == step.assembly)
        engine.set_loader(static_cast<sim::TypeIndex>(i), assembly.loader);
    }
    if (module != nullptr) clr::load_module(*clr_, *module);
  });
  return made;
}

// The loader's memory returns to the system when an assembly is unloaded. The next assembly may get the same
// memory.
void Player::take_ids(const program::LoadAssembly& step) {
  if (step.in_place_of == program::kNothing) return;
  const Collectible& before = collectible_[step.in_place_of];
  clr::LoadedModule* const from = clr_->collectible(step.in_place_of);
  clr::LoadedModule* const to = clr_->collectible(step.assembly);
  const bool unloaded = before.loader != sim::kNoObject && before.step == nullptr;
  if (!unloaded || from == nullptr || to == nullptr || from->id == 0) return;
  clr::Loads::hand_over(*from, *to);
  lines_.types(clr_->classes().hand_over(step.in_place_of, step.assembly, clr_->engine()));
}

Expected<void> Player::usable(std::uint32_t type) const {
  const program::TypeSpec& spec = program_->types[type];
  if (spec.collectible == program::kNothing) return {};
  const Collectible& assembly = collectible_[spec.collectible];
  if (assembly.loader != sim::kNoObject && assembly.step != nullptr &&
      !clr_->engine().object(assembly.loader)->dead)
    return {};
  return failure(
      "the assembly " + program_->collectible[spec.collectible] +
      " is already unloaded: a collection before this step found none of its objects alive; keep one of "
      "its objects, or declare another assembly");
}

sim::ObjectIndex Player::kept_by(program::Noun noun, std::uint64_t number) const {
  if (number == program::kNothing) return sim::kNoObject;
  if (noun == program::Noun::kObject) return static_cast<sim::ObjectIndex>(number);
  auto type = static_cast<std::uint32_t>(number);
  if (noun == program::Noun::kFunction) {
    type = program_->functions[type].type;
    if (type == program::kNothing) return sim::kNoObject;
  } else if (noun != program::Noun::kType) {
    return sim::kNoObject;
  }
  const std::uint32_t assembly = program_->types[type].collectible;
  return assembly == program::kNothing || !usable(type) ? sim::kNoObject : collectible_[assembly].loader;
}

void Player::run_scout(Collectible& assembly) {
  if (!clr_->engine().object(assembly.loader)->dead) {
    // An object whose finalizer runs in the same pass has resurrected the loader.
    clr_->engine().register_finalizer(assembly.scout);
    return;
  }
  clr_->threads().run_on_native([&] {
    const std::uint32_t number = assembly.step->assembly;
    if (clr_->collectible(number) != nullptr) {
      std::vector<const clr::ClassEntry*> classes = clr::loaded_of_collectible(*clr_, number);
      std::vector<std::uint64_t> ids;
      for (const clr::ClassEntry* entry : classes) ids.push_back(entry->id);
      lines_.unloading(ids);
      clr::unload_collectible(*clr_, number, std::move(classes), assembly.step->unload_order);
    }
    clr_->destroy_handle(assembly.handle);
  });
  assembly.step = nullptr;
}

}  // namespace gcrucible::host
