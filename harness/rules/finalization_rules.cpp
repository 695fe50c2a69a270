// Rules about FinalizeableObjectQueued and ObjectsAllocatedByClass.
#include <map>

#include "harness/abi/enums.h"
#include "harness/rules/checker.h"
#include "harness/rules/range_index.h"
#include "harness/rules/reach.h"
#include "harness/rules/relocation.h"

namespace gcrucible::rules {
namespace {

void known_flags(const Callback& callback, const History& history, Ruling& ruling) {
  if ((callback.flags & ~std::uint32_t{abi::COR_PRF_FINALIZER_CRITICAL}) == 0) return ruling.kept();
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("Object {} is queued with flags {:#x}; only COR_PRF_FINALIZER_CRITICAL (1) is defined.",
                  id(callback.object), callback.flags)));
}

// Whether a finalizer is critical the class decides. The class is told with the object, where that is after
// the collection.
void flags_of_class(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.queued.size() < 2 || !collection.alive_reported) return;
  const Relocation relocation(collection);
  AddressFinder living(collection.alive);
  std::map<std::uint64_t, const QueuedObject*> first_of;  // by class
  for (const QueuedObject& queued : collection.queued) {
    const std::uint64_t object = relocation.after(queued.object);
    // What lies at its address now may be it, or another that moved there.
    if (collection.queued_either_way && object != queued.object && living.find(queued.object) != kNoIndex)
      continue;
    const std::uint32_t at = living.find(object);
    if (at == kNoIndex || collection.reports.size() <= at || collection.reports[at] == kNoIndex) continue;
    const std::uint64_t object_class = collection.objects[collection.reports[at]].object_class;
    const QueuedObject& first = *first_of.emplace(object_class, &queued).first->second;
    if (object_class == 0 || first.flags == queued.flags) continue;
    ruling.broken(
        {.what = fmt::format("Object {} of class {:#x} is queued with flags {}, and {} of the same "
                             "class with flags {}.",
                             id(queued.object), object_class, queued.flags, id(first.object), first.flags),
         .collection = collection.number,
         .line = queued.line,
         .callback = std::string(name_of(Call::kFinalizeableQueued))});
  }
}

// CoreCLR tells the address from before the move; a runtime with leeway may tell either.
void survives(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.queued.empty()) return;
  if (collection.bounds_before.empty())
    return ruling.cannot("the trace does not tell the generations of addresses");
  const RangeIndex& by_old = collection.told_by_old;
  const RangeIndex& by_new = collection.told_by_new;
  const bool either = collection.queued_either_way;
  for (const QueuedObject& queued : collection.queued) {
    // One that is still in the queue from an earlier collection may be told again, wherever it is.
    if (!collection.condemned(collection.bounds_before.generation_of(queued.object))) continue;
    if (by_old.holding(queued.object) != nullptr || (either && by_new.holding(queued.object) != nullptr)) {
      ruling.kept();
      continue;
    }
    Finding finding{
        .what = fmt::format("Object {} is queued for its finalizer, and no range tells that it survives.",
                            id(queued.object)),
        .collection = collection.number,
        .line = queued.line,
        .callback = std::string(name_of(Call::kFinalizeableQueued))};
    finding.address = queued.object;
    ruling.broken(std::move(finding));
  }
}

void no_zero(const Callback& callback, const History& history, Ruling& ruling) {
  for (std::uint32_t i = 0; i < callback.classes.size(); ++i) {
    if (callback.classes[i].count != 0) {
      ruling.kept();
      continue;
    }
    Finding finding =
        finding_at(callback, history.collection(),
                   fmt::format("Class {:#x} is told with 0 objects.", callback.classes[i].object_class));
    finding.entry = i;
    ruling.broken(std::move(finding));
  }
}

constexpr Binding kBindings[] = {
    {.id = "finalization/known-flags",
     .occasion = "a call of FinalizeableObjectQueued",
     .calls = {Call::kFinalizeableQueued},
     .entry = known_flags,
     .collection = flags_of_class},
    {.id = "finalization/survives",
     .occasion = "a call of FinalizeableObjectQueued for an object of a collected generation",
     .collection = survives},
    {.id = "allocated-by-class/no-zero",
     .occasion = "a class in ObjectsAllocatedByClass",
     .calls = {Call::kAllocatedByClass},
     .entry = no_zero},
};

}  // namespace

std::span<const Binding> finalization_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
