// From the phases of one collection to the callbacks between Started and Finished.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "harness/calls/allocated_teller.h"
#include "harness/calls/dependent_teller.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/liberties.h"
#include "harness/calls/model_lines.h"
#include "harness/calls/queued_teller.h"
#include "harness/calls/range_teller.h"
#include "harness/calls/reference_teller.h"
#include "harness/calls/report_edits.h"
#include "harness/calls/root_teller.h"
#include "harness/clr/clr.h"
#include "harness/engine/phase_listener.h"
#include "harness/program/step.h"

namespace gcrucible::calls {

// Lives for one collection, on the thread that makes it, inside the suspension.
//
// In the runtime's own order each part of the report is told at the phase where the runtime tells it, so that
// objects are where they would be. In any other order, and when the calls of all parts are mixed, everything
// is told after the move, which the documentation allows: objects may move at any time after Started has
// returned.
class CollectionTeller final : public engine::PhaseListener {
 public:
  CollectionTeller(clr::Clr& clr, const program::Collect& collect, const RootIds& ids, ModelLines& lines,
                   const clr::SaidValues& values, bool told);

  // Called before Started, each part and Finished, told or not.
  using Place = program::AttachInside::Place;
  void on_place(std::function<void(Place, program::ReportPart)> place) { place_ = std::move(place); }

  // When the collection is over: what of its report's `edits`, `entries` and `splits` changed nothing.
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
  void refresh_bounds();
  void tell_started(const sim::Collection& collection);
  void tell_finished();
  // The part's ranges as callbacks take them; from the plan, so between plan and move unless remembered.
  void tell_ranges(const sim::Collection& collection, program::ReportPart part);
  // Whether edits of where ranges are told had any to tell.
  void note_ranges(program::ReportEdit::Kind kind);
  void remember_ranges(const sim::Collection& collection);
  // Whether the profiler is to be told this part at all.
  bool wanted(program::ReportPart part) const;
  void tell(const sim::Collection& collection, program::ReportPart part);
  void tell_wanted(const sim::Collection& collection, program::ReportPart part);
  // Runs `work` here, or on another thread of the collector's (GC-BRK-003).
  void somewhere(const std::function<void()>& work);
  // All parts, their calls mixed.
  void tell_mixed(const sim::Collection& collection, std::uint64_t key);

  clr::Clr* clr_;
  const program::Collect* collect_;
  ModelLines* lines_;
  bool told_;  // the profiler asked for the whole report (MONITOR_GC), not for the bracket only
  Liberties liberties_;
  bool wanders_ = false;  // from thread to thread
  std::uint64_t wandered_ = 0;
  std::vector<program::ReportPart> order_;
  bool early_;    // an edit tells the ranges before Started
  bool natural_;  // each part at its own phase
  ReportEdits edits_;
  EntryEdits entries_;
  RangeTeller ranges_;
  RootTeller roots_;
  DependentTeller dependents_;
  AllocatedTeller allocated_;
  QueuedTeller queued_;
  ReferenceTeller references_;
  std::vector<program::ToldRange> remembered_[3];  // LOH, POH, SOH
  std::size_t ranges_parts_left_ = 3;
  std::function<void(Place, program::ReportPart)> place_;
};

}  // namespace gcrucible::calls
