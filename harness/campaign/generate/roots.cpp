// Roots, handles, finalizers.
#include <algorithm>

#include "harness/campaign/generate/draft.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

// A random offset for an interior root, so that it points into the object; 0 if the object is too small.
std::uint64_t inside(Draft& draft, std::uint32_t object) {
  const Liveness& live = draft.live();
  const std::uint64_t size =
      object_size(draft.pool().program().types[live.type_of(object)], live.length_of(object));
  return size > 8 ? draft.below(size - 8) : 0;
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

void hold(Draft& draft, std::uint32_t object) {
  AddRoot step{.object = object};
  if (draft.has(Feature::kStatics) && draft.chance(1, 3)) step.kind = AddRoot::Kind::kStatic;
  const bool stack = step.kind == AddRoot::Kind::kStack;
  if (stack) step.thread = draft.some_thread();
  if (stack && draft.has(Feature::kFrames) && draft.chance(1, 2)) {
    step.function = some_function(draft);
  }
  if (object != kNothing && stack) {
    if (draft.has(Feature::kInteriorRoots) && draft.chance(1, 4)) step.interior = inside(draft, object);
    if (draft.has(Feature::kPinnedRoots) && draft.chance(1, 4)) step.pinned = true;
  }
  draft.add(step);
}

}  // namespace

void add_root(Draft& draft) {
  // Resurrects an object whose finalizer is queued.
  if (draft.lane() == kNothing && draft.has(Feature::kResurrection) && !draft.live().queued().empty() &&
      draft.chance(1, 2)) {
    hold(draft, draft.pick(draft.live().queued()));
    return;
  }
  if (draft.usable().empty()) return;
  hold(draft, draft.some_target());
}

void hold_new_objects(Draft& draft) {
  // Most new objects die young, as in real programs, but not all.
  const std::vector<std::uint32_t> usable = draft.live().usable();
  std::uint64_t wanted = 1 + draft.below(3);
  for (; wanted > 0 && !usable.empty(); --wanted) hold(draft, draft.pick(usable));
}

void change_root(Draft& draft) {
  const std::vector<std::uint32_t> roots = still_there(draft.live().roots(), &Liveness::Root::gone);
  if (roots.empty()) return;
  const std::uint32_t root = draft.pick(roots);
  if (draft.chance(1, 2)) {
    draft.add(RemoveRoot{.root = root});
    return;
  }
  const std::uint32_t thread = draft.live().roots()[root].thread;
  if (thread != kNothing && std::ranges::find(draft.running(), thread) == draft.running().end()) return;
  const std::uint32_t object = draft.some_target();
  if (draft.live().roots()[root].interior != 0 && object != kNothing) return;
  if (object == kNothing && !draft.has(Feature::kNullRoots)) return;
  draft.add(SetRoot{.root = root, .object = object});
}

void add_handle(Draft& draft) {
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
  const Choice& choice = kChoices[draft.below(std::size(kChoices))];
  const std::optional<std::uint32_t> object = draft.some_object();
  if (!draft.has(choice.feature) || !object) return;
  CreateHandle step{.kind = choice.kind, .object = *object};
  if (choice.kind == Kind::kDependent) step.secondary = *draft.some_object();
  if (choice.kind == Kind::kRefCounted) step.count = static_cast<std::uint32_t>(draft.below(3));
  draft.add(step);
}

void change_handle(Draft& draft) {
  const std::vector<std::uint32_t> handles = still_there(draft.live().handles(), &Liveness::Handle::freed);
  if (handles.empty()) return;
  const std::uint32_t handle = draft.pick(handles);
  const Liveness::Handle& chosen = draft.live().handles()[handle];
  if (draft.chance(1, 2)) {
    draft.add(FreeHandle{.handle = handle});
    return;
  }
  SetHandle step;
  step.handle = handle;
  if (chosen.kind == CreateHandle::Kind::kRefCounted && draft.chance(1, 2)) {
    step.count = static_cast<std::uint32_t>(draft.below(3));
  } else if (chosen.kind == CreateHandle::Kind::kDependent) {
    return;
  } else {
    step.object = draft.some_target();
  }
  draft.add(step);
}

void add_finalization(Draft& draft) {
  const Liveness& live = draft.live();
  if (draft.has(Feature::kResurrection) && draft.chance(1, 3)) {
    draft.add(RunFinalizers{});
    return;
  }
  std::vector<std::uint32_t> closers;
  for (const std::uint32_t object : live.usable()) {
    const TypeSpec& type = draft.pool().program().types[live.type_of(object)];
    if (type.finalizer != Finalizer::kNone && type.assembly.empty()) closers.push_back(object);
  }
  if (closers.empty()) return;
  const std::uint32_t object = draft.pick(closers);
  if (draft.chance(2, 3)) {
    draft.add(SuppressFinalizer{.object = object});
  } else {
    draft.add(RegisterFinalizer{.object = object});
  }
}

}  // namespace gcrucible::campaign
