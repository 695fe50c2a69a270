// Converts the phases of one collection into the callbacks between Started and Finished.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "harness/calls/allocated_reporter.h"
#include "harness/calls/bracket_reporter.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/heap_reporter.h"
#include "harness/calls/liberties.h"
#include "harness/calls/model_lines.h"
#include "harness/calls/references/dependent_reporter.h"
#include "harness/calls/references/reference_reporter.h"
#include "harness/calls/references/root_reporter.h"
#include "harness/calls/report_edits.h"
#include "harness/clr/clr.h"
#include "harness/clr/concurrency/heap_workers.h"
#include "harness/engine/phase_listener.h"
#include "harness/program/step.h"

namespace gcrucible::calls {

// Exists for one collection, on the collecting thread, inside the suspension.
//
// In the runtime's own order, each part of the report is delivered at the phase where the runtime delivers
// it. Objects are then at the same addresses as in the runtime. In any other order, and if calls of all parts
// are mixed, everything is reported after the move. The documentation allows this: objects may move at any
// time after Started has returned. With workers, the heaps of server GC report their own parts on their own
// threads at the same time.
class CollectionReporter final : public engine::PhaseListener {
 public:
  CollectionReporter(clr::Clr& clr, const program::Collect& collect, const RootIds& ids, ModelLines& lines,
                     const clr::SaidValues& values, clr::HeapWorkers* workers);

  // Whether the heaps report their own parts. Departures count calls and ranges of one sequential report. An
  // attach during the report also needs a sequential report.
  static bool heaps_apart(const program::Collect& collect);

  // Sets a function to call before Started, each part and Finished, even if they are not reported.
  using Place = program::AttachInside::Place;
  void on_place(std::function<void(Place, program::ReportPart)> place) { place_ = std::move(place); }

  // Call it after the collection: the `edits`, `entries`, `splits` and switches of its report that changed
  // nothing.
  std::vector<program::UnappliedDeparture> unapplied() const;

  void started(const sim::Collection& collection) override;
  void marked(const sim::Collection& collection, std::uint16_t heap) override;
  void planned(const sim::Collection& collection, std::uint16_t heap) override;
  void about_to_move(const sim::Collection& collection, std::uint16_t heap) override;
  void moved(const sim::Collection& collection, std::uint16_t heap) override;
  void ended(const sim::Collection& collection) override;

 private:
  void reach(Place place, program::ReportPart part = {});
  bool edited(program::ReportEdit::Kind kind) const { return edits_.any(kind); }
  bool natural_order() const;
  std::size_t parts_when_marked();
  void refresh_bounds();
  // Records whether edits that move the ranges had any range to move.
  void note_ranges(program::ReportEdit::Kind kind);
  // Whether the profiler receives this part at all.
  bool wanted(program::ReportPart part) const;
  // Reports a part that is common to all heaps.
  void report(program::ReportPart part);
  void report_wanted(program::ReportPart part);
  // Parts that each heap reports, one after the other.
  void report_heaps(const sim::Collection& collection, std::span<const program::ReportPart> parts);
  // Runs `work` on this thread, or on another thread of the collector (GC-BRK-003).
  void somewhere(const std::function<void()>& work);
  void on_heap(std::uint16_t heap, const std::function<void()>& work);
  // On the thread that delivers the collection's start.
  void where_started(const std::function<void()>& work);
  // All parts, with their calls mixed.
  void report_mixed(const sim::Collection& collection, std::uint64_t key);

  clr::Clr* clr_;
  const program::Collect* collect_;
  ModelLines* lines_;
  clr::HeapWorkers* workers_;  // null: one thread reports all heaps
  bool reported_;              // MONITOR_GC: the profiler gets the whole report, not only the bracket
  Liberties liberties_;
  bool wanders_ = false;  // changes from thread to thread
  std::uint64_t wandered_ = 0;
  std::vector<program::ReportPart> order_;
  bool early_;    // an edit reports the ranges before Started
  bool natural_;  // each part is reported at its own phase
  // The number of parts that are reported when marking ends: FinalizeableObjectQueued and the parts before
  // it. Its ids are from before the move. A profiler may query them only until objects move.
  std::size_t marked_parts_ = 0;
  ReportEdits edits_;
  EntryEdits entries_;
  BracketReporter bracket_;
  RootReporter roots_;
  DependentReporter dependents_;
  AllocatedReporter allocated_;
  ReferenceReporter references_;
  std::vector<std::unique_ptr<HeapReporter>> heaps_;  // only one, for all heaps, if there are no workers
  std::function<void(Place, program::ReportPart)> place_;
};

}  // namespace gcrucible::calls
