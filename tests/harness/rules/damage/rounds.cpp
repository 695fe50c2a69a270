// Damages of a whole collection, and of a callback during which a collection occurs.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "harness/trace/event_fields.h"
#include "tests/harness/rules/damage/cells.h"
#include "tests/harness/rules/damage/damage.h"

namespace gcrucible::tests {
namespace {

bool is_suspending(std::string_view name) {
  return name.starts_with("Runtime");
}

// Units of a collection and its suspension, as far as reported.
struct Round {
  std::size_t suspends = 0;  // the collection's own if suspensions are not reported
  std::size_t started = 0, finished = 0;
  std::size_t resumed = 0;  // likewise
};

std::optional<std::size_t> next_on_thread(const Recording& recording, std::size_t from, std::uint32_t thread,
                                          std::string_view name) {
  for (std::size_t i = from; i < recording.units.size(); ++i) {
    if (recording.units[i].thread == thread && recording.units[i].name == name) return i;
  }
  return std::nullopt;
}

std::optional<Round> round_of(const Recording& recording, std::size_t started) {
  const auto& units = recording.units;
  if (started >= units.size() || units[started].name != "GarbageCollectionStarted") return std::nullopt;
  const std::uint32_t thread = units[started].thread;
  const auto finished = next_on_thread(recording, started, thread, "GarbageCollectionFinished");
  if (!finished) return std::nullopt;
  Round round{.suspends = started, .started = started, .finished = *finished, .resumed = *finished};
  for (std::size_t i = started; i-- > 0;) {
    if (units[i].name == "RuntimeSuspendStarted") round.suspends = i;
    if (!is_suspending(units[i].name) || units[i].name == "RuntimeSuspendStarted") break;
  }
  if (round.suspends == started) return round;
  if (const auto resumed = next_on_thread(recording, *finished, thread, "RuntimeResumeFinished")) {
    round.resumed = *resumed;
  }
  return round;
}

std::size_t next_round(const Recording& recording, std::size_t unit) {
  while (unit < recording.units.size() && recording.units[unit].name != "GarbageCollectionStarted") ++unit;
  return unit;
}

}  // namespace

void Damaged::drop_lines(const std::set<std::size_t>& lines) {
  std::vector<Piece> kept;
  for (std::size_t line = 0; line < pieces_.size(); ++line) {
    if (!lines.contains(line)) kept.push_back(pieces_[line]);
  }
  pieces_ = std::move(kept);
}

// The callback returns only after a collection that began since its entry.
bool Damaged::hold(const Recording& recording, std::size_t unit, bool on_own_thread) {
  const CallUnit& call = recording.units[unit];
  const auto round = round_of(recording, next_round(recording, unit + 1));
  if (!round || call.lines.size() < 2 || round->suspends <= unit) return false;
  const bool own = recording.units[round->started].thread == call.thread;
  if (own != on_own_thread) return false;
  // No other call of its thread comes in between.
  for (std::size_t i = unit + 1; i <= round->resumed; ++i) {
    if (own && i >= round->suspends) break;
    if (recording.units[i].thread == call.thread) return false;
  }
  const std::size_t end = recording.units[round->resumed].lines.back();
  const std::size_t returned = call.lines.back();
  if (returned >= end) return false;
  const auto begin = pieces_.begin();
  std::rotate(begin + static_cast<std::ptrdiff_t>(returned),
              begin + static_cast<std::ptrdiff_t>(returned + 1),
              begin + static_cast<std::ptrdiff_t>(end + 1));
  what_ = fmt::format("returns after the collection that starts in line {}",
                      recording.event(recording.units[round->started].lines.front()).n);
  return true;
}

bool Damaged::without_roots_of_a_kind(const Recording& recording, std::size_t begin, std::size_t end,
                                      Dice& dice) {
  std::optional<std::size_t> roots;
  for (std::size_t i = begin; i <= end; ++i) {
    if (recording.units[i].name != "RootReferences2") continue;
    if (roots) return false;
    roots = i;
  }
  if (!roots || !recording.units[*roots].twin) return false;
  const std::size_t line = recording.units[*roots].lines.front();
  const std::size_t older = recording.units[*recording.units[*roots].twin].lines.front();
  const Cells all = cells_of(trace::table_in(recording.event(line), "roots"));
  const Cells objects = cells_of(trace::table_in(recording.event(older), "roots"));
  if (all.width != 4 || all.values.empty() || objects.rows() != all.rows()) return false;
  const std::uint64_t kind = all.values[4 * dice.below(all.rows()) + 1];
  Cells kept{.values = {}, .width = 4}, kept_objects{.values = {}, .width = objects.width};
  for (std::size_t row = 0; row < all.rows(); ++row) {
    if (all.values[4 * row + 1] == kind) continue;
    for (std::size_t i = 0; i < 4; ++i) kept.values.push_back(all.values[4 * row + i]);
    kept_objects.values.push_back(objects.values[row * objects.width]);
  }
  set(line, "roots", table_value(kept, cells_.emplace_back(kept.values)));
  set(older, "roots", table_value(kept_objects, cells_.emplace_back(kept_objects.values)));
  change_.unit = *roots;
  change_.both = true;
  change_.field = "roots";
  change_.width = 4;
  change_.before = all.values;
  change_.after = kept.values;
  what_ = fmt::format("no roots of kind {}", kind);
  return true;
}

bool Damaged::change_round(const Recording& recording, std::size_t unit, Damage damage, Dice& dice) {
  const auto round = round_of(recording, unit);
  if (!round) return false;
  std::set<std::size_t> dropped;
  const auto drop = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i <= last; ++i) {
      if (!is_suspending(recording.units[i].name)) continue;
      dropped.insert(recording.units[i].lines.begin(), recording.units[i].lines.end());
    }
  };
  if (damage == Damage::kRoundRoots)
    return without_roots_of_a_kind(recording, round->started, round->finished, dice);
  if (damage == Damage::kRoundThread) {
    const std::uint32_t own = recording.units[unit].thread;
    const std::uint32_t other = own + 1 + static_cast<std::uint32_t>(dice.below(3));
    for (std::size_t i = round->started; i <= round->finished; ++i) {
      if (recording.units[i].thread != own) continue;
      for (const std::size_t line : recording.units[i].lines) pieces_[line].event.thread = other;
    }
    change_.before = {own};
    change_.after = {other};
    what_ = fmt::format("the whole collection on thread {}", other);
    return true;
  }
  if (damage == Damage::kRoundClasses) {
    std::size_t objects = 0;
    for (std::size_t i = round->started; i <= round->finished; ++i) {
      if (recording.units[i].name != "ObjectReferences") continue;
      set(recording.units[i].lines.front(), "class", trace::number(0));
      ++objects;
    }
    what_ = fmt::format("the class of all {} objects is 0", objects);
    return objects != 0;
  }
  if (round->suspends == round->started) return false;
  if (damage == Damage::kRoundUnsuspended) {
    drop(round->suspends, round->resumed);
    what_ = "without its suspension";
  } else {
    const auto next = round_of(recording, next_round(recording, round->resumed));
    if (!next || next->suspends == next->started) return false;
    drop(round->finished + 1, next->started - 1);
    what_ = "in one suspension with the next one";
  }
  drop_lines(dropped);
  return true;
}

}  // namespace gcrucible::tests
