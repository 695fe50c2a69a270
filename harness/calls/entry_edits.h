// Changes the entries of a report on purpose, before they are split into calls.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/clr/info/said_values.h"
#include "harness/program/departure.h"
#include "harness/program/reporting.h"
#include "sim/collecting/collection.h"
#include "sim/heap.h"

namespace gcrucible::calls {

// An entry, by the columns of program::entry_shape. An object's references are in a separate list.
struct EntryRow {
  std::array<std::uint64_t, 4> cells{};
  std::vector<std::uint64_t> list{};
  // Number of the entry in the correct report. Added entries have none.
  std::uint32_t honest = program::kNothing;
};

// For one collection, on its thread. Owns none of its arguments.
class EntryEdits {
 public:
  using Variant = program::EntryEdit::Variant;

  EntryEdits(const program::Reporting& reporting, const clr::SaidValues& values)
      : reporting_(&reporting),
        values_(values),
        departures_(program::DepartureList::kEntries, reporting.entries.size()) {}

  bool any(program::ReportPart part) const;
  // Whether the two callbacks for roots receive different entries.
  bool differ() const;
  // Records where objects move, for edits that report addresses of the wrong side. Call it after marking and
  // planning.
  void planned(const sim::Heap& heap, const sim::Collection& collection);

  // Edits the callers' rows, in order. `variant` is kExact or kOlder.
  void apply(program::ReportPart part, Variant variant, std::vector<EntryRow>& rows);

  // The same for rows of another type. `to_row` and `from_row` convert to and from EntryRow.
  template <typename Row, typename ToRow, typename FromRow>
  void apply(program::ReportPart part, Variant variant, std::vector<Row>& rows, ToRow to_row,
             FromRow from_row) {
    if (!any(part)) return;
    std::vector<EntryRow> entries;
    for (const Row& row : rows) entries.push_back(to_row(row));
    apply(part, variant, entries);
    rows.clear();
    for (const EntryRow& entry : entries) rows.push_back(from_row(entry));
  }

  // Call it when everything is reported.
  void add_unapplied(std::vector<program::UnappliedDeparture>& to) const { departures_.add_unapplied(to); }

 private:
  struct Move {
    sim::Address from = 0;
    sim::Address to = 0;
    std::uint64_t length = 0;
  };
  std::uint64_t other_side(std::uint64_t address, bool old) const;
  void set(const program::EntryEdit& edit, EntryRow& row) const;
  // False if no object of the entry moved.
  bool displace(const program::EntryEdit& edit, EntryRow& row) const;

  const program::Reporting* reporting_;
  clr::SaidValues values_;
  std::vector<Move> moves_;
  program::DepartureTally departures_;
};

}  // namespace gcrucible::calls
