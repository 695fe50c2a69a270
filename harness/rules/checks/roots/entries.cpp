// Rules about single entries of RootReferences2: their ids, kinds and flags.
#include <algorithm>

#include "harness/abi/monitor_flags.h"
#include "harness/rules/checks/roots/root_entries.h"
#include "harness/rules/collection/relocation.h"
#include "harness/rules/evidence/stack_word.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kMadeUnreported =
    "it may be the handle that .NET recreates without a callback when an exception ends inside another";

constexpr std::string_view kDestroyedMeanwhile = "the handle was destroyed during the collection";

// For a reference-counting handle, the count determines whether it is weak.
bool is_same_kind(std::uint32_t before, std::uint32_t now) {
  std::uint32_t changed = before ^ now;
  if ((before & now & abi::COR_PRF_GC_ROOT_REFCOUNTED) != 0) changed &= ~abi::COR_PRF_GC_ROOT_WEAKREF;
  return changed == 0;
}

// Checked at the entry, because a handle may be destroyed before the collection is closed.
void handle_ids(const Callback& callback, const History& history, Ruling& ruling) {
  using State = Handles::State;
  const bool lenient = has_leeway(ruling.rule(), history.header().runtime);
  for (std::uint32_t i = 0; i < callback.roots.size(); ++i) {
    const Root& root = callback.roots[i];
    if (root.kind != abi::COR_PRF_GC_ROOT_HANDLE) continue;
    const State state = history.handles().of(root.id);
    std::string what;
    if (state == State::kAlive) {
      const std::uint32_t before = history.handles().flags_of(root.id).value_or(root.flags);
      if (is_same_kind(before, root.flags)) {
        ruling.kept();
        continue;
      }
      what = fmt::format(
          "The root {} of the handle {:#x} has the flags {:#x}; the last one of that handle had {:#x}.",
          id(root.object), root.id, root.flags, before);
    } else if (state == State::kUnknown && !history.reported_from_start(abi::COR_PRF_MONITOR_GC)) {
      ruling.cannot("handles were not reported from the start");
      continue;
    } else {
      if (history.handles().destroyed_meanwhile(root.id)) {
        ruling.cannot(kDestroyedMeanwhile);
        continue;
      }
      what = fmt::format("The root {} has the handle {:#x}, which {}.", id(root.object), root.id,
                         state == State::kDestroyed ? "is destroyed" : "was not reported as created");
    }
    if (lenient && history.handles().of_exceptions().may_be_unreported(root)) {
      ruling.cannot(kMadeUnreported);
      continue;
    }
    Finding finding = finding_at(callback, history.collection(), std::move(what));
    finding.entry = i;
    ruling.broken(std::move(finding));
  }
}

void finalizer_queue(const Collection& collection, const History& history, Ruling& ruling) {
  const bool any = std::any_of(collection.roots.begin(), collection.roots.end(), [](const Root& root) {
    return root.kind == abi::COR_PRF_GC_ROOT_FINALIZER && root.object != 0;
  });
  if (!any) return;
  if (!history.reported_from_start(abi::COR_PRF_MONITOR_GC)) {
    return ruling.cannot("queued objects were not reported from the start");
  }
  const Relocation relocation(collection);
  std::vector<std::uint64_t> queued;
  for (const std::uint64_t object : collection.queued_before) queued.push_back(relocation.after(object));
  for (const QueuedObject& each : collection.queued) {
    queued.push_back(relocation.after(each.object));
    if (collection.queued_either_way) queued.push_back(each.object);
  }
  std::sort(queued.begin(), queued.end());
  each_exact_root(collection, [&](const BatchCall& call, std::uint32_t entry, const Root& root) {
    if (root.kind != abi::COR_PRF_GC_ROOT_FINALIZER || root.object == 0) return;
    if (std::binary_search(queued.begin(), queued.end(), root.object)) return ruling.kept();
    ruling.broken(finding_at_root(
        collection, call, entry, root,
        fmt::format("The root {} is of the finalizer queue, but FinalizeableObjectQueued never reported it.",
                    id(root.object))));
  });
}

void interior_resolved(const Collection& collection, const History& history, Ruling& ruling) {
  each_exact_root(collection, [&](const BatchCall& call, std::uint32_t entry, const Root& root) {
    if ((root.flags & abi::COR_PRF_GC_ROOT_INTERIOR) == 0 || root.object == 0) return;
    if (!collection.alive_known) {
      return ruling.cannot(
          "the trace lists neither the model's objects nor a complete round of "
          "ObjectReferences");
    }
    if (collection.is_alive(root.object)) return ruling.kept();
    if (may_be_stack_word(call, root, history)) return ruling.cannot(kStackWord);
    ruling.broken(finding_at_root(
        collection, call, entry, root,
        fmt::format("The root {} has the flag INTERIOR, but no object begins there.", id(root.object))));
  });
}

constexpr Binding kBindings[] = {
    {.id = "roots/handle-ids",
     .occasion = "a root of kind HANDLE",
     .calls = {Call::kRootReferences2},
     .entry = handle_ids},
    {.id = "roots/finalizer-queue", .occasion = "a root of kind FINALIZER", .collection = finalizer_queue},
    {.id = "roots/interior-resolved",
     .occasion = "a root with the flag INTERIOR",
     .collection = interior_resolved},
};

}  // namespace

std::span<const Binding> root_entry_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
