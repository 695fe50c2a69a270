#include "harness/calls/collection_teller.h"

#include <algorithm>
#include <array>
#include <memory>

#include "harness/clr/threads/thread_state.h"
#include "harness/program/random.h"

namespace gcrucible::calls {

using abi::CallbackMethod;
using program::ReportEdit;
using program::ReportPart;

namespace {

// The order of the phases, which is also CoreCLR's order of the report (coreclr.md 1.2).
constexpr std::array kPhaseOrder{ReportPart::kObjectsAllocatedByClass, ReportPart::kFinalizeableObjectQueued,
                                 ReportPart::kLargeObjectRanges,       ReportPart::kPinnedObjectRanges,
                                 ReportPart::kSmallObjectRanges,       ReportPart::kRoots,
                                 ReportPart::kDependentHandles,        ReportPart::kObjectReferences};

}  // namespace

bool CollectionTeller::heaps_apart(const program::Collect& collect) {
  const program::Telling& telling = collect.telling;
  return telling.edits.empty() && telling.entries.empty() && telling.interleave.value_or(0) == 0 &&
         !collect.attach;
}

CollectionTeller::CollectionTeller(clr::Clr& clr, const program::Collect& collect, const RootIds& ids,
                                   ModelLines& lines, const clr::SaidValues& values, clr::HeapCrew* crew)
    : clr_(&clr),
      collect_(&collect),
      lines_(&lines),
      crew_(crew),
      told_(clr.mask().tells_collections()),
      liberties_(collect.telling),
      edits_(collect.telling),
      entries_(collect.telling, values),
      bracket_(clr, collect, edits_),
      roots_(clr, collect.telling, ids, entries_),
      dependents_(clr, collect.telling, entries_),
      allocated_(clr, collect.telling, entries_),
      references_(clr, collect.telling, entries_, edits_) {
  order_ = collect.telling.order.empty() ? clr.runtime().order : collect.telling.order;
  if (order_.empty()) order_.assign(kPhaseOrder.begin(), kPhaseOrder.end());
  early_ = edited(ReportEdit::Kind::kRangesBeforeStarted);
  natural_ = natural_order() && !early_ && !edited(ReportEdit::Kind::kRangesAfterFinished) &&
             collect.telling.interleave.value_or(0) == 0;
  if (!natural_ && !early_) marked_parts_ = parts_when_marked();
  wanders_ = liberties_.takes("threads");
  const bool late = !natural_ && !early_;
  const auto add = [&](std::optional<std::uint16_t> heap) {
    heaps_.push_back(std::make_unique<HeapTeller>(clr, collect.telling, edits_, entries_, heap, late));
  };
  if (crew_ == nullptr) {
    add(std::nullopt);
  } else {
    for (std::uint16_t heap = 0; heap < crew_->heaps(); ++heap) add(heap);
  }
}

// Behaves like a collector with two threads that never run at the same time. Workstation collections stay on
// the triggering thread (GC-THR-004).
void CollectionTeller::somewhere(const std::function<void()>& work) {
  const bool elsewhere =
      wanders_ && (program::choice_key(liberties_.key("threads"), ++wandered_, "which") & 1) != 0;
  on_heap(elsewhere ? 1 : 0, work);
}

void CollectionTeller::on_heap(std::uint16_t heap, const std::function<void()>& work) {
  const clr::ThreadState& here = clr::this_thread();
  if (heap == 0 || !here.collector) return work();
  clr_->threads().run_on_collector(heap, [&work, forced = here.forced] {
    clr::this_thread().forced = forced;
    work();
  });
}

void CollectionTeller::where_started(const std::function<void()>& work) {
  if (collect_->telling.started_by != 0) return on_heap(collect_->telling.started_by, work);
  somewhere(work);
}

bool CollectionTeller::natural_order() const {
  return std::ranges::equal(order_, kPhaseOrder);
}

// If calls of all parts are mixed, they begin after this part. If an order places it later, the scenario
// wants that.
std::size_t CollectionTeller::parts_when_marked() {
  constexpr auto kQueued = ReportPart::kFinalizeableObjectQueued;
  if (collect_->telling.interleave.value_or(0) != 0 && !edited(ReportEdit::Kind::kRangesAfterFinished)) {
    std::erase(order_, kQueued);
    order_.insert(order_.begin(), kQueued);
  }
  const auto before = static_cast<std::size_t>(std::ranges::find(order_, kQueued) - order_.begin());
  const bool leads = before == 0 || (before == 1 && order_.front() == ReportPart::kObjectsAllocatedByClass);
  return leads && before < order_.size() ? before + 1 : 0;
}

// A profiler that attaches or changes its mask at this point receives the rest of the report.
void CollectionTeller::reach(Place place, ReportPart part) {
  if (place_) place_(place, part);
  told_ = clr_->mask().tells_collections();
}

void CollectionTeller::started(const sim::Collection& collection) {
  reach(Place::kStarted);
  lines_->heap(collection.number, true);
  lines_->roots(collection.number);
  lines_->handles(collection.number);
  clr_->handles().defer(true);
  // Objects may be inspected in a provisional collection as in any other (recorded under .NET 10 with
  // DOTNET_GCProvModeStress=1).
  clr_->begin_collecting();
  if (!collect_->provisional) {
    refresh_bounds();
    // If ranges come before Started, Started is delivered after them.
    if (!early_) where_started([&] { bracket_.tell_started(collection); });
  }
  told_ = clr_->mask().tells_collections();
  // It describes the moment before the collection, even if it is reported later.
  if ((told_ || place_) && !collect_->provisional) allocated_.gather();
  if (natural_) tell(ReportPart::kObjectsAllocatedByClass);
  // Marking has not begun, so handles created in Started count as roots.
  clr_->handles().settle();
}

// CoreCLR has a table of generations only for profilers that monitor collections.
void CollectionTeller::refresh_bounds() {
  if (!clr_->profiler()->wants(CallbackMethod::kGarbageCollectionStarted)) return;
  clr_->generations().refresh(clr_->engine().generation_ranges());
}

void CollectionTeller::marked(const sim::Collection& collection, std::uint16_t) {
  lines_->plan(collection);
  lines_->queued(collection);
  entries_.planned(clr_->engine().heap(), collection);
  told_ = clr_->mask().tells_collections();
  if (told_ || place_) {
    for (const auto& heap : heaps_) heap->gather_queued(collection);
  }
  if (natural_) tell_heaps(collection, std::array{ReportPart::kFinalizeableObjectQueued});
  if (marked_parts_ == 0) return;
  if (marked_parts_ > 1) tell(order_.front());
  tell_heaps(collection, std::array{ReportPart::kFinalizeableObjectQueued});
}

void CollectionTeller::planned(const sim::Collection& collection, std::uint16_t) {
  if (!natural_) return;
  tell_heaps(collection, std::array{ReportPart::kLargeObjectRanges, ReportPart::kPinnedObjectRanges});
}

void CollectionTeller::about_to_move(const sim::Collection& collection, std::uint16_t) {
  if (natural_) return tell_heaps(collection, std::array{ReportPart::kSmallObjectRanges});
  if (!early_) {
    for (const auto& heap : heaps_) heap->remember_ranges(collection);
    return;
  }
  for (const ReportPart part : order_) {
    if (told_ && is_ranges(part)) heaps_.front()->add_ranges(collection, part);
  }
  heaps_.front()->ranges().tell_all();
  note_ranges(ReportEdit::Kind::kRangesBeforeStarted);
  if (!collect_->provisional) bracket_.tell_started(collection);
}

void CollectionTeller::moved(const sim::Collection& collection, std::uint16_t) {
  clr_->handles().settle();
  if (natural_) {
    tell(ReportPart::kRoots);
    tell(ReportPart::kDependentHandles);
    tell(ReportPart::kObjectReferences);
    return;
  }
  const bool late = edited(ReportEdit::Kind::kRangesAfterFinished);
  if (const std::uint64_t key = collect_->telling.interleave.value_or(0); key != 0 && !early_ && !late) {
    tell_mixed(collection, key);
    return;
  }
  // Consecutive parts that the heaps report themselves. Heaps do not wait for each other between these parts.
  std::vector<ReportPart> together;
  const auto tell_together = [&] { tell_heaps(collection, std::exchange(together, {})); };
  for (const ReportPart part : std::span(order_).subspan(marked_parts_)) {
    if (is_of_heaps(part)) {
      if (!late || !is_ranges(part)) together.push_back(part);
      continue;
    }
    tell_together();
    tell(part);
  }
  tell_together();
}

void CollectionTeller::ended(const sim::Collection& collection) {
  lines_->cleared(collection);
  lines_->audit(collection.number, clr_->engine().audit_findings());
  lines_->heap(collection.number, false);
  refresh_bounds();
  clr_->handles().settle();
  clr_->handles().defer(false);
  if (crew_ != nullptr && crew_->is_alone()) {
    lines_->schedule(collection.number, *collect_, *crew_);
    crew_->told();
  }
  reach(Place::kFinished);
  somewhere([&] { bracket_.tell_finished(); });
  clr_->end_collecting();
  if (edited(ReportEdit::Kind::kRangesAfterFinished)) {
    for (const ReportPart part : order_) {
      if (is_ranges(part)) tell_heaps(collection, std::array{part});
    }
    note_ranges(ReportEdit::Kind::kRangesAfterFinished);
  }
}

void CollectionTeller::note_ranges(ReportEdit::Kind kind) {
  if (heaps_.front()->ranges().told() > 0) {
    edits_.applied(kind);
  } else if (wanted(ReportPart::kSmallObjectRanges)) {
    edits_.missed(kind, program::Unapplied::kMissing);
  }
}

std::vector<program::UnappliedDeparture> CollectionTeller::unapplied() const {
  std::vector<program::UnappliedDeparture> result;
  edits_.add_unapplied(result);
  entries_.add_unapplied(result);
  std::size_t batches = 0;
  for (const auto& heap : heaps_) batches = std::max(batches, heap->ranges().told());
  // A runtime with free splits has random sizes for more batches than there may be calls.
  if (batches < collect_->telling.splits.size() && !clr_->runtime().any_split) {
    const bool told = wanted(ReportPart::kSmallObjectRanges);
    result.push_back({.list = program::DepartureList::kSplits,
                      .index = static_cast<std::uint32_t>(batches),
                      .why = told ? program::Unapplied::kMissing : program::Unapplied::kUntold,
                      .there = batches});
  }
  if (crew_ == nullptr || !collect_->telling.schedule) return result;
  const std::vector<program::Switch>& switches = collect_->telling.schedule->switches;
  const auto beyond = std::ranges::lower_bound(switches, crew_->decisions(), {}, &program::Switch::decision);
  if (beyond != switches.end()) {
    const bool told = wanted(ReportPart::kSmallObjectRanges);
    result.push_back({.list = program::DepartureList::kSwitches,
                      .index = static_cast<std::uint32_t>(beyond - switches.begin()),
                      .why = told ? program::Unapplied::kMissing : program::Unapplied::kUntold,
                      .there = crew_->decisions()});
  }
  return result;
}

bool CollectionTeller::wanted(ReportPart part) const {
  if (part == ReportPart::kObjectsAllocatedByClass && collect_->provisional) return false;
  return told_ || (is_ranges(part) && clr_->profiler()->wants(CallbackMethod::kMovedReferences));
}

void CollectionTeller::tell_heaps(const sim::Collection& collection, std::span<const ReportPart> parts) {
  if (crew_ == nullptr) {
    for (const ReportPart part : parts) {
      reach(Place::kPart, part);
      if (early_ && is_ranges(part)) continue;  // already reported
      somewhere([&] { heaps_.front()->tell(collection, part); });
    }
    return;
  }
  const auto tell = [&](std::uint16_t heap) {
    for (const ReportPart part : parts) heaps_[heap]->tell(collection, part);
  };
  const bool any = std::ranges::any_of(heaps_, [&](const auto& heap) {
    return std::ranges::any_of(parts, [&](ReportPart part) { return heap->has(collection, part); });
  });
  if (any) return crew_->run(tell);
  for (std::uint16_t heap = 0; heap < crew_->heaps(); ++heap) tell(heap);
}

void CollectionTeller::tell(ReportPart part) {
  reach(Place::kPart, part);
  if (!wanted(part)) return;
  const bool starts = part == ReportPart::kObjectsAllocatedByClass && natural_;
  const auto work = [&] { tell_wanted(part); };
  starts ? where_started(work) : somewhere(work);
}

void CollectionTeller::tell_wanted(ReportPart part) {
  switch (part) {
    case ReportPart::kObjectsAllocatedByClass:
      allocated_.tell_all();
      break;
    case ReportPart::kRoots:
      roots_.gather();
      roots_.tell_all();
      break;
    case ReportPart::kDependentHandles:
      dependents_.gather();
      dependents_.tell_all();
      break;
    case ReportPart::kObjectReferences:
      if (references_.streams()) {
        references_.stream();
      } else {
        references_.gather();
        references_.tell_all();
      }
      break;
    default:
      break;  // a part that the heaps report
  }
}

void CollectionTeller::tell_mixed(const sim::Collection& collection, std::uint64_t key) {
  std::vector<PartTeller*> parts;
  HeapTeller& all = *heaps_.front();
  if (wanted(ReportPart::kSmallObjectRanges)) {
    for (const ReportPart part : order_) {
      if (is_ranges(part)) all.add_ranges(collection, part);
    }
    parts.push_back(&all.ranges());
  }
  if (told_) {
    roots_.gather();
    dependents_.gather();
    references_.gather();
    parts.insert(parts.end(), {&allocated_, &roots_, &dependents_, &references_});
  }
  // One entry for each call: the part that the call belongs to. Each part keeps the order of its own calls.
  std::vector<std::uint8_t> turns;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    turns.insert(turns.end(), parts[i]->calls(), static_cast<std::uint8_t>(i));
  }
  program::shuffle(turns, key);
  std::vector<std::size_t> next(parts.size(), 0);
  for (const std::uint8_t turn : turns) somewhere([&] { parts[turn]->tell(next[turn]++); });
}

}  // namespace gcrucible::calls
