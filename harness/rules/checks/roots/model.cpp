// Rules about roots that need the runtime's own list of roots, or the meaning of ids.
#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <set>
#include <utility>

#include "harness/rules/checks/roots/root_entries.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kNoModel = "only a trace with a model has all slots";

const RootModel* roots_of(const Collection& collection, Ruling& ruling) {
  if (collection.root_calls.empty()) return nullptr;
  if (collection.unreported) {
    ruling.cannot("COR_PRF_MONITOR_GC was set while the collection was reported");
    return nullptr;
  }
  if (collection.model && collection.model->roots && collection.model->roots->whole)
    return &*collection.model->roots;
  ruling.cannot(kNoModel);
  return nullptr;
}

void empty_slots_reported(const Collection& collection, const History&, Ruling& ruling) {
  const RootModel* const model = roots_of(collection, ruling);
  if (model == nullptr || model->empty == 0) return;
  const bool exact = std::any_of(collection.root_calls.begin(), collection.root_calls.end(),
                                 [](const BatchCall& call) { return call.call == Call::kRootReferences2; });
  std::uint64_t reported = 0;
  for (const BatchCall& call : collection.root_calls) {
    if ((call.call == Call::kRootReferences2) != exact) continue;
    for (std::uint32_t i = 0; i < call.count; ++i) {
      const Root& root = collection.roots[call.first + i];
      // The older call has no kinds, so an empty handle may look like an empty slot there.
      if (root.object == 0 && (!exact || root.kind == abi::COR_PRF_GC_ROOT_STACK)) ++reported;
    }
  }
  if (reported >= model->empty) return ruling.kept();
  ruling.broken(finding_at(
      collection.root_calls.back(), collection,
      fmt::format("{} stack slots hold null, but {} of them are reported.", model->empty, reported)));
}

// The collection is reported to its end, and roots are held, but no call names any.
bool lacks_root_calls(const Collection& collection, const History& history) {
  if (!collection.root_calls.empty() || collection.unreported || !collection.model) return false;
  const auto& roots = collection.model->roots;
  if (!roots || (roots->stack.empty() && roots->statics.empty())) return false;
  return collection.starts != 0 && collection.finishes != 0 && History::monitors_gc(collection) &&
         history.lifecycle().present();
}

void complete(const Collection& collection, const History& history, Ruling& ruling) {
  if (lacks_root_calls(collection, history)) {
    return ruling.broken(
        finding_of(collection, "Stack slots and statics hold objects, but roots are not reported."));
  }
  const RootModel* const model = roots_of(collection, ruling);
  if (model == nullptr) return;
  std::vector<std::uint32_t> held = model->stack;
  held.insert(held.end(), model->statics.begin(), model->statics.end());
  if (held.empty()) return;
  if (!collection.model->after) return ruling.cannot("the trace ends before the end of the collection");
  std::sort(held.begin(), held.end());
  std::vector<std::uint64_t> reported;
  for (const Root& root : collection.roots) reported.push_back(root.object);
  std::sort(reported.begin(), reported.end());
  for (const HeapObject& object : collection.model->after->objects) {
    if (!std::binary_search(held.begin(), held.end(), object.object)) continue;
    if (std::binary_search(reported.begin(), reported.end(), object.at)) {
      ruling.kept();
      continue;
    }
    Finding finding =
        finding_at(collection.root_calls.back(), collection,
                   fmt::format("Object {} at {} is held by a stack slot or a static, but no root names it.",
                               object.object, id(object.at)));
    finding.object = object.object;
    finding.address = object.at;
    ruling.broken(std::move(finding));
  }
}

bool is_loaded(LoadStep::Kind kind, std::uint64_t id, const History& history) {
  const Loads::Life life = history.loads().life(kind, id);
  return life == Loads::Life::kLoading || life == Loads::Life::kLoaded;
}

// The kind of an id that is not a FunctionID; empty if unknown. A dead id may now belong to a function.
std::string_view other_meaning(std::uint64_t id, const History& history) {
  if (history.handles().of(id) == Handles::State::kAlive) return "a GCHandleID";
  if (history.threads().life(id) == Threads::Life::kCreated) return "a ThreadID";
  if (is_loaded(LoadStep::Kind::kModule, id, history)) return "a ModuleID";
  if (is_loaded(LoadStep::Kind::kClass, id, history)) return "a ClassID";
  return {};
}

void stack_owner(const Callback& callback, const History& history, Ruling& ruling) {
  for (std::uint32_t i = 0; i < callback.roots.size(); ++i) {
    const Root& root = callback.roots[i];
    if (root.kind != abi::COR_PRF_GC_ROOT_STACK) continue;
    if (root.id == 0 || history.functions().known(root.id)) {
      ruling.kept();
      continue;
    }
    const std::string_view meaning = other_meaning(root.id, history);
    if (meaning.empty() && !history.functions().complete()) {
      ruling.cannot("the trace does not list the functions");
      continue;
    }
    Finding finding =
        finding_at(callback, history.collection(),
                   fmt::format("The root {} is of a stack, but its id {:#x} is {}.", id(root.object), root.id,
                               meaning.empty() ? "not a FunctionID" : meaning));
    finding.entry = i;
    finding.address = root.object;
    ruling.broken(std::move(finding));
  }
}

void ref_counted(const Collection& collection, const History&, Ruling& ruling) {
  const HandleModel* const handles =
      collection.model && collection.model->handles ? &*collection.model->handles : nullptr;
  each_exact_root(collection, [&](const BatchCall& call, std::uint32_t entry, const Root& root) {
    if ((root.flags & abi::COR_PRF_GC_ROOT_REFCOUNTED) == 0 || root.object == 0) return;
    const bool weak = (root.flags & abi::COR_PRF_GC_ROOT_WEAKREF) != 0;
    if (const HandleModel::Handle* const handle = handles == nullptr ? nullptr : handles->find(root.id)) {
      if (handle->kind == HandleModel::Kind::kRefCounted && weak == (handle->count == 0))
        return ruling.kept();
      return ruling.broken(
          finding_at_root(collection, call, entry, root,
                          handle->kind != HandleModel::Kind::kRefCounted
                              ? fmt::format("Handle {:#x} counts no references.", root.id)
                              : fmt::format("The count of handle {:#x} is {}, and WEAKREF is {}set.", root.id,
                                            handle->count, weak ? "" : "not ")));
    }
    if (weak) return ruling.cannot("only a trace with a model has the count");
    if (!collection.alive_known) return ruling.cannot("the trace does not record which objects are alive");
    if (collection.is_alive(root.object)) return ruling.kept();
    ruling.broken(finding_at_root(
        collection, call, entry, root,
        fmt::format("The root {} has REFCOUNTED without WEAKREF, but there is no live object.",
                    id(root.object))));
  });
}

std::string flags_text(std::uint32_t flags) {
  constexpr std::array<const char*, 4> kNames{"PINNING", "WEAKREF", "INTERIOR", "REFCOUNTED"};
  std::string text;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if ((flags >> i & 1) != 0) text += (text.empty() ? "" : " and ") + std::string(kNames[i]);
  }
  return text.empty() ? "none" : text;
}

// roots/ref-counted covers the WEAKREF flag of reference-counting handles.
std::uint32_t flags_of(HandleModel::Kind kind) {
  switch (kind) {
    case HandleModel::Kind::kWeakShort:
    case HandleModel::Kind::kWeakLong:
      return abi::COR_PRF_GC_ROOT_WEAKREF;
    case HandleModel::Kind::kPinned:
      return abi::COR_PRF_GC_ROOT_PINNING;
    case HandleModel::Kind::kRefCounted:
      return abi::COR_PRF_GC_ROOT_REFCOUNTED;
    default:
      return 0;
  }
}

struct Slot {
  std::uint64_t object = 0;
  std::uint32_t flags = 0;
  auto operator<=>(const Slot&) const = default;
};

// The stack slots and statics of the model, by addresses after the collection.
struct Slots {
  std::map<Slot, std::uint64_t> stack;  // number of slots
  std::set<std::uint64_t> statics;
  std::set<std::uint64_t> objects;  // all live objects, and null
};

Slots slots_of(const RootModel& model, const HeapPicture& after) {
  std::map<std::uint32_t, std::uint64_t> at;
  Slots slots;
  slots.objects.insert(0);
  for (const HeapObject& object : after.objects) {
    at[object.object] = object.at;
    slots.objects.insert(object.at);
  }
  const auto address = [&](std::uint32_t object) {
    const auto found = at.find(object);
    return found == at.end() ? 0 : found->second;
  };
  if (model.empty != 0) slots.stack[{}] = model.empty;
  for (std::size_t i = 0; i < model.stack.size(); ++i) {
    std::uint32_t flags = 0;
    if (model.slots[i].pinned) flags |= abi::COR_PRF_GC_ROOT_PINNING;
    if (model.slots[i].interior) flags |= abi::COR_PRF_GC_ROOT_INTERIOR;
    ++slots.stack[{address(model.stack[i]), flags}];
  }
  for (const std::uint32_t object : model.statics) slots.statics.insert(address(object));
  return slots;
}

// Empty if the handle is reported correctly.
std::string wrong_handle(const Collection& collection, const Root& root) {
  const HandleModel* const handles = collection.model->handles ? &*collection.model->handles : nullptr;
  const HandleModel::Handle* const handle =
      handles == nullptr || root.id == 0 ? nullptr : handles->find(root.id);
  if (handle == nullptr) return {};
  // The profiler may have created the handle in place of another one after the model's line.
  const bool later = std::any_of(
      collection.profiler_handles.begin(), collection.profiler_handles.end(),
      [&](const ProfilerHandle& made) { return made.id == root.id && made.line > collection.first_line; });
  if (later) return {};
  const bool counts = handle->kind == HandleModel::Kind::kRefCounted;
  const std::uint32_t reported =
      counts ? root.flags & ~std::uint32_t{abi::COR_PRF_GC_ROOT_WEAKREF} : root.flags;
  const std::uint32_t own = flags_of(handle->kind);
  if (reported == own) return {};
  return fmt::format("Handle {:#x} is reported with the flags {}, but its kind has {}.", root.id,
                     flags_text(root.flags), flags_text(own));
}

std::string wrong_slot(Slots& slots, const Root& root) {
  // A root without an object is covered by roots/live-target, unknown flags by roots/known-flags.
  if (!slots.objects.contains(root.object) || (root.flags & ~kAllRootFlags) != 0) return {};
  if (root.kind == abi::COR_PRF_GC_ROOT_STACK) {
    const auto found = slots.stack.find({root.object, root.flags});
    if (found != slots.stack.end() && found->second-- != 0) return {};
    return fmt::format("The root {} is reported as a stack slot with the flags {}, but {}.", id(root.object),
                       flags_text(root.flags),
                       found == slots.stack.end() ? "there is no such slot" : "there are fewer such slots");
  }
  if (root.object == 0 && root.flags == 0) return {};
  if (root.flags != 0) {
    return fmt::format(
        "The root {} is reported with the flags {}, but it is of neither a stack slot nor a handle.",
        id(root.object), flags_text(root.flags));
  }
  // Objects that wait for their finalizers are covered by roots/finalizer-queue.
  if (root.kind != abi::COR_PRF_GC_ROOT_OTHER || slots.statics.contains(root.object)) return {};
  return fmt::format("The root {} is reported as other, but no static without a handle holds it.",
                     id(root.object));
}

// A handle of one kind has at most one flag, except handles that count references.
bool fit_a_handle(std::uint32_t flags) {
  if ((flags & abi::COR_PRF_GC_ROOT_REFCOUNTED) != 0) flags &= ~std::uint32_t{abi::COR_PRF_GC_ROOT_WEAKREF};
  return flags == 0 || flags == abi::COR_PRF_GC_ROOT_PINNING || flags == abi::COR_PRF_GC_ROOT_WEAKREF ||
         flags == abi::COR_PRF_GC_ROOT_REFCOUNTED;
}

// Flags that no root of the kind may have.
void flags_of_kind(const Collection& collection, Ruling& ruling) {
  constexpr std::uint32_t kOfSlots = abi::COR_PRF_GC_ROOT_PINNING | abi::COR_PRF_GC_ROOT_INTERIOR;
  each_exact_root(collection, [&](const BatchCall& call, std::uint32_t entry, const Root& root) {
    // Others are for roots/known-flags.
    if (root.kind > abi::COR_PRF_GC_ROOT_HANDLE || (root.flags & ~kAllRootFlags) != 0) return;
    if (root.kind == abi::COR_PRF_GC_ROOT_HANDLE) {
      if (fit_a_handle(root.flags)) return ruling.kept();
      return ruling.broken(finding_at_root(
          collection, call, entry, root,
          fmt::format("The root {} is of a handle and has the flags {}, which no kind of handle has.",
                      id(root.object), flags_text(root.flags))));
    }
    const std::uint32_t allowed = root.kind == abi::COR_PRF_GC_ROOT_STACK ? kOfSlots : 0;
    if ((root.flags & ~allowed) == 0) return ruling.kept();
    ruling.broken(
        finding_at_root(collection, call, entry, root,
                        fmt::format("The root {} has kind {} and flags {:#x}, which are for handles.",
                                    id(root.object), root.kind, root.flags)));
  });
}

void kinds_and_flags(const Collection& collection, const History& history, Ruling& ruling) {
  if (history.header().source == "recorded" && !collection.model) return flags_of_kind(collection, ruling);
  const RootModel* const model = roots_of(collection, ruling);
  if (model == nullptr) return;
  const auto& after = collection.model->after;
  if (!after || !after->whole) return ruling.cannot("the trace does not list the heap after the collection");
  Slots slots = slots_of(*model, *after);
  each_exact_root(collection, [&](const BatchCall& call, std::uint32_t entry, const Root& root) {
    std::string wrong =
        root.kind == abi::COR_PRF_GC_ROOT_HANDLE ? wrong_handle(collection, root) : wrong_slot(slots, root);
    if (wrong.empty()) return ruling.kept();
    ruling.broken(finding_at_root(collection, call, entry, root, std::move(wrong)));
  });
}

constexpr Binding kBindings[] = {
    {.id = "roots/kinds-and-flags",
     .occasion = "a root in RootReferences2 of a heap that the model lists",
     .collection = kinds_and_flags},
    {.id = "roots/empty-slots-told",
     .occasion = "a stack slot that holds null",
     .collection = empty_slots_reported},
    {.id = "roots/complete",
     .occasion = "a stack slot or static that the model knows",
     .collection = complete},
    {.id = "roots/stack-owner",
     .occasion = "a root of kind STACK",
     .calls = {Call::kRootReferences2},
     .entry = stack_owner},
    {.id = "roots/ref-counted", .occasion = "a root with the flag REFCOUNTED", .collection = ref_counted},
};

}  // namespace

std::span<const Binding> root_model_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
