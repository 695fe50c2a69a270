// Roots, handles, finalizers.
#include <algorithm>

#include "harness/campaign/generate/program_builder.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

// A random offset for an interior root, so that it points into the object; 0 if the object is too small.
std::uint64_t inside(ProgramBuilder& builder, std::uint32_t object) {
  const Liveness& live = builder.live();
  const std::uint64_t size =
      object_size(builder.pool().program().types[live.type_of(object)], live.length_of(object));
  return size > 8 ? builder.below(size - 8) : 0;
}

// Indices of the things that are not gone.
template <typename Thing>
std::vector<std::uint32_t> still_there(const std::vector<Thing>& things, bool Thing::*gone) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < things.size(); ++i) {
    if (!(things[i].*gone)) found.push_back(i);
  }
  return found;
}

void hold(ProgramBuilder& builder, std::uint32_t object) {
  AddRoot step{.object = object};
  if (builder.has(Feature::kStatics) && builder.chance(1, 3)) step.kind = AddRoot::Kind::kStatic;
  const bool stack = step.kind == AddRoot::Kind::kStack;
  if (stack) step.thread = builder.some_thread();
  if (stack && builder.has(Feature::kFrames) && builder.chance(1, 2)) {
    step.function = some_function(builder);
  }
  if (object != kNothing && stack) {
    if (builder.has(Feature::kInteriorRoots) && builder.chance(1, 4)) step.interior = inside(builder, object);
    if (builder.has(Feature::kPinnedRoots) && builder.chance(1, 4)) step.pinned = true;
  }
  builder.add(step);
}

}  // namespace

void add_root(ProgramBuilder& builder) {
  // Resurrects an object whose finalizer is queued.
  if (builder.lane() == kNothing && builder.has(Feature::kResurrection) && !builder.live().queued().empty() &&
      builder.chance(1, 2)) {
    hold(builder, builder.pick(builder.live().queued()));
    return;
  }
  if (builder.usable().empty()) return;
  hold(builder, builder.some_target());
}

void hold_new_objects(ProgramBuilder& builder) {
  // Most new objects die young, as in real programs, but not all.
  const std::vector<std::uint32_t> usable = builder.live().usable();
  std::uint64_t wanted = 1 + builder.below(3);
  for (; wanted > 0 && !usable.empty(); --wanted) hold(builder, builder.pick(usable));
}

void change_root(ProgramBuilder& builder) {
  const std::vector<std::uint32_t> roots = still_there(builder.live().roots(), &Liveness::Root::gone);
  if (roots.empty()) return;
  const std::uint32_t root = builder.pick(roots);
  if (builder.chance(1, 2)) {
    builder.add(RemoveRoot{.root = root});
    return;
  }
  const std::uint32_t thread = builder.live().roots()[root].thread;
  if (thread != kNothing && std::ranges::find(builder.running(), thread) == builder.running().end()) return;
  const std::uint32_t object = builder.some_target();
  if (builder.live().roots()[root].interior != 0 && object != kNothing) return;
  if (object == kNothing && !builder.has(Feature::kNullRoots)) return;
  builder.add(SetRoot{.root = root, .object = object});
}

void add_handle(ProgramBuilder& builder) {
  using Kind = CreateHandle::Kind;
  struct Choice {
    Kind kind;
    Feature feature;
  };
  constexpr Choice kChoices[] = {
      {Kind::kStrong, Feature::kStrongHandles},       {Kind::kWeakShort, Feature::kWeakHandles},
      {Kind::kWeakLong, Feature::kWeakHandles},       {Kind::kPinned, Feature::kPinnedHandles},
      {Kind::kDependent, Feature::kDependentHandles}, {Kind::kRefCounted, Feature::kRefCountedHandles},
  };
  const Choice& choice = kChoices[builder.below(std::size(kChoices))];
  const std::optional<std::uint32_t> object = builder.some_object();
  if (!builder.has(choice.feature) || !object) return;
  CreateHandle step{.kind = choice.kind, .object = *object};
  if (choice.kind == Kind::kDependent) step.secondary = *builder.some_object();
  if (choice.kind == Kind::kRefCounted) step.count = static_cast<std::uint32_t>(builder.below(3));
  builder.add(step);
}

void change_handle(ProgramBuilder& builder) {
  const std::vector<std::uint32_t> handles = still_there(builder.live().handles(), &Liveness::Handle::freed);
  if (handles.empty()) return;
  const std::uint32_t handle = builder.pick(handles);
  const Liveness::Handle& chosen = builder.live().handles()[handle];
  if (builder.chance(1, 2)) {
    builder.add(FreeHandle{.handle = handle});
    return;
  }
  SetHandle step;
  step.handle = handle;
  if (chosen.kind == CreateHandle::Kind::kRefCounted && builder.chance(1, 2)) {
    step.count = static_cast<std::uint32_t>(builder.below(3));
  } else if (chosen.kind == CreateHandle::Kind::kDependent) {
    return;
  } else {
    step.object = builder.some_target();
  }
  builder.add(step);
}

void add_finalization(ProgramBuilder& builder) {
  const Liveness& live = builder.live();
  if (builder.has(Feature::kResurrection) && builder.chance(1, 3)) {
    builder.add(RunFinalizers{});
    return;
  }
  std::vector<std::uint32_t> closers;
  for (const std::uint32_t object : live.usable()) {
    const TypeSpec& type = builder.pool().program().types[live.type_of(object)];
    if (type.finalizer != Finalizer::kNone && type.assembly.empty()) closers.push_back(object);
  }
  if (closers.empty()) return;
  const std::uint32_t object = builder.pick(closers);
  if (builder.chance(2, 3)) {
    builder.add(SuppressFinalizer{.object = object});
  } else {
    builder.add(RegisterFinalizer{.object = object});
  }
}

}  // namespace gcrucible::campaign
