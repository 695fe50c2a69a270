#include "tests/harness/rules/damage/damage.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "harness/trace/event_fields.h"

namespace gcrucible::tests {
namespace {

using trace::Event;
using trace::Field;
using trace::Table;
using trace::Value;

bool is_number(const Value& value) {
  return value.kind == Value::Kind::kNumber || value.kind == Value::Kind::kSigned ||
         value.kind == Value::Kind::kBool;
}

// Far enough to be another value, near enough to be a slip.
std::uint64_t shifted(std::uint64_t value, Dice& dice) {
  const std::uint64_t distance = value < 1000 ? 1 + dice.below(3) : 8 * (1 + dice.below(512));
  return dice.even() || value < distance ? value + distance : value - distance;
}

struct Cells {
  std::vector<std::uint64_t> values;  // row by row
  std::size_t width = 0;
  bool truths = false;
  std::size_t rows() const { return values.size() / width; }
};

Cells cells_of(const Table& table) {
  Cells cells;
  cells.width = table.width;
  cells.truths = table.columns[0].type == trace::Column::Type::kBool32;
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    for (std::size_t i = 0; i < table.width; ++i) cells.values.push_back(table.columns[i].at(row));
  }
  return cells;
}

// Whether `cells` could be damaged so; they are, then.
bool hurt(Cells& cells, bool ranges, Damage damage, Dice& dice, std::string& what) {
  if (cells.width == 0 || cells.values.empty()) return false;
  const std::size_t rows = cells.rows(), width = cells.width;
  const std::size_t row = dice.below(rows);
  const auto begin = cells.values.begin() + static_cast<std::ptrdiff_t>(row * width);
  const std::size_t length = row * width + width - 1;
  switch (damage) {
    case Damage::kCut:
      if (ranges && cells.values[length] > 8 && dice.even()) {
        cells.values[length] = 8 * dice.below(static_cast<std::size_t>(cells.values[length] / 8));
        what = fmt::format("the length of entry {} cut to {}", row, cells.values[length]);
      } else {
        cells.values.erase(begin, begin + static_cast<std::ptrdiff_t>(width));
        what = fmt::format("entry {} cut out", row);
      }
      return true;
    case Damage::kLengthen:
      if (ranges && dice.even()) {
        cells.values[length] += 8 * (1 + dice.below(64));
        what = fmt::format("the length of entry {} lengthened to {}", row, cells.values[length]);
      } else {
        std::vector<std::uint64_t> more(begin, begin + static_cast<std::ptrdiff_t>(width));
        if (!cells.truths) more[0] = shifted(more[0], dice);
        what = fmt::format("an entry more behind {}, beginning with {:#x}", row, more[0]);
        cells.values.insert(begin + static_cast<std::ptrdiff_t>(width), more.begin(), more.end());
      }
      return true;
    case Damage::kShift: {
      std::uint64_t& cell = cells.values[row * width + dice.below(width)];
      const std::uint64_t before = cell;
      cell = cells.truths ? 1 - cell : shifted(cell, dice);
      what = fmt::format("{:#x} of entry {} shifted to {:#x}", before, row, cell);
      return true;
    }
    case Damage::kSwap: {
      const std::size_t other = dice.below(rows), column = dice.below(width);
      std::uint64_t& a = cells.values[row * width + column];
      std::uint64_t& b = cells.values[other * width + column];
      if (a == b) return false;
      what = fmt::format("column {} of entries {} and {} swapped", column, row, other);
      std::swap(a, b);
      return true;
    }
    default:
      return false;
  }
}

Value table_value(const Cells& cells, const std::vector<std::uint64_t>& kept) {
  Table table{.rows = cells.rows(), .width = static_cast<std::uint8_t>(cells.width)};
  for (std::size_t i = 0; i < cells.width && table.rows != 0; ++i) {
    table.columns[i] = {.data = kept.data() + i,
                        .stride = static_cast<std::uint32_t>(cells.width * sizeof(std::uint64_t))};
  }
  return trace::table(table);
}

// The one that is damaged, of fields with the values that callbacks carry.
std::optional<std::size_t> random_field(const Event& event, Damage damage, Dice& dice) {
  std::vector<std::size_t> fit;
  for (std::size_t i = 0; i < event.fields.size(); ++i) {
    const Value& value = event.fields[i].value;
    const bool table = value.kind == Value::Kind::kTable && value.table.rows != 0;
    if (table || (damage == Damage::kShift && is_number(value))) fit.push_back(i);
  }
  if (fit.empty()) return std::nullopt;
  return fit[dice.below(fit.size())];
}

}  // namespace

std::string_view name_of(Damage damage) {
  constexpr std::array<std::string_view, kDamages.size()> kNames{"cut",    "lengthen", "shift", "drop",
                                                                 "double", "swap",     "move"};
  return kNames[static_cast<std::size_t>(damage)];
}

Damaged::Damaged(const Recording& recording) {
  pieces_.reserve(recording.lines.size());
  for (const trace::Line& line : recording.lines) pieces_.push_back({.event = line.event()});
}

void Damaged::set(std::size_t line, std::string_view key, const Value& value) {
  Event& event = pieces_[line].event;
  std::vector<Field>& fields = fields_.emplace_back(event.fields.begin(), event.fields.end());
  for (Field& field : fields) {
    if (field.key == key) field.value = value;
  }
  event.fields = fields;
}

bool Damaged::change_values(const Recording& recording, std::size_t unit, Damage damage, Dice& dice) {
  const CallUnit& call = recording.units[unit];
  const Event& event = recording.event(call.lines.front());
  const auto which = random_field(event, damage, dice);
  if (!which) return false;
  const Field& field = event.fields[*which];
  if (field.value.kind != Value::Kind::kTable) {
    Value value = field.value;
    value.number = value.kind == Value::Kind::kBool ? 1 - value.number : shifted(value.number, dice);
    what_ = fmt::format("{} {:#x} shifted to {:#x}", field.key, field.value.number, value.number);
    set(call.lines.front(), field.key, value);
    change_.field = field.key;
    change_.before = {field.value.number};
    change_.after = {value.number};
    return true;
  }
  Cells cells = cells_of(field.value.table);
  change_.before = cells.values;
  if (!hurt(cells, field.key == "ranges", damage, dice, what_)) return false;
  change_.field = field.key;
  change_.width = cells.width;
  change_.after = cells.values;
  set(call.lines.front(), field.key, table_value(cells, cells_.emplace_back(cells.values)));
  if (!call.twin || !dice.even()) return true;
  // The older call of the batch says the same, as one that was filled from the same mistake.
  what_ += ", in both calls";
  change_.both = true;
  const std::size_t older = recording.units[*call.twin].lines.front();
  const std::size_t narrower = trace::table_in(recording.event(older), field.key).width;
  if (narrower == cells.width) {
    set(older, field.key, table_value(cells, cells_.back()));
  } else if (narrower != 0) {
    // The legacy call of roots has their objects alone.
    Cells objects{.values = {}, .width = narrower};
    for (std::size_t row = 0; row < cells.rows(); ++row) {
      for (std::size_t i = 0; i < narrower; ++i)
        objects.values.push_back(cells.values[row * cells.width + i]);
    }
    set(older, field.key, table_value(objects, cells_.emplace_back(objects.values)));
  }
  return true;
}

bool Damaged::place_elsewhere(const Recording& recording, std::size_t unit, Damage damage, Dice& dice) {
  std::vector<std::size_t> lines = recording.units[unit].lines;
  if (const auto twin = recording.units[unit].twin; twin && dice.even()) {
    const std::vector<std::size_t>& more = recording.units[*twin].lines;
    lines.insert(lines.end(), more.begin(), more.end());
    what_ = ", with the older call";
    change_.both = true;
  }
  std::vector<Piece> block;
  for (const std::size_t line : lines) block.push_back(pieces_[line]);
  if (damage == Damage::kDouble) {
    for (Piece& piece : block) piece.copy = true;
    pieces_.insert(pieces_.begin() + static_cast<std::ptrdiff_t>(lines.back() + 1), block.begin(),
                   block.end());
    what_ = "doubled" + what_;
    return true;
  }
  std::size_t before = 0;  // a line of the recording
  if (damage == Damage::kMove || damage == Damage::kSwap) {
    // Not into the middle of another call of its thread.
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < recording.units.size(); ++i) {
      const CallUnit& other = recording.units[i];
      if (i == unit || other.thread != recording.units[unit].thread) continue;
      const bool next = damage != Damage::kSwap || (i > unit && other.name != recording.units[unit].name);
      if (!next) continue;
      places.push_back(damage == Damage::kSwap ? other.lines.back() + 1 : other.lines.front());
      if (damage == Damage::kSwap) break;
    }
    std::erase_if(places, [&](std::size_t place) {
      return (place > lines.front() && place <= lines.back() + 1) || place == lines.front() ||
             place >= recording.lines.size();
    });
    if (places.empty()) return false;
    before = places[dice.below(places.size())];
    change_.place = before;
  }
  std::vector<Piece> result;
  for (std::size_t line = 0; line < pieces_.size(); ++line) {
    if (line == before && damage != Damage::kDrop) result.insert(result.end(), block.begin(), block.end());
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) result.push_back(pieces_[line]);
  }
  pieces_ = std::move(result);
  what_ =
      (damage == Damage::kDrop ? std::string("dropped") : fmt::format("put before line {}", before)) + what_;
  return true;
}

void Damaged::number_anew() {
  std::map<std::pair<std::uint64_t, bool>, std::uint64_t> now;
  for (std::size_t i = 0; i < pieces_.size(); ++i) now[{pieces_[i].event.n, pieces_[i].copy}] = i;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    Event event = pieces_[i].event;
    event.n = i;
    if (event.link != trace::kNoLine) {
      auto found = now.find({event.link, pieces_[i].copy});
      if (found == now.end()) found = now.find({event.link, false});
      event.link = found == now.end() ? trace::kNoLine : found->second;
    }
    events_.push_back(event);
  }
}

std::optional<Damaged> Damaged::of(const Recording& recording, std::size_t unit, Damage damage, Dice& dice) {
  Damaged damaged(recording);
  damaged.change_.unit = unit;
  damaged.change_.damage = damage;
  const bool values = damage == Damage::kCut || damage == Damage::kLengthen || damage == Damage::kShift;
  bool done = false;
  if (values || (damage == Damage::kSwap && dice.even())) {
    done = damaged.change_values(recording, unit, damage, dice);
  }
  if (!done && !values) done = damaged.place_elsewhere(recording, unit, damage, dice);
  if (!done) return std::nullopt;
  const CallUnit& call = recording.units[unit];
  damaged.what_ = fmt::format("{}: {} in line {}: {}", recording.name, call.name,
                              recording.event(call.lines.front()).n, damaged.what_);
  damaged.number_anew();
  return damaged;
}

}  // namespace gcrucible::tests
