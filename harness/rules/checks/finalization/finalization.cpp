// Rules about the objects and the flags of FinalizeableObjectQueued.
#include <algorithm>
#include <map>

#include "harness/abi/enums.h"
#include "harness/rules/collection/range_index.h"
#include "harness/rules/entities/queued_class.h"
#include "harness/rules/judge/checker.h"
#include "harness/rules/state/collecting_thread.h"

namespace gcrucible::rules {
namespace {

Finding finding_of_queued(const Collection& collection, const QueuedObject& queued, std::string what) {
  Finding finding{.what = std::move(what),
                  .collection = collection.number,
                  .line = queued.line,
                  .callback = std::string(name_of(Call::kFinalizeableObjectQueued))};
  finding.address = queued.object;
  return finding;
}

void known_flags(const Callback& callback, const History& history, Ruling& ruling) {
  if ((callback.flags & ~std::uint32_t{abi::COR_PRF_FINALIZER_CRITICAL}) == 0) return ruling.kept();
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("Object {} is queued with flags {:#x}; only COR_PRF_FINALIZER_CRITICAL (1) is defined.",
                  id(callback.object), callback.flags)));
}

// The class determines whether a finalizer is critical. ObjectReferences reports the class at the object's
// new address.
void flags_of_class(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.queued.empty() || !collection.alive_reported) return;
  std::map<std::uint64_t, FinalizerOf> first_of;  // by class
  for (const FinalizerOf& each : collection.finalizers_before) first_of[each.type] = each;
  for (const QueuedObject& queued : collection.queued) {
    const std::uint64_t type = class_of_queued(collection, queued);
    if (type == 0) continue;
    const FinalizerOf& first =
        first_of.try_emplace(type, FinalizerOf{type, queued.flags, queued.line}).first->second;
    if (first.flags == queued.flags) continue;
    ruling.broken(finding_of_queued(
        collection, queued,
        fmt::format("Object {} of class {:#x} is queued with flags {}, and one of the same class with "
                    "flags {} in line {}.",
                    id(queued.object), type, queued.flags, first.flags, first.line)));
  }
}

// If they disagree, the order results from a wrong flag, which finalization/known-flags covers.
bool classes_agree(const Collection& collection) {
  std::map<std::uint64_t, std::uint32_t> flags;  // by class
  for (const FinalizerOf& each : collection.finalizers_before) flags[each.type] = each.flags;
  return std::ranges::all_of(collection.queued, [&](const QueuedObject& queued) {
    const std::uint64_t type = collection.alive_reported ? class_of_queued(collection, queued) : 0;
    return type == 0 || flags.try_emplace(type, queued.flags).first->second == queued.flags;
  });
}

// Under server GC each heap has its own queue, so the order of several queues is undefined.
void critical_last(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.queued.size() < 2 || !classes_agree(collection)) return;
  if (!collects_on_one_thread(collection, history))
    return ruling.cannot(
        "the trace does not show that a managed thread collects, which would mean a single queue");
  const QueuedObject* critical = nullptr;
  for (const QueuedObject& queued : collection.queued) {
    if ((queued.flags & abi::COR_PRF_FINALIZER_CRITICAL) != 0) {
      if (critical == nullptr) critical = &queued;
    } else if (critical != nullptr) {
      return ruling.broken(
          finding_of_queued(collection, queued,
                            fmt::format("Object {} has an ordinary finalizer, but is queued after {} of line "
                                        "{}, whose finalizer is critical.",
                                        id(queued.object), id(critical->object), critical->line)));
    }
  }
  ruling.kept();
}

// CoreCLR reports the address before the move. A runtime with leeway may report either address.
void survives(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.queued.empty()) return;
  if (collection.bounds_before.empty())
    return ruling.cannot("the trace does not record the generations of addresses");
  const RangeIndex& by_old = collection.by_old_address;
  const RangeIndex& by_new = collection.by_new_address;
  const bool either = collection.queued_either_way;
  for (const QueuedObject& queued : collection.queued) {
    // An object queued in an earlier collection may be reported again at any address.
    if (!collection.condemned(collection.bounds_before.generation_of(queued.object))) continue;
    if (by_old.holding(queued.object) != nullptr || (either && by_new.holding(queued.object) != nullptr)) {
      ruling.kept();
      continue;
    }
    ruling.broken(finding_of_queued(
        collection, queued,
        fmt::format("Object {} is queued for its finalizer, but no range reports that it survives.",
                    id(queued.object))));
  }
}

constexpr Binding kBindings[] = {
    {.id = "finalization/known-flags",
     .occasion = "a call of FinalizeableObjectQueued",
     .calls = {Call::kFinalizeableObjectQueued},
     .entry = known_flags,
     .collection = flags_of_class},
    {.id = "finalization/survives",
     .occasion = "a call of FinalizeableObjectQueued for an object of a collected generation",
     .collection = survives},
    {.id = "finalization/critical-last",
     .occasion = "several objects that are queued in one collection of a managed thread",
     .collection = critical_last},
};

}  // namespace

std::span<const Binding> finalization_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
