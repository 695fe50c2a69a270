#include "tests/harness/rules/damage/reported_round.h"

#include <algorithm>
#include <set>

#include "harness/abi/enums.h"
#include "harness/rules/decode/decode.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::tests {
namespace {

std::vector<std::uint64_t> cells_of(const trace::Event& event, std::string_view key) {
  std::vector<std::uint64_t> cells;
  const trace::Table table = trace::table_in(event, key);
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    for (std::size_t i = 0; i < table.width; ++i) cells.push_back(table.columns[i].at(row));
  }
  return cells;
}

std::optional<rules::GenerationMap> bounds_in(const Recording& recording, const CallUnit& unit) {
  for (const std::size_t line : unit.lines) {
    const trace::Event& event = recording.event(line);
    const trace::Value* const out = trace::find(event, "out");
    if (out == nullptr || out->list.size() != 2 || out->list[1].kind == trace::Value::Kind::kNull) continue;
    return rules::GenerationMap(rules::decode_bounds(out->list[1]));
  }
  return std::nullopt;
}

}  // namespace

bool has_exact_ranges(const Recording& recording) {
  return std::any_of(recording.units.begin(), recording.units.end(), [](const CallUnit& each) {
    return each.name == "MovedReferences2" || each.name == "SurvivingReferences2";
  });
}

void ReportedRound::take(const trace::Event& call, const std::vector<std::uint64_t>* changed) {
  const auto rows = [&](std::string_view key) { return changed != nullptr ? *changed : cells_of(call, key); };
  if (call.name == "ObjectReferences") {
    objects_[*trace::number_in(call, "object")] = {*trace::number_in(call, "class"), rows("refs")};
  } else if (call.name == "MovedReferences2" || (!exact_ && call.name == "MovedReferences")) {
    const auto cells = rows("ranges");
    for (std::size_t i = 0; i + 2 < cells.size(); i += 3)
      ranges_.push_back({cells[i], cells[i + 1], cells[i + 2]});
  } else if (call.name == "SurvivingReferences2" || (!exact_ && call.name == "SurvivingReferences")) {
    const auto cells = rows("ranges");
    for (std::size_t i = 0; i + 1 < cells.size(); i += 2)
      ranges_.push_back({cells[i], cells[i], cells[i + 1]});
  } else if (call.name == "RootReferences2") {
    const auto cells = rows("roots");
    for (std::size_t i = 0; i + 3 < cells.size(); i += 4)
      roots_.push_back({cells[i], cells[i + 1], cells[i + 2]});
  } else if (call.name == "ConditionalWeakTableElementReferences") {
    const auto cells = rows("elements");
    for (std::size_t i = 0; i + 1 < cells.size(); i += 3) dependents_.emplace_back(cells[i], cells[i + 1]);
  }
}

std::optional<ReportedRound> ReportedRound::around(const Recording& recording, const Change& change,
                                                   bool changed) {
  const std::vector<CallUnit>& units = recording.units;
  std::size_t begin = change.unit;
  while (begin != 0 && units[begin].name != "GarbageCollectionStarted") {
    if (begin != change.unit && units[begin].name == "GarbageCollectionFinished") return std::nullopt;
    --begin;
  }
  if (units[begin].name != "GarbageCollectionStarted") return std::nullopt;
  ReportedRound round = read(recording, begin, changed ? &change : nullptr);
  for (std::size_t i = begin + 1; i < units.size(); ++i) {
    if (units[i].name != "GarbageCollectionStarted") continue;
    round.next_ = std::make_shared<const ReportedRound>(read(recording, i, nullptr));
    break;
  }
  return round;
}

ReportedRound ReportedRound::read(const Recording& recording, std::size_t begin, const Change* change) {
  const std::vector<CallUnit>& units = recording.units;
  ReportedRound round;
  round.started_ = units[begin].lines.front();
  round.exact_ = has_exact_ranges(recording);
  round.dependents_reported_ = recording.callback_version == 0 || recording.callback_version >= 5;
  const std::vector<std::uint64_t> generations = cells_of(recording.event(round.started_), "generations");
  round.full_ = generations.size() > 2 && generations[2] != 0;
  if (const auto bounds = bounds_in(recording, units[begin])) round.bounds_before_ = *bounds;
  for (std::size_t i = begin; i < units.size(); ++i) {
    if (units[i].name == "GarbageCollectionFinished") {
      if (const auto bounds = bounds_in(recording, units[i])) round.bounds_after_ = *bounds;
      break;
    }
    const std::size_t line = units[i].lines.front();
    if (units[i].name == "ObjectReferences") {
      if (round.first_object_ == 0) round.first_object_ = line;
      round.last_object_ = line;
    }
    const bool here = change != nullptr && i == change->unit;
    if (here && change->damage == Damage::kDrop) continue;
    const bool table = here && change->field != "object" && change->field != "class";
    round.take(recording.event(line), table && !change->field.empty() ? &change->after : nullptr);
    if (here && change->field == "object") {
      round.objects_[change->after[0]] = round.objects_[change->before[0]];
      round.objects_.erase(change->before[0]);
    }
  }
  return round;
}

const ReportedRound::Range* ReportedRound::bringing(std::uint64_t object) const {
  for (const Range& range : ranges_) {
    if (object >= range.to && object - range.to < range.length) return &range;
  }
  return nullptr;
}

bool ReportedRound::survives(std::uint64_t object) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
    return object >= range.from && object - range.from < range.length;
  });
}

std::uint64_t ReportedRound::after(std::uint64_t object) const {
  for (const Range& range : ranges_) {
    if (object >= range.from && object - range.from < range.length) return range.to + (object - range.from);
  }
  return object;
}

std::uint64_t ReportedRound::before(std::uint64_t object) const {
  const Range* const range = bringing(object);
  return range == nullptr ? object : range->from + (object - range->to);
}

std::optional<std::uint64_t> ReportedRound::class_of(std::uint64_t object) const {
  const auto found = objects_.find(object);
  return found == objects_.end() ? std::nullopt : std::optional(found->second.object_class);
}

bool ReportedRound::explained() const {
  std::map<std::uint64_t, bool> reached;
  std::vector<std::uint64_t> pending;
  for (const auto& [address, object] : objects_) {
    if (bringing(address) == nullptr) pending.push_back(address);
    for (const std::uint64_t target : object.references) {
      if (!objects_.contains(target)) return false;
    }
  }
  for (const Root& root : roots_) {
    if (root.object == 0) continue;
    if (!objects_.contains(root.object)) return false;
    if ((root.flags & abi::COR_PRF_GC_ROOT_WEAKREF) == 0) pending.push_back(root.object);
  }
  while (!pending.empty()) {
    const std::uint64_t address = pending.back();
    pending.pop_back();
    if (std::exchange(reached[address], true)) continue;
    for (const std::uint64_t target : objects_.at(address).references) pending.push_back(target);
    for (const auto& [key, value] : dependents_) {
      if (key == address && objects_.contains(value)) pending.push_back(value);
    }
  }
  // Objects that dependent handles keep alive are reported since ICorProfilerCallback5.
  if (!dependents_reported_) return true;
  // From an interior root in such an object, its fields can be read, so that whole references to their
  // targets exist again. A cycle leads back to the object itself.
  std::set<std::uint64_t> read_again;
  for (const auto& [address, object] : objects_) {
    if (!reached.contains(address)) read_again.insert(object.references.begin(), object.references.end());
  }
  return std::all_of(objects_.begin(), objects_.end(), [&](const auto& each) {
    if (reached.contains(each.first)) return true;
    return !full_ && (read_again.contains(each.first) || may_be_kept(each.first, each.second));
  });
}

bool ReportedRound::leads_to(std::uint64_t object) const {
  constexpr std::uint64_t kNoReason = abi::COR_PRF_GC_ROOT_WEAKREF | abi::COR_PRF_GC_ROOT_INTERIOR;
  const bool by_root = std::any_of(roots_.begin(), roots_.end(), [&](const Root& root) {
    return root.object == object && (root.flags & kNoReason) == 0 &&
           root.kind != abi::COR_PRF_GC_ROOT_FINALIZER;
  });
  const bool by_handle = std::any_of(dependents_.begin(), dependents_.end(),
                                     [&](const auto& each) { return each.second == object; });
  return by_root || by_handle || std::any_of(objects_.begin(), objects_.end(), [&](const auto& each) {
           const auto& references = each.second.references;
           return each.first != object &&
                  std::find(references.begin(), references.end(), object) != references.end();
         });
}

bool ReportedRound::may_be_kept(std::uint64_t object, const Object& report) const {
  if (report.references.empty() || next_ == nullptr) return true;
  const std::uint64_t later = next_->after(object);
  return !next_->reported(later) || !next_->leads_to(later);
}

bool ReportedRound::any_old_range_in(std::uint64_t from, std::uint64_t to) const {
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [&](const Range& range) { return range.from < to && from < range.from + range.length; });
}

std::map<std::uint64_t, std::uint64_t> ReportedRound::young_survivors() const {
  std::map<std::uint64_t, std::uint64_t> counts;
  for (const auto& [address, object] : objects_) {
    const Range* const range = bringing(address);
    if (range == nullptr) continue;
    if (bounds_before_.generation_of(range->from + (address - range->to)) == 0) ++counts[object.object_class];
  }
  return counts;
}

bool ReportedRound::old_ranges_apart() const {
  std::vector<Range> sorted = ranges_;
  std::sort(sorted.begin(), sorted.end(), [](const Range& a, const Range& b) { return a.from < b.from; });
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (!bounds_before_.covers(sorted[i].from, sorted[i].length)) return false;
    if (i != 0 && sorted[i - 1].from + sorted[i - 1].length > sorted[i].from) return false;
  }
  return true;
}

bool ReportedRound::new_ranges_apart() const {
  std::vector<Range> sorted = ranges_;
  std::sort(sorted.begin(), sorted.end(), [](const Range& a, const Range& b) { return a.to < b.to; });
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (!bounds_after_.covers(sorted[i].to, sorted[i].length)) return false;
    if (i != 0 && sorted[i - 1].to + sorted[i - 1].length > sorted[i].to) return false;
  }
  return true;
}

bool ReportedRound::ranges_hold() const {
  return std::all_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
    const auto above = objects_.lower_bound(range.to + range.length);
    if (above == objects_.begin() || range.length % 8 != 0) return false;
    const auto& [last, object] = *std::prev(above);
    return last >= range.to &&
           range.to + range.length - last >= 8 * std::max<std::size_t>(object.references.size() + 1, 3);
  });
}

}  // namespace gcrucible::tests
