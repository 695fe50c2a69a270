#include "harness/calls/collection_teller.h"

#include <algorithm>
#include <array>

#include "harness/abi/monitor_flags.h"
#include "harness/calls/block_shaper.h"
#include "harness/program/random.h"
#include "harness/trace/callback_fields.h"

namespace gcrucible::calls {

using abi::CallbackMethod;
using program::ReportEdit;
using program::ReportPart;
using sim::Generation;

namespace {

// The order in which the phases come, and CoreCLR tells (coreclr.md 1.2).
constexpr std::array kPhaseOrder{ReportPart::kObjectsAllocatedByClass, ReportPart::kFinalizeableObjectQueued,
                                 ReportPart::kLargeObjectRanges,       ReportPart::kPinnedObjectRanges,
                                 ReportPart::kSmallObjectRanges,       ReportPart::kRoots,
                                 ReportPart::kDependentHandles,        ReportPart::kObjectReferences};

constexpr bool is_ranges(ReportPart part) {
  return part == ReportPart::kLargeObjectRanges || part == ReportPart::kPinnedObjectRanges ||
         part == ReportPart::kSmallObjectRanges;
}

constexpr std::size_t ranges_index(ReportPart part) {
  return static_cast<std::size_t>(part) - static_cast<std::size_t>(ReportPart::kLargeObjectRanges);
}

// Which part tells the ranges of `plan`: a compacting LOH is told with the small object heap
// (coreclr.md 2.2).
ReportPart part_of(const sim::RangePlan& plan) {
  if (plan.before == Generation::kPinned) return ReportPart::kPinnedObjectRanges;
  if (plan.before == Generation::kLarge && !plan.compacts) return ReportPart::kLargeObjectRanges;
  return ReportPart::kSmallObjectRanges;
}

template <typename Use>
void for_each_range(const sim::Heap& heap, const sim::Collection& collection, ReportPart part,
                    const Liberties& liberties, Use use) {
  BlockShaper shaper(heap, liberties);
  for (const sim::RangePlan& plan : collection.ranges) {
    if (part_of(plan) == part) shaper.shape(collection, plan, use);
  }
}

}  // namespace

CollectionTeller::CollectionTeller(clr::Clr& clr, const program::Collect& collect, const RootIds& ids,
                                   ModelLines& lines, const clr::SaidValues& values, bool told)
    : clr_(&clr),
      collect_(&collect),
      lines_(&lines),
      told_(told),
      liberties_(collect.telling),
      edits_(collect.telling),
      entries_(collect.telling, values),
      ranges_(clr, collect.telling, edits_),
      roots_(clr, collect.telling, ids, entries_),
      dependents_(clr, collect.telling, entries_),
      allocated_(clr, collect.telling, entries_),
      queued_(clr, collect.telling, entries_),
      references_(clr, collect.telling, entries_, edits_) {
  order_ = collect.telling.order.empty() ? clr.runtime().order : collect.telling.order;
  if (order_.empty()) order_.assign(kPhaseOrder.begin(), kPhaseOrder.end());
  early_ = edited(ReportEdit::Kind::kRangesBeforeStarted);
  natural_ = natural_order() && !early_ && !edited(ReportEdit::Kind::kRangesAfterFinished) &&
             collect.telling.interleave.value_or(0) == 0;
  wanders_ = liberties_.takes("threads");
}

// As a collector with two threads would, of which one is never at work while the other is. A workstation's
// collections stay on the thread that triggered them (GC-THR-004).
void CollectionTeller::somewhere(const std::function<void()>& work) {
  const clr::ThreadState& here = clr::this_thread();
  const bool elsewhere = wanders_ && here.collector &&
                         (program::choice_key(liberties_.key("threads"), ++wandered_, "which") & 1) != 0;
  if (!elsewhere) return work();
  clr_->threads().run_on_collector(1, [&work, forced = here.forced] {
    clr::this_thread().forced = forced;
    work();
  });
}

bool CollectionTeller::natural_order() const {
  return std::ranges::equal(order_, kPhaseOrder);
}

// Whoever attaches there is told what is left, and so is who changes his mask.
void CollectionTeller::reach(Place place, ReportPart part) {
  if (place_) place_(place, part);
  told_ = clr_->mask().tells_collections();
}

void CollectionTeller::started(const sim::Collection& collection) {
  reach(Place::kStarted);
  lines_->heap(collection.number, true);
  lines_->roots(collection.number);
  lines_->handles(collection.number);
  refresh_bounds();
  clr_->begin_collecting();
  clr_->handles().defer(true);
  // With ranges before it, it has to wait for them.
  if (!early_) somewhere([&] { tell_started(collection); });
  told_ = clr_->mask().tells_collections();
  // Whenever it is told, it is about the moment before the collection.
  if (told_ || place_) allocated_.gather();
  if (natural_) tell(collection, ReportPart::kObjectsAllocatedByClass);
  // Marking is still to come, so handles made in Started count in it.
  clr_->handles().settle();
}

// CoreCLR has a table of generations only for profilers that watch collections.
void CollectionTeller::refresh_bounds() {
  if (!clr_->profiler()->wants(CallbackMethod::kGarbageCollectionStarted)) return;
  clr_->generations().refresh(clr_->engine().generation_ranges());
}

void CollectionTeller::tell_started(const sim::Collection& collection) {
  clr::Profiler* profiler = clr_->profiler();
  if (!profiler->wants(CallbackMethod::kGarbageCollectionStarted)) return;
  edits_.applied(ReportEdit::Kind::kOmitStarted);
  if (edited(ReportEdit::Kind::kOmitStarted)) return;
  edits_.applied(ReportEdit::Kind::kStartedTwice);
  edits_.applied(ReportEdit::Kind::kWrongGenerations);
  edits_.applied(ReportEdit::Kind::kWrongReason);
  std::array<abi::BOOL, sim::kGenerationCount> covered{};
  for (std::size_t i = 0; i < covered.size(); ++i) covered[i] = collection.condemned[i] ? 1 : 0;
  for (const ReportEdit& edit : collect_->telling.edits) {
    if (edit.kind != ReportEdit::Kind::kWrongGenerations) continue;
    for (std::size_t i = 0; i < covered.size(); ++i) {
      covered[i] = i < edit.generations.size() && edit.generations[i] ? 1 : 0;
    }
  }
  const bool induced = collect_->induced != edited(ReportEdit::Kind::kWrongReason);
  const auto reason = induced ? abi::COR_PRF_GC_INDUCED : abi::COR_PRF_GC_OTHER;
  const int count = std::min<int>(clr_->runtime().generations, static_cast<int>(covered.size()) - 1);
  const int times = edited(ReportEdit::Kind::kStartedTwice) ? 2 : 1;
  for (int i = 0; i < times; ++i) {
    profiler->call(
        CallbackMethod::kGarbageCollectionStarted,
        [&] { return trace::fields::GarbageCollectionStarted(count, covered.data(), reason); },
        [&](const clr::Lender& lend) {
          return profiler->level2()->GarbageCollectionStarted(count, lend(covered.data()), reason);
        });
  }
}

void CollectionTeller::marked(const sim::Collection& collection, std::uint16_t) {
  lines_->plan(collection);
  lines_->queued(collection);
  entries_.planned(clr_->engine().heap(), collection);
  told_ = clr_->mask().tells_collections();
  if (told_ || place_) queued_.gather(collection);
  if (natural_) tell(collection, ReportPart::kFinalizeableObjectQueued);
}

void CollectionTeller::planned(const sim::Collection& collection, std::uint16_t) {
  if (!natural_) return;
  tell(collection, ReportPart::kLargeObjectRanges);
  tell(collection, ReportPart::kPinnedObjectRanges);
}

void CollectionTeller::about_to_move(const sim::Collection& collection, std::uint16_t) {
  if (natural_) {
    tell(collection, ReportPart::kSmallObjectRanges);
    return;
  }
  if (!early_) {
    remember_ranges(collection);
    return;
  }
  for (const ReportPart part : order_) {
    if (told_ && is_ranges(part)) tell_ranges(collection, part);
  }
  ranges_.tell_all();
  note_ranges(ReportEdit::Kind::kRangesBeforeStarted);
  tell_started(collection);
}

void CollectionTeller::moved(const sim::Collection& collection, std::uint16_t) {
  clr_->handles().settle();
  if (natural_) {
    tell(collection, ReportPart::kRoots);
    tell(collection, ReportPart::kDependentHandles);
    tell(collection, ReportPart::kObjectReferences);
    return;
  }
  const bool late = edited(ReportEdit::Kind::kRangesAfterFinished);
  if (const std::uint64_t key = collect_->telling.interleave.value_or(0); key != 0 && !early_ && !late) {
    tell_mixed(collection, key);
    return;
  }
  for (const ReportPart part : order_) {
    if (!late || !is_ranges(part)) tell(collection, part);
  }
}

void CollectionTeller::ended(const sim::Collection& collection) {
  lines_->cleared(collection);
  lines_->audit(collection.number, clr_->engine().audit_findings());
  lines_->heap(collection.number, false);
  refresh_bounds();
  clr_->handles().settle();
  clr_->handles().defer(false);
  reach(Place::kFinished);
  somewhere([&] { tell_finished(); });
  clr_->end_collecting();
  if (edited(ReportEdit::Kind::kRangesAfterFinished)) {
    for (const ReportPart part : order_) {
      if (is_ranges(part)) tell(collection, part);
    }
    note_ranges(ReportEdit::Kind::kRangesAfterFinished);
  }
}

void CollectionTeller::note_ranges(ReportEdit::Kind kind) {
  if (ranges_.told() > 0) {
    edits_.applied(kind);
  } else if (wanted(ReportPart::kSmallObjectRanges)) {
    edits_.missed(kind, program::Unapplied::kMissing);
  }
}

std::vector<program::UnappliedDeparture> CollectionTeller::unapplied() const {
  std::vector<program::UnappliedDeparture> result;
  edits_.add_unapplied(result);
  entries_.add_unapplied(result);
  // A runtime that splits as it likes has drawn more of them than there may be calls.
  const std::size_t splits = collect_->telling.splits.size();
  if (ranges_.told() < splits && !clr_->runtime().any_split) {
    const bool told = wanted(ReportPart::kSmallObjectRanges);
    result.push_back({.list = program::DepartureList::kSplits,
                      .index = static_cast<std::uint32_t>(ranges_.told()),
                      .why = told ? program::Unapplied::kMissing : program::Unapplied::kUntold,
                      .there = ranges_.told()});
  }
  return result;
}

void CollectionTeller::tell_finished() {
  clr::Profiler* profiler = clr_->profiler();
  if (!profiler->wants(CallbackMethod::kGarbageCollectionFinished)) return;
  edits_.applied(ReportEdit::Kind::kOmitFinished);
  if (edited(ReportEdit::Kind::kOmitFinished)) return;
  edits_.applied(ReportEdit::Kind::kFinishedTwice);
  const int times = edited(ReportEdit::Kind::kFinishedTwice) ? 2 : 1;
  for (int i = 0; i < times; ++i) {
    profiler->call(
        CallbackMethod::kGarbageCollectionFinished, [] { return trace::fields::GarbageCollectionFinished(); },
        [&] { return profiler->level2()->GarbageCollectionFinished(); });
  }
}

void CollectionTeller::remember_ranges(const sim::Collection& collection) {
  for (const ReportPart part : order_) {
    if (!is_ranges(part)) continue;
    auto& ranges = remembered_[ranges_index(part)];
    for_each_range(clr_->engine().heap(), collection, part, liberties_,
                   [&](program::Family family, sim::Address from, sim::Address to, std::uint64_t length) {
                     ranges.push_back({family, from, to, length});
                   });
  }
}

void CollectionTeller::tell_ranges(const sim::Collection& collection, ReportPart part) {
  ranges_.begin_walk();
  if (natural_ || early_) {
    for_each_range(clr_->engine().heap(), collection, part, liberties_,
                   [&](program::Family family, sim::Address from, sim::Address to, std::uint64_t length) {
                     ranges_.add(family, from, to, length);
                   });
  } else {
    for (const program::ToldRange& range : remembered_[ranges_index(part)]) {
      ranges_.add(range.family, range.from, range.to, range.length);
    }
  }
  ranges_.end_walk();
  if (--ranges_parts_left_ == 0) ranges_.finish();
}

// Under BASIC_GC alone nothing but the bracket is told; under the flag for moved objects alone only ranges
// are.
bool CollectionTeller::wanted(ReportPart part) const {
  return told_ || (is_ranges(part) && clr_->profiler()->wants(CallbackMethod::kMovedReferences));
}

void CollectionTeller::tell(const sim::Collection& collection, ReportPart part) {
  reach(Place::kPart, part);
  if (!wanted(part)) {
    // They are not waited for by those that are told because somebody has attached, or has set his mask.
    if (is_ranges(part)) --ranges_parts_left_;
    return;
  }
  somewhere([&] { tell_wanted(collection, part); });
}

void CollectionTeller::tell_wanted(const sim::Collection& collection, ReportPart part) {
  switch (part) {
    case ReportPart::kObjectsAllocatedByClass:
      allocated_.tell_all();
      break;
    case ReportPart::kFinalizeableObjectQueued:
      queued_.tell_all();
      break;
    case ReportPart::kLargeObjectRanges:
    case ReportPart::kPinnedObjectRanges:
    case ReportPart::kSmallObjectRanges:
      if (early_) break;
      tell_ranges(collection, part);
      // Those that waited for each other.
      if (ranges_parts_left_ == 0) ranges_.tell_all();
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
  }
}

void CollectionTeller::tell_mixed(const sim::Collection& collection, std::uint64_t key) {
  std::vector<PartTeller*> parts;
  if (wanted(ReportPart::kSmallObjectRanges)) {
    for (const ReportPart part : order_) {
      if (is_ranges(part)) tell_ranges(collection, part);
    }
    parts.push_back(&ranges_);
  }
  if (told_) {
    roots_.gather();
    dependents_.gather();
    references_.gather();
    parts.insert(parts.end(), {&allocated_, &queued_, &roots_, &dependents_, &references_});
  }
  // One entry a call: whose turn it is. The order of a part's own calls is its own business.
  std::vector<std::uint8_t> turns;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    turns.insert(turns.end(), parts[i]->calls(), static_cast<std::uint8_t>(i));
  }
  program::shuffle(turns, key);
  std::vector<std::size_t> next(parts.size(), 0);
  for (const std::uint8_t turn : turns) somewhere([&] { parts[turn]->tell(next[turn]++); });
}

}  // namespace gcrucible::calls
