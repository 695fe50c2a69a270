// From the phases of one collection to the callbacks between Started and Finished.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "harness/calls/allocated_teller.h"
#include "harness/calls/bracket_teller.h"
#include "harness/calls/entry_edits.h"
#include "harness/calls/heap_teller.h"
#include "harness/calls/liberties.h"
#include "harness/calls/model_lines.h"
#include "harness/calls/references/dependent_teller.h"
#include "harness/calls/references/reference_teller.h"
#include "harness/calls/references/root_teller.h"
#include "harness/calls/report_edits.h"
#include "harness/clr/clr.h"
#include "harness/clr/concurrency/heap_crew.h"
#include "harness/engine/phase_listener.h"
#include "harness/program/step.h"

namespace gcrucible::calls {

// Lives for one collection, on the thread that makes it, inside the suspension.
//
// In the runtime's own order each part of the report is told at the phase where the runtime tells it, so that
// objects are where they would be. In any other order, and when the calls of all parts are mixed, everything
// is told after the move, which the documentation allows: objects may move at any time after Started has
// returned. With a crew the heaps of server GC tell what is theirs on threads of their own, beside each
// other.
class CollectionTeller final : public engine::PhaseListener {
 public:
  CollectionTeller(clr::Clr& clr, const program::Collect& collect, const RootIds& ids, ModelLines& lines,
                   const clr::SaidValues& values, clr::HeapCrew* crew);

  // Whether the heaps tell for themselves. Departures count calls and ranges of one report, one after the
  // other, and so does who attaches in the middle of it.
  static bool heaps_apart(const program::Collect& collect);

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
  std::size_t parts_when_marked();
  void refresh_bounds();
  // Whether edits of where ranges are told had any to tell.
  void note_ranges(program::ReportEdit::Kind kind);
  // Whether the profiler is to be told this part at all.
  bool wanted(program::ReportPart part) const;
  // A part that is told once for all heaps.
  void tell(program::ReportPart part);
  void tell_wanted(program::ReportPart part);
  // Parts that each heap tells, one after the other.
  void tell_heaps(const sim::Collection& collection, std::span<const program::ReportPart> parts);
  // Runs `work` here, or on another thread of the collector's (GC-BRK-003).
  void somewhere(const std::function<void()>& work);
  void on_heap(std::uint16_t heap, const std::function<void()>& work);
  // On the thread that tells of the collection's start.
  void where_started(const std::function<void()>& work);
  // All parts, their calls mixed.
  void tell_mixed(const sim::Collection& collection, std::uint64_t key);

  clr::Clr* clr_;
  const program::Collect* collect_;
  ModelLines* lines_;
  clr::HeapCrew* crew_;  // null: one thread tells of all heaps
  bool told_;            // the profiler asked for the whole report (MONITOR_GC), not for the bracket only
  Liberties liberties_;
  bool wanders_ = false;  // from thread to thread
  std::uint64_t wandered_ = 0;
  std::vector<program::ReportPart> order_;
  bool early_;    // an edit tells the ranges before Started
  bool natural_;  // each part at its own phase
  // So many parts of the order are told when marking is over: FinalizeableObjectQueued, and what comes before
  // it. Its ids are those from before the move, about which a profiler may ask as long as nothing has moved.
  std::size_t marked_parts_ = 0;
  ReportEdits edits_;
  EntryEdits entries_;
  BracketTeller bracket_;
  RootTeller roots_;
  DependentTeller dependents_;
  AllocatedTeller allocated_;
  ReferenceTeller references_;
  std::vector<std::unique_ptr<HeapTeller>> heaps_;  // one of all without a crew
  std::function<void(Place, program::ReportPart)> place_;
};

}  // namespace gcrucible::calls
