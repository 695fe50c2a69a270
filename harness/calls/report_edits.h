// The departures of a collection's report that concern its bracket, its ranges and errors. Tracks which of
// them changed anything.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/program/departure.h"
#include "harness/program/reporting.h"

namespace gcrucible::calls {

// For one collection, on its thread. The reporters of its parts share it.
class ReportEdits {
 public:
  using Kind = program::ReportEdit::Kind;

  explicit ReportEdits(const program::Reporting& reporting)
      : edits_(&reporting.edits), departures_(program::DepartureList::kEdits, reporting.edits.size()) {}

  bool any(Kind kind) const {
    return std::ranges::any_of(*edits_,
                               [kind](const program::ReportEdit& edit) { return edit.kind == kind; });
  }
  void applied(std::size_t index) { departures_.applied(index); }
  void missed(std::size_t index, program::Unapplied why, std::uint64_t there = 0) {
    departures_.missed(index, why, there);
  }
  // Marks all edits of that kind as applied.
  void applied(Kind kind) {
    for (std::size_t i = 0; i < edits_->size(); ++i) {
      if ((*edits_)[i].kind == kind) departures_.applied(i);
    }
  }
  void missed(Kind kind, program::Unapplied why) {
    for (std::size_t i = 0; i < edits_->size(); ++i) {
      if ((*edits_)[i].kind == kind) departures_.missed(i, why);
    }
  }
  void add_unapplied(std::vector<program::UnappliedDeparture>& to) const { departures_.add_unapplied(to); }

 private:
  const std::vector<program::ReportEdit>* edits_;
  program::DepartureTally departures_;
};

}  // namespace gcrucible::calls
