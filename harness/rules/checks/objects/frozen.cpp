// Rules about the heap that is not collected, and about the frozen objects of modules.
#include <algorithm>

#include "harness/abi/hresults.h"
#include "harness/rules/evidence/observed_object.h"
#include "harness/rules/evidence/visits.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

bool meets(const HeapRange& a, const HeapRange& b) {
  return a.start < b.start + std::max(b.reserved, b.allocated) &&
         b.start < a.start + std::max(a.reserved, a.allocated);
}

// Compares both tables queried in the same callback, in any order.
void disjoint_heaps(const InfoEvent& info, const History& history, Ruling& ruling) {
  const Moment moment = moment_of(info, history);
  if (moment != Moment::kStarted && moment != Moment::kFinished) return;
  const Collection& collection = history.collection();
  const GenerationMap& bounds =
      moment == Moment::kStarted ? collection.bounds_before : collection.bounds_after;
  const Rows rows = info.out_rows(1);
  if (!info.succeeded() || bounds.empty()) return;
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    const HeapRange frozen{
        .start = rows.number(i, 0), .allocated = rows.number(i, 1), .reserved = rows.number(i, 2)};
    for (const HeapRange& range : bounds.ranges()) {
      if (!meets(frozen, range)) continue;
      return broken(info, history, ruling,
                    fmt::format("The range at {}, {} bytes, touches the one of {} at {}.", id(frozen.start),
                                frozen.reserved, name_of_generation(range.generation), id(range.start)));
    }
  }
  if (rows.size() != 0) ruling.kept();
}

void frozen_objects(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!info.succeeded() || visits(info) == nullptr) return;
  const HeapAnswers::NonGcHeap& heap = history.heap_answers().non_gc_heap();
  const bool comparable = heap.line != kNoLine && heap.inside == info.inside && info.inside != kNoLine;
  const Rows rows(visits(info));
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    const std::uint64_t object = rows.number(i);
    const auto seen = observed_object(info, history, object);
    if (seen && seen->generation != kNoGeneration && seen->generation != kFrozen) {
      return broken(
          info, history, ruling,
          fmt::format("{} is listed, but it is in {}.", id(object), name_of_generation(seen->generation)));
    }
    const bool inside = std::any_of(heap.ranges.begin(), heap.ranges.end(), [&](const HeapRange& range) {
      return object >= range.start && object - range.start < range.allocated;
    });
    if (comparable && !inside) {
      return broken(info, history, ruling,
                    fmt::format("{} is listed, but it is in no range of GetNonGCHeapBounds, in line {}.",
                                id(object), heap.line));
    }
    ruling.kept();
  }
}

void apart(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (info.method == InfoMethod::kGetNonGCHeapBounds) return disjoint_heaps(info, history, ruling);
  frozen_objects(info, history, ruling);
}

void no_module_frozen_objects(const InfoEvent& info, const History& history, Ruling& ruling) {
  const auto life = history.loads().life(LoadStep::Kind::kModule, info.arg(0).value_or(0));
  if (!info.succeeded()) {
    if (life != Loads::Life::kLoaded || info.null_outs != 0) return;
    return broken(info, history, ruling,
                  fmt::format("The module is loaded, but the answer is {}.", abi::hresult_text(info.hr)));
  }
  const trace::Value* const value = visits(info);
  if (value == nullptr) return ruling.cannot(kNoVisits);
  const std::uint64_t count = Rows(value).size();
  if (count == 0) return ruling.kept();
  broken(info, history, ruling, fmt::format("The enumerator holds {}.", counted(count, "object")));
}

constexpr Binding kBindings[] = {
    {.id = "non-gc-heap/apart",
     .occasion = "an Info call about the non-GC heap",
     .infos = {InfoMethod::kGetNonGCHeapBounds, InfoMethod::kEnumerateNonGCObjects},
     .info = apart},
    {.id = "objects/no-module-frozen-objects",
     .occasion = "a call of EnumModuleFrozenObjects",
     .infos = {InfoMethod::kEnumModuleFrozenObjects},
     .info = no_module_frozen_objects},
};

}  // namespace

std::span<const Binding> frozen_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
