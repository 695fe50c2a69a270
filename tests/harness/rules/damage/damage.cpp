#include "tests/harness/rules/damage/damage.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "harness/trace/event_fields.h"
#include "tests/harness/rules/damage/cells.h"

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

bool changes_numbers(Damage damage, const Value& value) {
  if (damage == Damage::kShift) return true;
  return value.kind != Value::Kind::kBool &&
         (damage == Damage::kZero || damage == Damage::kNear || damage == Damage::kOthers);
}

// The same field of another call of the same callback; the call's own if there is no other.
const Value& elsewhere(const Recording& recording, std::size_t unit, const Field& field, Dice& dice) {
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < recording.units.size(); ++i) {
    if (i != unit && recording.units[i].name == recording.units[unit].name) others.push_back(i);
  }
  if (others.empty()) return field.value;
  const std::size_t line = recording.units[others[dice.below(others.size())]].lines.front();
  const Value* const found = trace::find(recording.event(line), field.key);
  return found == nullptr || found->kind != field.value.kind ? field.value : *found;
}

// The index of the field to damage, among fields with the values that callbacks carry.
std::optional<std::size_t> random_field(const Event& event, Damage damage, Dice& dice) {
  std::vector<std::size_t> fit;
  for (std::size_t i = 0; i < event.fields.size(); ++i) {
    const Value& value = event.fields[i].value;
    const bool table = value.kind == Value::Kind::kTable && value.table.rows != 0;
    if (table || (changes_numbers(damage, value) && is_number(value))) fit.push_back(i);
  }
  if (fit.empty()) return std::nullopt;
  return fit[dice.below(fit.size())];
}

}  // namespace

std::string_view name_of(Damage damage) {
  constexpr std::array<std::string_view, 21> kNames{"cut",
                                                    "lengthen",
                                                    "shift",
                                                    "drop",
                                                    "double",
                                                    "swap",
                                                    "move",
                                                    "zero",
                                                    "off by one",
                                                    "another's",
                                                    "reverse",
                                                    "empty",
                                                    "other thread",
                                                    "result",
                                                    "held open on the thread of a collection",
                                                    "held open during a collection",
                                                    "a collection on another thread",
                                                    "a collection without classes",
                                                    "a collection without roots of a kind",
                                                    "a collection without its suspension",
                                                    "two collections in a suspension"};
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
  const Value& other = damage == Damage::kOthers ? elsewhere(recording, unit, field, dice) : field.value;
  if (field.value.kind != Value::Kind::kTable) {
    Value value = field.value;
    value.number = value.kind == Value::Kind::kBool ? 1 - value.number
                                                    : hurt_number(value.number, damage, other.number, dice);
    if (value.number == field.value.number) return false;
    what_ = fmt::format("{} {:#x} changed to {:#x}", field.key, field.value.number, value.number);
    set(call.lines.front(), field.key, value);
    change_.field = field.key;
    change_.before = {field.value.number};
    change_.after = {value.number};
    return true;
  }
  Cells cells = cells_of(field.value.table);
  change_.before = cells.values;
  if (!hurt(cells, field.key == "ranges", damage, cells_of(other.table), dice, what_)) return false;
  change_.field = field.key;
  change_.width = cells.width;
  change_.after = cells.values;
  set(call.lines.front(), field.key, table_value(cells, cells_.emplace_back(cells.values)));
  if (!call.twin || !dice.even()) return true;
  // The older call gets the same change, as if both were filled from one mistake.
  what_ += ", in both calls";
  change_.both = true;
  const std::size_t older = recording.units[*call.twin].lines.front();
  const std::size_t narrower = trace::table_in(recording.event(older), field.key).width;
  if (narrower == cells.width) {
    set(older, field.key, table_value(cells, cells_.back()));
  } else if (narrower != 0) {
    // The older call of roots has only their objects.
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

bool Damaged::put_on_another_thread(const Recording& recording, std::size_t unit, Dice& dice) {
  const std::uint32_t own = recording.units[unit].thread;
  std::vector<std::uint32_t> threads;
  for (const CallUnit& each : recording.units) threads.push_back(each.thread);
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  // Also a thread without any other call.
  threads.push_back(threads.back() + 1);
  std::erase(threads, own);
  const std::uint32_t other = threads[dice.below(threads.size())];
  std::vector<std::size_t> units{unit};
  if (const auto twin = recording.units[unit].twin; twin && dice.even()) {
    units.push_back(*twin);
    change_.both = true;
  }
  for (const std::size_t each : units) {
    for (const std::size_t line : recording.units[each].lines) pieces_[line].event.thread = other;
  }
  change_.before = {own};
  change_.after = {other};
  what_ = fmt::format("on thread {}{}", other, change_.both ? ", with the older call" : "");
  return true;
}

bool Damaged::change_answer(const Recording& recording, std::size_t answer, Damage damage, Dice& dice) {
  const Answer& of = recording.answers[answer];
  Event& event = pieces_[of.end].event;
  if (damage == Damage::kResult) {
    constexpr std::array<std::int32_t, 4> kResults{0, 1, static_cast<std::int32_t>(0x80004005),
                                                   static_cast<std::int32_t>(0x80131361)};
    const std::int32_t hr = kResults[dice.below(kResults.size())];
    if (hr == event.hr) return false;
    what_ = fmt::format("hr {:#x} changed to {:#x}", static_cast<std::uint32_t>(event.hr),
                        static_cast<std::uint32_t>(hr));
    change_.before = {static_cast<std::uint32_t>(event.hr)};
    change_.after = {static_cast<std::uint32_t>(hr)};
    event.hr = hr;
    return true;
  }
  const Value* const out = trace::find(recording.event(of.end), "out");
  if (out == nullptr || out->list.empty()) return false;
  const std::size_t index = dice.below(out->list.size());
  std::vector<Value>& values = lists_.emplace_back(out->list.begin(), out->list.end());
  Value& value = values[index];
  // The answer of the same method elsewhere.
  const Answer& another = recording.answers[recording.alike(answer, dice.below(recording.answers.size()))];
  const Value* const others = trace::find(recording.event(another.end), "out");
  const Value& other =
      others != nullptr && index < others->list.size() && others->list[index].kind == value.kind
          ? others->list[index]
          : value;
  if (value.kind == Value::Kind::kTable) {
    Cells cells = cells_of(value.table);
    change_.before = cells.values;
    if (!hurt(cells, false, damage, cells_of(other.table), dice, what_)) return false;
    change_.width = cells.width;
    change_.after = cells.values;
    value = table_value(cells, cells_.emplace_back(cells.values));
  } else if (is_number(value) && changes_numbers(damage, value)) {
    change_.before = {value.number};
    value.number = hurt_number(value.number, damage, other.number, dice);
    change_.after = {value.number};
    if (change_.after == change_.before) return false;
    what_ = fmt::format("{:#x} changed to {:#x}", change_.before[0], change_.after[0]);
  } else {
    return false;
  }
  what_ = fmt::format("out value {}: {}", index, what_);
  set(of.end, "out", trace::list(values));
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
  const bool places = damage == Damage::kDrop || damage == Damage::kDouble || damage == Damage::kMove ||
                      damage == Damage::kSwap;
  const bool round = damage >= Damage::kRoundThread;
  const bool held = damage == Damage::kHeldHere || damage == Damage::kHeldThere;
  const bool values = !places && !round && !held && damage != Damage::kThread;
  bool done = false;
  if (held) done = damaged.hold(recording, unit, damage == Damage::kHeldHere);
  if (round) done = damaged.change_round(recording, unit, damage, dice);
  if (damage == Damage::kThread) done = damaged.put_on_another_thread(recording, unit, dice);
  if (values || (damage == Damage::kSwap && dice.even())) {
    done = damaged.change_values(recording, unit, damage, dice);
  }
  if (!done && places) done = damaged.place_elsewhere(recording, unit, damage, dice);
  if (!done) return std::nullopt;
  const CallUnit& call = recording.units[unit];
  damaged.what_ = fmt::format("{}: {} in line {}: {}", recording.name, call.name,
                              recording.event(call.lines.front()).n, damaged.what_);
  damaged.number_anew();
  return damaged;
}

std::optional<Damaged> Damaged::of_answer(const Recording& recording, std::size_t answer, Damage damage,
                                          Dice& dice) {
  Damaged damaged(recording);
  damaged.change_.unit = recording.answers[answer].unit;
  damaged.change_.damage = damage;
  damaged.change_.field = recording.answers[answer].method;
  if (!damaged.change_answer(recording, answer, damage, dice)) return std::nullopt;
  damaged.what_ = fmt::format("{}: {} in line {}: {}", recording.name, recording.answers[answer].method,
                              recording.event(recording.answers[answer].end).n, damaged.what_);
  damaged.number_anew();
  return damaged;
}

}  // namespace gcrucible::tests
