// Rules about the new addresses that MovedReferences reports.
#include <algorithm>
#include <map>

#include "harness/abi/enums.h"
#include "harness/rules/collection/range_index.h"
#include "harness/rules/evidence/known_pair.h"
#include "harness/rules/evidence/stack_word.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

// Judged by class: the object at the new address is the one from the old address.
void mapping_by_class(const Collection& collection, Ruling& ruling) {
  if (!collection.alive_reported) return ruling.cannot(kNoReportedObjects);
  each_known_pair(collection, [&](const KnownPair& pair) {
    if (pair.range.family != Family::kMoved || pair.before.object_class == 0 || pair.class_after == 0) return;
    if (pair.before.object_class == pair.class_after) return ruling.kept();
    Finding finding = finding_at(
        pair.range, collection,
        fmt::format("By {}, object {} of class {:#x} moves to {}, but the object there is of class {:#x}.",
                    text_of(pair.range), id(pair.before.at), pair.before.object_class, id(pair.to),
                    pair.class_after));
    finding.address = pair.before.at;
    ruling.broken(std::move(finding));
  });
}

void mapping(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.reported.empty()) return;
  if (!collection.fates_known) return mapping_by_class(collection, ruling);
  const RangeIndex& reported = collection.by_old_address;
  for (const Fate& fate : collection.fates) {
    const ReportedRange* const range = fate.survives ? reported.holding(fate.from) : nullptr;
    if (range == nullptr || range->family != Family::kMoved) continue;
    const std::uint64_t image = range->range.to + (fate.from - range->range.from);
    if (image == fate.to) {
      ruling.kept();
      continue;
    }
    ruling.broken(
        about(finding_at(*range, collection,
                         fmt::format("{} moves to {}; by {} it would move to {} + ({} - {}) = {}.",
                                     text_of(fate), id(fate.to), text_of(*range), id(range->range.to),
                                     id(fate.from), id(range->range.from), id(image))),
              fate));
  }
}

void check_pinned(const Collection& collection, const RangeIndex& index, std::uint64_t address,
                  std::string_view how, Ruling& ruling) {
  const ReportedRange* const range = index.holding(address);
  if (range == nullptr) return;
  if (range->range.from == range->range.to) return ruling.kept();
  Finding finding = finding_at(
      *range, collection,
      fmt::format("Object {} is pinned ({}), but {} moves it.", id(address), how, text_of(*range)));
  finding.address = address;
  ruling.broken(std::move(finding));
}

// A root has the address after the collection, the model's plug the one before. For a pinned object both
// are equal.
void pinned_stay(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.reported.empty()) return;
  std::vector<std::uint64_t> pinned;
  for (const BatchCall& call : collection.root_calls) {
    if (call.call != Call::kRootReferences2) continue;
    for (std::uint32_t i = 0; i < call.count; ++i) {
      const Root& root = collection.roots[call.first + i];
      if ((root.flags & abi::COR_PRF_GC_ROOT_PINNING) != 0 && root.object != 0 &&
          !may_be_stack_word(call, root, history))
        pinned.push_back(root.object);
    }
  }
  std::sort(pinned.begin(), pinned.end());
  pinned.erase(std::unique(pinned.begin(), pinned.end()), pinned.end());
  const RangeIndex& by_new = collection.by_new_address;
  for (const std::uint64_t address : pinned) {
    check_pinned(collection, by_new, address, "by the flags of a root", ruling);
  }
  if (!collection.model || !collection.model->plan) return;
  const RangeIndex& by_old = collection.by_old_address;
  for (const Plug& plug : collection.model->plan->plugs) {
    if (plug.pinned) check_pinned(collection, by_old, plug.from, "by the model", ruling);
  }
}

// An object outside the bounds table that is reported again at the same address is frozen, because a
// collection reaches the whole heap. Two rounds of ObjectReferences report the object, and no range may
// contain it.
void frozen_by_report(const Collection& collection, Ruling& ruling) {
  if (!collection.alive_reported || !collection.asked_before || !collection.asked_after)
    return ruling.cannot("the trace does not record where frozen memory is");
  AddressFinder living(collection.alive);
  for (const KnownObject& known : collection.known) {
    if (collection.bounds_before.generation_of(known.at) != kNoGeneration) continue;
    const ReportedRange* const range = collection.by_old_address.holding(known.at);
    if (range == nullptr || range->range.from == range->range.to) {
      if (living.find(known.at) != kNoIndex) ruling.kept();
      continue;
    }
    Finding finding = finding_at(
        *range, collection,
        fmt::format("{} moves object {}, which is outside the memory of all generations: it is frozen.",
                    text_of(*range), id(known.at)));
    finding.address = known.at;
    ruling.broken(std::move(finding));
  }
}

void frozen_stay(const Collection& collection, const History&, Ruling& ruling) {
  if (!collection.model || !collection.model->before) return frozen_by_report(collection, ruling);
  if (collection.bounds_before.empty()) {
    return ruling.cannot("the trace does not record where frozen memory is");
  }
  for (const HeapRange& frozen : collection.bounds_before.ranges()) {
    if (frozen.generation == kFrozen) ruling.kept();
  }
  for (const ReportedRange& range : collection.reported) {
    if (range.family != Family::kMoved || range.range.from == range.range.to) continue;
    if (collection.bounds_before.generation_of(range.range.from) != kFrozen) continue;
    ruling.broken(finding_at(range, collection, fmt::format("{} moves frozen memory.", text_of(range))));
  }
}

void inside_bounds(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.reported.empty()) return;
  if (collection.bounds_after.empty()) {
    return ruling.cannot("the trace does not record the generations after a collection");
  }
  for (const ReportedRange& range : collection.reported) {
    if (range.at_least) continue;
    if (!collection.bounds_before.empty() &&
        !collection.bounds_before.covers(range.range.from, range.range.length)) {
      ruling.broken(
          finding_at(range, collection,
                     fmt::format("The old range of {} ends at {} and does not lie in one generation "
                                 "range of GarbageCollectionStarted.",
                                 text_of(range), id(range.end()))));
      continue;
    }
    if (range.family != Family::kMoved ||
        collection.bounds_after.covers(range.range.to, range.range.length)) {
      ruling.kept();
      continue;
    }
    ruling.broken(
        finding_at(range, collection,
                   fmt::format("The new range of {} ends at {} and does not lie in one generation range of "
                               "GarbageCollectionFinished.",
                               text_of(range), id(range.new_end()))));
  }
}

// Whether the address lies in a range of memory with a pinned object. Objects there may keep their
// generation.
bool is_near_a_pin(const Collection& collection, std::uint64_t address) {
  for (const HeapRange& range : collection.bounds_before.ranges()) {
    if (address - range.start >= range.allocated) continue;
    return std::any_of(
        collection.model->plan->plugs.begin(), collection.model->plan->plugs.end(),
        [&](const Plug& plug) { return plug.pinned && plug.from - range.start < range.allocated; });
  }
  return false;
}

void promoted(const Collection& collection, const History&, Ruling& ruling) {
  if (!collection.fates_known || !collection.model->plan || !collection.model->promotes) {
    return ruling.cannot("the trace has no model of the objects");
  }
  std::map<std::uint32_t, std::uint8_t> after;
  for (const HeapObject& object : collection.model->after->objects) after[object.object] = object.generation;
  for (const Fate& fate : collection.fates) {
    if (!fate.survives || !collection.condemned(fate.generation) || fate.generation > 2) continue;
    const std::uint8_t now = after[fate.object];
    const std::uint8_t older = fate.generation < 2 ? static_cast<std::uint8_t>(fate.generation + 1) : 2;
    if (now == (*collection.model->promotes ? older : fate.generation)) {
      ruling.kept();
      continue;
    }
    if (now < older && is_near_a_pin(collection, fate.from)) continue;
    ruling.broken(about(
        finding_of(collection, fmt::format("{} is in {} after a collection that {}.", text_of(fate),
                                           name_of_generation(now),
                                           *collection.model->promotes ? "promotes" : "promotes nothing")),
        fate));
  }
}

constexpr Binding kBindings[] = {
    {.id = "moved/mapping", .occasion = "a survivor in a moved range", .collection = mapping},
    {.id = "moved/pinned-stay", .occasion = "a pinned object in a reported range", .collection = pinned_stay},
    {.id = "moved/frozen-stay", .occasion = "frozen memory", .collection = frozen_stay},
    {.id = "moved/promoted",
     .occasion = "a modelled survivor of generation 0, 1 or 2",
     .collection = promoted},
    {.id = "moved/inside-bounds", .occasion = "a moved range", .collection = inside_bounds},
};

}  // namespace

std::span<const Binding> moved_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
