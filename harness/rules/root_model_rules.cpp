// Rules about roots that need to know what the runtime had to tell, or what its ids are.
#include <algorithm>

#include "harness/abi/enums.h"
#include "harness/rules/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kNoModel = "only the model knows all slots";

template <typename Check>
void each_exact_root(const Collection& collection, Check check) {
  for (const BatchCall& call : collection.root_calls) {
    if (call.call != Call::kRoots2) continue;
    for (std::uint32_t i = 0; i < call.count; ++i) check(call, i, collection.roots[call.first + i]);
  }
}

Finding at_entry(const Collection& collection, const BatchCall& call, std::uint32_t entry, const Root& root,
                 std::string what) {
  Finding finding = finding_at(call, collection, std::move(what));
  finding.entry = entry;
  finding.address = root.object;
  return finding;
}

const RootModel* roots_of(const Collection& collection, Ruling& ruling) {
  if (collection.root_calls.empty()) return nullptr;
  if (collection.untold) {
    ruling.cannot("COR_PRF_MONITOR_GC changed while the collection was told");
    return nullptr;
  }
  if (collection.model && collection.model->roots && collection.model->roots->whole)
    return &*collection.model->roots;
  ruling.cannot(kNoModel);
  return nullptr;
}

void empty_slots_told(const Collection& collection, const History&, Ruling& ruling) {
  const RootModel* const model = roots_of(collection, ruling);
  if (model == nullptr || model->empty == 0) return;
  const bool exact = std::any_of(collection.root_calls.begin(), collection.root_calls.end(),
                                 [](const BatchCall& call) { return call.call == Call::kRoots2; });
  std::uint64_t told = 0;
  for (const BatchCall& call : collection.root_calls) {
    if ((call.call == Call::kRoots2) != exact) continue;
    for (std::uint32_t i = 0; i < call.count; ++i) {
      const Root& root = collection.roots[call.first + i];
      // The older call has no kinds, so that an empty handle may pass for an empty slot there.
      if (root.object == 0 && (!exact || root.kind == abi::COR_PRF_GC_ROOT_STACK)) ++told;
    }
  }
  if (told >= model->empty) return ruling.kept();
  ruling.broken(
      finding_at(collection.root_calls.back(), collection,
                 fmt::format("{} stack slots hold null, and {} of them are told.", model->empty, told)));
}

void complete(const Collection& collection, const History&, Ruling& ruling) {
  const RootModel* const model = roots_of(collection, ruling);
  if (model == nullptr) return;
  std::vector<std::uint32_t> held = model->stack;
  held.insert(held.end(), model->statics.begin(), model->statics.end());
  if (held.empty()) return;
  if (!collection.model->after) return ruling.cannot("the trace ends before the end of the collection");
  std::sort(held.begin(), held.end());
  std::vector<std::uint64_t> told;
  for (const Root& root : collection.roots) told.push_back(root.object);
  std::sort(told.begin(), told.end());
  for (const HeapObject& object : collection.model->after->objects) {
    if (!std::binary_search(held.begin(), held.end(), object.object)) continue;
    if (std::binary_search(told.begin(), told.end(), object.at)) {
      ruling.kept();
      continue;
    }
    Finding finding =
        finding_at(collection.root_calls.back(), collection,
                   fmt::format("Object {} at {} is held by a stack slot or a static, and no root names it.",
                               object.object, id(object.at)));
    finding.object = object.object;
    finding.address = object.at;
    ruling.broken(std::move(finding));
  }
}

// What an id that is no FunctionID is instead; empty where nobody knows.
std::string_view other_meaning(std::uint64_t id, const History& history) {
  if (history.handle(id) != History::HandleState::kUnknown) return "a GCHandleID";
  if (history.threads().life(id) != Threads::Life::kUnknown) return "a ThreadID";
  if (history.loads().life(LoadStep::Kind::kModule, id) != Loads::Life::kUnknown) return "a ModuleID";
  if (history.loads().life(LoadStep::Kind::kClass, id) != Loads::Life::kUnknown) return "a ClassID";
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
                   fmt::format("The root {} is of a stack, and its id {:#x} is {}.", id(root.object), root.id,
                               meaning.empty() ? "no FunctionID" : meaning));
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
          at_entry(collection, call, entry, root,
                   handle->kind != HandleModel::Kind::kRefCounted
                       ? fmt::format("Handle {:#x} counts no references.", root.id)
                       : fmt::format("The count of handle {:#x} is {}, and WEAKREF is {}set.", root.id,
                                     handle->count, weak ? "" : "not ")));
    }
    if (weak) return ruling.cannot("only the model knows the count");
    if (!collection.alive_known) return ruling.cannot("the trace does not tell which objects live");
    if (std::binary_search(collection.alive.begin(), collection.alive.end(), root.object))
      return ruling.kept();
    ruling.broken(
        at_entry(collection, call, entry, root,
                 fmt::format("The root {} has REFCOUNTED without WEAKREF, and no object lives there.",
                             id(root.object))));
  });
}

constexpr Binding kBindings[] = {
    {.id = "roots/empty-slots-told",
     .occasion = "a stack slot that holds null",
     .collection = empty_slots_told},
    {.id = "roots/complete",
     .occasion = "a stack slot or static that the model knows",
     .collection = complete},
    {.id = "roots/stack-owner",
     .occasion = "a root of kind STACK",
     .calls = {Call::kRoots2},
     .entry = stack_owner},
    {.id = "roots/ref-counted", .occasion = "a root with the flag REFCOUNTED", .collection = ref_counted},
};

}  // namespace

std::span<const Binding> root_model_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
