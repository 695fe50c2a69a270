// Rules about a new object: what holds inside its ObjectAllocated, its heap, and the thread of the
// callback.
#include <algorithm>

#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/reported_threads.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Made = Allocations::Made;

constexpr std::string_view kNoBounds = "GetGenerationBounds was not called in GarbageCollectionStarted";

// --- inside the callback ---

bool is_allocated(const InfoEvent& info, const History& history) {
  if (info.inside_call != Call::kObjectAllocated || !info.arg(0)) return false;
  const InFlight* const around = history.in_flight().find(info.inside);
  return around != nullptr && around->subject == *info.arg(0);
}

void can_be_inspected(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!is_allocated(info, history)) return;
  if (info.succeeded() || info.hr == abi::COR_E_OVERFLOW) {
    const KnownObject* const made = history.last_announced();
    const bool known = made != nullptr && made->at == *info.arg(0) && made->announced == info.inside;
    const std::uint64_t answered = info.out(0).value_or(0);
    if (info.method != InfoMethod::kGetClassFromObject || !known || info.null_outs != 0 ||
        answered == made->object_class)
      return ruling.kept();
    return ruling.broken(finding_at(
        info, history.collection(),
        fmt::format("The answer is class {:#x}, but ObjectAllocated announces the object with class {:#x}.",
                    answered, made->object_class)));
  }
  ruling.broken(finding_at(info, history.collection(),
                           fmt::format("{} of object {}, inside its ObjectAllocated, answers {}.", info.name,
                                       id(*info.arg(0)), abi::hresult_text(info.hr))));
}

void survives_callback(const Callback& callback, const History& history, Ruling& ruling) {
  const Collection& collection = history.collection();
  if (collection.starts == 0) return;
  for (const InFlight& call : history.in_flight().calls()) {
    if (call.returned || call.call != Call::kObjectAllocated || call.line >= collection.started_line)
      continue;
    const bool held =
        std::any_of(collection.ranges.begin(), collection.ranges.end(), [&](const Range& range) {
          return call.subject >= range.from && call.subject - range.from < range.length;
        });
    if (held) {
      ruling.kept();
    } else if (!collection.condemned(collection.bounds_before.generation_of(call.subject))) {
      ruling.cannot("the trace does not record whether the new object's memory was collected");
    } else {
      ruling.broken(finding_at(callback, collection,
                               fmt::format("Object {} is still inside its ObjectAllocated (line {}), but no "
                                           "range of this collection contains it.",
                                           id(call.subject), call.line)));
    }
  }
}

void young_in_answer(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!is_allocated(info, history) || !info.succeeded()) return;
  const Rows row = info.out_rows(0);
  const auto generation = info.out(0) ? info.out(0) : std::optional(row.number(0));
  if (*generation != 1 && *generation != 2) return ruling.kept();
  ruling.broken(finding_at(info, history.collection(),
                           fmt::format("Object {} is in generation {} inside its ObjectAllocated.",
                                       id(*info.arg(0)), *generation)));
}

void young_by_bounds(const Collection& collection, const History&, Ruling& ruling) {
  for (const KnownObject& object : collection.known) {
    if (object.announced == kNoLine) continue;
    if (collection.bounds_before.empty()) return ruling.cannot(kNoBounds);
    const std::uint8_t generation = collection.bounds_before.generation_of(object.at);
    if (generation == kNoGeneration) continue;
    if (generation != 1 && generation != 2) {
      ruling.kept();
      continue;
    }
    ruling.broken(
        finding_at(object, collection,
                   fmt::format("Object {} was allocated since the previous collection, but is in {}.",
                               id(object.at), name_of_generation(generation))));
  }
}

// --- which heap, which thread ---

void threshold_answer(const InfoEvent& info, const History& history, Ruling& ruling, bool inclusive) {
  if (!info.succeeded() || !info.out(0)) return;
  const Allocations::Sizes& sizes = history.allocations().sizes();
  const std::uint64_t threshold = *info.out(0);
  const auto is_large = [&](std::uint64_t size) { return inclusive ? size >= threshold : size > threshold; };
  if (sizes.smallest_large != 0 && !is_large(sizes.smallest_large)) {
    return ruling.broken(finding_at(
        info, history.collection(),
        fmt::format("The threshold is {}, but an object of {} bytes is in the large object heap (line {}).",
                    threshold, sizes.smallest_large, sizes.large_line)));
  }
  if (sizes.largest_small != 0 && is_large(sizes.largest_small)) {
    return ruling.broken(
        finding_at(info, history.collection(),
                   fmt::format("The threshold is {}, but an object of {} bytes is in generation 0 (line {}).",
                               threshold, sizes.largest_small, sizes.small_line)));
  }
  if (sizes.smallest_large != 0 || sizes.largest_small != 0) ruling.kept();
}

void threshold_object(const ModelLine& line, const History& history, Ruling& ruling, bool inclusive) {
  const auto made = history.allocations().sized(line);
  if (!made) return;
  const auto threshold = history.allocations().threshold();
  if (!threshold) return ruling.cannot("GetLOHObjectSizeThreshold was not called");
  const bool large = inclusive ? made->size >= *threshold : made->size > *threshold;
  if (large == (made->generation == kLarge)) return ruling.kept();
  Finding finding = finding_of(
      history.collection(), fmt::format("An object of {} bytes is allocated in {}, but the threshold is {}.",
                                        made->size, name_of_generation(made->generation), *threshold));
  finding.line = line.event->n;
  finding.callback = {};
  ruling.broken(std::move(finding));
}

void above_is_large(const InfoEvent& info, const History& history, Ruling& ruling) {
  threshold_answer(info, history, ruling, false);
}
void above_is_made_large(const ModelLine& line, const History& history, Ruling& ruling) {
  threshold_object(line, history, ruling, false);
}
void from_it_on_is_large(const InfoEvent& info, const History& history, Ruling& ruling) {
  threshold_answer(info, history, ruling, true);
}
void from_it_on_is_made_large(const ModelLine& line, const History& history, Ruling& ruling) {
  threshold_object(line, history, ruling, true);
}

// `high`: the flags of the high word, which alone enable the callback. `size`: 0 if unknown. With the rule's
// leeway, a large object in the pinned object heap counts as large.
bool is_asked_for(std::uint8_t generation, std::uint64_t size, std::uint32_t high, const Rule& rule,
                  const History& history) {
  if (generation == kPinnedHeap && (high & abi::COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED) != 0)
    return true;
  if ((high & abi::COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED) == 0) return false;
  if (generation != kPinnedHeap || !has_leeway(rule, history.header().runtime)) return generation == kLarge;
  return size == 0 || size >= history.allocations().threshold().value_or(0);
}

std::string other_heap(std::uint64_t object, std::uint8_t generation) {
  return fmt::format("Object {} is in {}, but the mask enables other heaps only.", id(object),
                     name_of_generation(generation));
}

void heap_of_flag(const Callback& callback, const History& history, Ruling& ruling) {
  const EventMask mask = history.permitted_for(callback.thread);
  if (!history.masks().known() || reports_each_allocation(mask)) return;
  const Made* const made = history.allocations().last(callback.thread, callback.object);
  if (made == nullptr) return;
  if (is_asked_for(made->generation, made->size, mask.high, ruling.rule(), history)) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(), other_heap(callback.object, made->generation)));
}

void heap_of_flag_by_bounds(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.model) return;
  for (const KnownObject& object : collection.known) {
    if (object.announced == kNoLine || object.by_high_flags == KnownObject::kByLowFlags) continue;
    if (collection.bounds_before.empty()) return ruling.cannot(kNoBounds);
    const std::uint8_t generation = collection.bounds_before.generation_of(object.at);
    if (is_asked_for(generation, 0, object.by_high_flags, ruling.rule(), history)) {
      ruling.kept();
      continue;
    }
    ruling.broken(finding_at(object, collection, other_heap(object.at, generation)));
  }
}

void not_after_attach(const Callback& callback, const History& history, Ruling& ruling) {
  if (!history.attached()) return;
  const std::uint32_t high = history.permitted_for(callback.thread).high;
  if ((high & abi::COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED) != 0) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("Object {} is announced to a profiler that was attached, without "
                                       "COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED.",
                                       id(callback.object))));
}

void allocating_thread(const Callback& callback, const History& history, Ruling& ruling) {
  const Made* const made = history.allocations().last(callback.thread, callback.object);
  if (made != nullptr) {
    if (made->thread == callback.thread) return ruling.kept();
    return ruling.broken(
        finding_at(callback, history.collection(),
                   fmt::format("Object {} is announced on thread {}, but thread {} allocates it (line {}).",
                               id(callback.object), callback.thread, made->thread, made->line)));
  }
  if (history.threads().id_of(callback.thread)) return ruling.kept();
  if (reports_all_threads(history) && history.threads().last_line(callback.thread) == kNoLine) {
    return ruling.broken(finding_at(
        callback, history.collection(),
        fmt::format("Object {} is announced on thread {}, which no ThreadAssignedToOSThread has named.",
                    id(callback.object), callback.thread)));
  }
  ruling.cannot("the trace records neither which thread allocates nor which threads are managed");
}

constexpr CallSet kAllocated{Call::kObjectAllocated};
constexpr std::string_view kOccasion = "a call of ObjectAllocated";
constexpr std::string_view kSized = "an answer of GetLOHObjectSizeThreshold and a modelled allocation";
constexpr Binding kBindings[] = {
    {.id = "allocation/held-in-callback",
     .occasion = "an Info call about an object, or a collection, inside its ObjectAllocated",
     .calls = {Call::kGarbageCollectionFinished},
     .entry = survives_callback,
     .infos = {InfoMethod::kGetClassFromObject, InfoMethod::kGetObjectSize, InfoMethod::kGetObjectSize2},
     .info = can_be_inspected},
    {.id = "allocation/young-or-large",
     .occasion = kOccasion,
     .collection = young_by_bounds,
     .infos = {InfoMethod::kGetObjectGeneration},
     .info = young_in_answer},
    {.id = "allocation/threshold",
     .occasion = kSized,
     .infos = {InfoMethod::kGetLOHObjectSizeThreshold},
     .info = above_is_large,
     .facts = {Fact::kAllocated},
     .model = above_is_made_large},
    {.id = "allocation/threshold-inclusive",
     .occasion = kSized,
     .infos = {InfoMethod::kGetLOHObjectSizeThreshold},
     .info = from_it_on_is_large,
     .facts = {Fact::kAllocated},
     .model = from_it_on_is_made_large},
    {.id = "allocation/heap-of-flag",
     .occasion = "a call of ObjectAllocated under the high flags alone",
     .calls = kAllocated,
     .entry = heap_of_flag,
     .collection = heap_of_flag_by_bounds},
    {.id = "allocation/not-after-attach",
     .occasion = "a call of ObjectAllocated after an attach",
     .calls = kAllocated,
     .entry = not_after_attach},
    {.id = "allocation/allocating-thread",
     .occasion = kOccasion,
     .calls = kAllocated,
     .entry = allocating_thread},
};

}  // namespace

std::span<const Binding> new_object_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
