#include "harness/calls/entry_edits.h"

#include <algorithm>

#include "harness/program/callback_shapes.h"

namespace gcrucible::calls {

using program::EntryEdit;
using program::ReportPart;

namespace {

bool moves_addresses(const EntryEdit& edit) {
  return edit.kind == EntryEdit::Kind::kOldAddresses || edit.kind == EntryEdit::Kind::kNewAddresses;
}

bool is_for(const EntryEdit& edit, const EntryRow& row) {
  return edit.entry == program::kNothing || edit.entry == row.honest;
}

}  // namespace

bool EntryEdits::any(ReportPart part) const {
  return std::ranges::any_of(reporting_->entries,
                             [part](const EntryEdit& edit) { return edit.part == part; });
}

bool EntryEdits::differ() const {
  return std::ranges::any_of(reporting_->entries,
                             [](const EntryEdit& edit) { return edit.variant != Variant::kBoth; });
}

void EntryEdits::planned(const sim::Heap& heap, const sim::Collection& collection) {
  if (std::ranges::none_of(reporting_->entries, moves_addresses)) return;
  moves_.clear();
  for (const sim::RangePlan& plan : collection.ranges) {
    const sim::Range& range = heap.ranges()[plan.range];
    for (std::uint32_t i = 0; i < plan.plug_count; ++i) {
      const sim::Plug& plug = collection.plugs[plan.first_plug + i];
      moves_.push_back({plug.from, plug.to, sim::plug_length(heap, range, plug)});
    }
  }
}

void EntryEdits::apply(ReportPart part, Variant variant, std::vector<EntryRow>& rows) {
  const std::size_t honest = rows.size();
  for (std::size_t i = 0; i < honest; ++i) rows[i].honest = static_cast<std::uint32_t>(i);
  for (std::size_t i = 0; i < reporting_->entries.size(); ++i) {
    const EntryEdit& edit = reporting_->entries[i];
    if (edit.part != part || (edit.variant != Variant::kBoth && edit.variant != variant)) continue;
    std::size_t found = 0, changed = 0;
    switch (edit.kind) {
      case EntryEdit::Kind::kDrop:
        found = changed = std::erase_if(rows, [&](const EntryRow& row) { return is_for(edit, row); });
        break;
      case EntryEdit::Kind::kRepeat: {
        const auto row = std::ranges::find_if(rows, [&](const EntryRow& each) { return is_for(edit, each); });
        if (row == rows.end()) break;
        rows.insert(row, EntryRow(*row));
        found = changed = 1;
        break;
      }
      case EntryEdit::Kind::kAdd:
        set(edit, rows.emplace_back());
        found = changed = 1;
        break;
      case EntryEdit::Kind::kChange:
        for (EntryRow& row : rows) {
          if (!is_for(edit, row)) continue;
          set(edit, row);
          found = ++changed;
        }
        break;
      case EntryEdit::Kind::kOldAddresses:
      case EntryEdit::Kind::kNewAddresses:
        for (EntryRow& row : rows) {
          if (!is_for(edit, row)) continue;
          ++found;
          if (displace(edit, row)) ++changed;
        }
        break;
    }
    if (changed > 0) {
      departures_.applied(i);
    } else if (found > 0) {
      departures_.missed(i, program::Unapplied::kUnmoved);
    } else {
      departures_.missed(i, program::Unapplied::kMissing, honest);
    }
  }
}

void EntryEdits::set(const EntryEdit& edit, EntryRow& row) const {
  const program::CallbackShape& shape = program::entry_shape(edit.part);
  for (const program::SaidArgument& each : edit.arguments) {
    if (each.index >= shape.count) continue;
    if (shape.arguments[each.index].is_array()) {
      std::vector<std::uint64_t> list;
      for (std::size_t i = 0; i < each.values.size(); ++i) {
        list.push_back(values_.at(each.values[i], i < row.list.size() ? row.list[i] : 0));
      }
      row.list = std::move(list);
    } else if (!each.values.empty()) {
      row.cells[each.index] = values_.at(each.values.front(), row.cells[each.index]);
    }
  }
}

bool EntryEdits::displace(const EntryEdit& edit, EntryRow& row) const {
  const program::CallbackShape& shape = program::entry_shape(edit.part);
  const bool old = edit.kind == EntryEdit::Kind::kOldAddresses;
  bool moved = false;
  const auto turn = [&](std::uint64_t& address) {
    const std::uint64_t other = other_side(address, old);
    moved |= other != address;
    address = other;
  };
  for (std::size_t i = 0; i < shape.count; ++i) {
    if (shape.arguments[i].type(0) != program::ArgumentType::kObject) continue;
    if (shape.arguments[i].is_array()) {
      std::ranges::for_each(row.list, turn);
    } else {
      turn(row.cells[i]);
    }
  }
  return moved;
}

std::uint64_t EntryEdits::other_side(std::uint64_t address, bool old) const {
  for (const Move& move : moves_) {
    const sim::Address start = old ? move.to : move.from;
    if (address - start < move.length) return address - start + (old ? move.from : move.to);
  }
  return address;
}

}  // namespace gcrucible::calls
