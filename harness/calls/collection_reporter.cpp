#include "harness/calls/collection_reporter.h"

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

// The order of the phases, which is also CoreCLR's order of the report (dotnet/runtime gcenv.ee.cpp,
// mark_phase.cpp, plan_phase.cpp).
constexpr std::array kPhaseOrder{ReportPart::kObjectsAllocatedByClass, ReportPart::kFinalizeableObjectQueued,
                                 ReportPart::kLargeObjectRanges,       ReportPart::kPinnedObjectRanges,
                                 ReportPart::kSmallObjectRanges,       ReportPart::kRoots,
                                 ReportPart::kDependentHandles,        ReportPart::kObjectReferences};

}  // namespace

bool CollectionReporter::heaps_apart(const program::Collect& collect) {
  const program::Reporting& reporting = collect.reporting;
  return reporting.edits.empty() && reporting.entries.empty() && reporting.interleave.value_or(0) == 0 &&
         !collect.attach;
}

CollectionReporter::CollectionReporter(clr::Clr& clr, const program::Collect& collect, const RootIds& ids,
                                       ModelLines& lines, const clr::SaidValues& values,
                                       clr::HeapWorkers* workers)
    : clr_(&clr),
      collect_(&collect),
      lines_(&lines),
      workers_(workers),
      reported_(clr.mask().reports_collections()),
      liberties_(collect.reporting),
      edits_(collect.reporting),
      entries_(collect.reporting, values),
      bracket_(clr, collect, edits_),
      roots_(clr, collect.reporting, ids, entries_),
      dependents_(clr, collect.reporting, entries_),
      allocated_(clr, collect.reporting, entries_),
      references_(clr, collect.reporting, entries_, edits_) {
  order_ = collect.reporting.order.empty() ? clr.runtime().order : collect.reporting.order;
  if (order_.empty()) order_.assign(kPhaseOrder.begin(), kPhaseOrder.end());
  early_ = edited(ReportEdit::Kind::kRangesBeforeStarted);
  natural_ = natural_order() && !early_ && !edited(ReportEdit::Kind::kRangesAfterFinished) &&
             collect.reporting.interleave.value_or(0) == 0;
  if (!natural_ && !early_) marked_parts_ = parts_when_marked();
  wanders_ = liberties_.takes("threads");
  const bool late = !natural_ && !early_;
  const auto add = [&](std::optional<std::uint16_t> heap) {
    heaps_.push_back(std::make_unique<HeapReporter>(clr, collect.reporting, edits_, entries_, heap, late));
  };
  if (workers_ == nullptr) {
    add(std::nullopt);
  } else {
    for (std::uint16_t heap = 0; heap < workers_->heaps(); ++heap) add(heap);
  }
}

// Behaves like a collector with two threads that never run at the same time. Workstation collections stay on
// the triggering thread (GC-THR-004).
void CollectionReporter::somewhere(const std::function<void()>& work) {
  const bool elsewhere =
      wanders_ && (program::choice_key(liberties_.key("threads"), ++wandered_, "which") & 1) != 0;
  on_heap(elsewhere ? 1 : 0, work);
}

void CollectionReporter::on_heap(std::uint16_t heap, const std::function<void()>& work) {
  const clr::ThreadState& here = clr::this_thread();
  if (heap == 0 || !here.collector) return work();
  clr_->threads().run_on_collector(heap, [&work, forced = here.forced] {
    clr::this_thread().forced = forced;
    work();
  });
}

void CollectionReporter::where_started(const std::function<void()>& work) {
  if (collect_->reporting.started_by != 0) return on_heap(collect_->reporting.started_by, work);
  somewhere(work);
}

bool CollectionReporter::natural_order() const {
  return std::ranges::equal(order_, kPhaseOrder);
}

// If calls of all parts are mixed, they begin after this part. If an order places it later, the scenario
// wants that.
std::size_t CollectionReporter::parts_when_marked() {
  constexpr auto kQueued = ReportPart::kFinalizeableObjectQueued;
  if (collect_->reporting.interleave.value_or(0) != 0 && !edited(ReportEdit::Kind::kRangesAfterFinished)) {
    std::erase(order_, kQueued);
    order_.insert(order_.begin(), kQueued);
  }
  const auto before = static_cast<std::size_t>(std::ranges::find(order_, kQueued) - order_.begin());
  const bool leads = before == 0 || (before == 1 && order_.front() == ReportPart::kObjectsAllocatedByClass);
  return leads && before < order_.size() ? before + 1 : 0;
}

// A profiler that attaches or changes its mask at this point receives the rest of the report.
void CollectionReporter::reach(Place place, ReportPart part) {
  if (place_) place_(place, part);
  reported_ = clr_->mask().reports_collections();
}

void CollectionReporter::started(const sim::Collection& collection) {
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
    if (!early_) where_started([&] { bracket_.report_started(collection); });
  }
  reported_ = clr_->mask().reports_collections();
  // It describes the moment before the collection, even if it is reported later.
  if ((reported_ || place_) && !collect_->provisional) allocated_.gather();
  if (natural_) report(ReportPart::kObjectsAllocatedByClass);
  // Marking has not begun, so handles created in Started count as roots.
  clr_->handles().settle();
}

// CoreCLR has a table of generations only for profilers that monitor collections.
void CollectionReporter::refresh_bounds() {
  if (!clr_->profiler()->wants(CallbackMethod::kGarbageCollectionStarted)) return;
  clr_->generations().refresh(clr_->engine().generation_ranges());
}

void CollectionReporter::marked(const sim::Collection& collection, std::uint16_t) {
  lines_->plan(collection);
  lines_->queued(collection);
  entries_.planned(clr_->engine().heap(), collection);
  reported_ = clr_->mask().reports_collections();
  if (reported_ || place_) {
    for (const auto& heap : heaps_) heap->gather_queued(collection);
  }
  if (natural_) report_heaps(collection, std::array{ReportPart::kFinalizeableObjectQueued});
  if (marked_parts_ == 0) return;
  if (marked_parts_ > 1) report(order_.front());
  report_heaps(collection, std::array{ReportPart::kFinalizeableObjectQueued});
}

void CollectionReporter::planned(const sim::Collection& collection, std::uint16_t) {
  if (!natural_) return;
  report_heaps(collection, std::array{ReportPart::kLargeObjectRanges, ReportPart::kPinnedObjectRanges});
}

void CollectionReporter::about_to_move(const sim::Collection& collection, std::uint16_t) {
  if (natural_) return report_heaps(collection, std::array{ReportPart::kSmallObjectRanges});
  if (!early_) {
    for (const auto& heap : heaps_) heap->remember_ranges(collection);
    return;
  }
  for (const ReportPart part : order_) {
    if (reported_ && is_ranges(part)) heaps_.front()->add_ranges(collection, part);
  }
  heaps_.front()->ranges().report_all();
  note_ranges(ReportEdit::Kind::kRangesBeforeStarted);
  if (!collect_->provisional) bracket_.report_started(collection);
}

void CollectionReporter::moved(const sim::Collection& collection, std::uint16_t) {
  clr_->handles().settle();
  if (natural_) {
    report(ReportPart::kRoots);
    report(ReportPart::kDependentHandles);
    report(ReportPart::kObjectReferences);
    return;
  }
  const bool late = edited(ReportEdit::Kind::kRangesAfterFinished);
  if (const std::uint64_t key = collect_->reporting.interleave.value_or(0); key != 0 && !early_ && !late) {
    report_mixed(collection, key);
    return;
  }
  // Consecutive parts that the heaps report themselves. Heaps do not wait for each other between these parts.
  std::vector<ReportPart> together;
  const auto report_together = [&] { report_heaps(collection, std::exchange(together, {})); };
  for (const ReportPart part : std::span(order_).subspan(marked_parts_)) {
    if (is_of_heaps(part)) {
      if (!late || !is_ranges(part)) together.push_back(part);
      continue;
    }
    report_together();
    report(part);
  }
  report_together();
}

void CollectionReporter::ended(const sim::Collection& collection) {
  lines_->cleared(collection);
  lines_->audit(collection.number, clr_->engine().audit_findings());
  lines_->heap(collection.number, false);
  refresh_bounds();
  clr_->handles().settle();
  clr_->handles().defer(false);
  if (workers_ != nullptr && workers_->is_alone()) {
    lines_->schedule(collection.number, *collect_, *workers_);
    workers_->reported();
  }
  reach(Place::kFinished);
  somewhere([&] { bracket_.report_finished(); });
  clr_->end_collecting();
  if (edited(ReportEdit::Kind::kRangesAfterFinished)) {
    for (const ReportPart part : order_) {
      if (is_ranges(part)) report_heaps(collection, std::array{part});
    }
    note_ranges(ReportEdit::Kind::kRangesAfterFinished);
  }
}

void CollectionReporter::note_ranges(ReportEdit::Kind kind) {
  if (heaps_.front()->ranges().reported() > 0) {
    edits_.applied(kind);
  } else if (wanted(ReportPart::kSmallObjectRanges)) {
    edits_.missed(kind, program::Unapplied::kMissing);
  }
}

std::vector<program::UnappliedDeparture> CollectionReporter::unapplied() const {
  std::vector<program::UnappliedDeparture> result;
  edits_.add_unapplied(result);
  entries_.add_unapplied(result);
  std::size_t batches = 0;
  for (const auto& heap : heaps_) batches = std::max(batches, heap->ranges().reported());
  // A runtime with free splits has random sizes for more batches than there may be calls.
  if (batches < collect_->reporting.splits.size() && !clr_->runtime().any_split) {
    const bool reported = wanted(ReportPart::kSmallObjectRanges);
    result.push_back({.list = program::DepartureList::kSplits,
                      .index = static_cast<std::uint32_t>(batches),
                      .why = reported ? program::Unapplied::kMissing : program::Unapplied::kUnreported,
                      .there = batches});
  }
  if (workers_ == nullptr || !collect_->reporting.schedule) return result;
  const std::vector<program::Switch>& switches = collect_->reporting.schedule->switches;
  const auto beyond =
      std::ranges::lower_bound(switches, workers_->decisions(), {}, &program::Switch::decision);
  if (beyond != switches.end()) {
    const bool reported = wanted(ReportPart::kSmallObjectRanges);
    result.push_back({.list = program::DepartureList::kSwitches,
                      .index = static_cast<std::uint32_t>(beyond - switches.begin()),
                      .why = reported ? program::Unapplied::kMissing : program::Unapplied::kUnreported,
                      .there = workers_->decisions()});
  }
  return result;
}

bool CollectionReporter::wanted(ReportPart part) const {
  if (part == ReportPart::kObjectsAllocatedByClass && collect_->provisional) return false;
  return reported_ || (is_ranges(part) && clr_->profiler()->wants(CallbackMethod::kMovedReferences));
}

void CollectionReporter::report_heaps(const sim::Collection& collection, std::span<const ReportPart> parts) {
  if (workers_ == nullptr) {
    for (const ReportPart part : parts) {
      reach(Place::kPart, part);
      if (early_ && is_ranges(part)) continue;  // already reported
      somewhere([&] { heaps_.front()->report(collection, part); });
    }
    return;
  }
  const auto report = [&](std::uint16_t heap) {
    for (const ReportPart part : parts) heaps_[heap]->report(collection, part);
  };
  const bool any = std::ranges::any_of(heaps_, [&](const auto& heap) {
    return std::ranges::any_of(parts, [&](ReportPart part) { return heap->has(collection, part); });
  });
  if (any) return workers_->run(report);
  for (std::uint16_t heap = 0; heap < workers_->heaps(); ++heap) report(heap);
}

void CollectionReporter::report(ReportPart part) {
  reach(Place::kPart, part);
  if (!wanted(part)) return;
  const bool starts = part == ReportPart::kObjectsAllocatedByClass && natural_;
  const auto work = [&] { report_wanted(part); };
  starts ? where_started(work) : somewhere(work);
}

void CollectionReporter::report_wanted(ReportPart part) {
  switch (part) {
    case ReportPart::kObjectsAllocatedByClass:
      allocated_.report_all();
      break;
    case ReportPart::kRoots:
      roots_.gather();
      roots_.report_all();
      break;
    case ReportPart::kDependentHandles:
      dependents_.gather();
      dependents_.report_all();
      break;
    case ReportPart::kObjectReferences:
      if (references_.streams()) {
        references_.stream();
      } else {
        references_.gather();
        references_.report_all();
      }
      break;
    default:
      break;  // a part that the heaps report
  }
}

void CollectionReporter::report_mixed(const sim::Collection& collection, std::uint64_t key) {
  std::vector<PartReporter*> parts;
  HeapReporter& all = *heaps_.front();
  if (wanted(ReportPart::kSmallObjectRanges)) {
    for (const ReportPart part : order_) {
      if (is_ranges(part)) all.add_ranges(collection, part);
    }
    parts.push_back(&all.ranges());
  }
  if (reported_) {
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
  for (const std::uint8_t turn : turns) somewhere([&] { parts[turn]->report(next[turn]++); });
}

}  // namespace gcrucible::calls
