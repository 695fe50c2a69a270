// Legal damages of Info answers.
#include <algorithm>
#include <array>
#include <vector>

#include "harness/trace/event_fields.h"
#include "tests/harness/rules/damage/cells.h"
#include "tests/harness/rules/damage/legal_row.h"
#include "tests/harness/rules/damage/places.h"
#include "tests/harness/rules/damage/reported_round.h"

namespace gcrucible::tests {
namespace {

// The smallest threshold that .NET accepts.
constexpr std::uint64_t kLeastThreshold = 85000;

bool another_setting(const Recording&, const Change& change) {
  return change.after[0] >= kLeastThreshold;
}

// The lengths of ranges, in whole words, in a collection of which only the brackets are reported.
bool filled_otherwise(const Recording& recording, const Change& change) {
  if (!reports_brackets_only(recording) || change.width != 4 || change.before.size() != change.after.size())
    return false;
  for (std::size_t i = 0; i < change.before.size(); ++i) {
    if (change.before[i] == change.after[i]) continue;
    const std::uint64_t reserved = change.before[i - i % 4 + 3];
    if (i % 4 != 2 || change.after[i] % 8 != 0 || change.after[i] > reserved) return false;
  }
  return true;
}

// Which of generations 0 to 2 a range belongs to, if each of them also has another range.
bool aged_otherwise(const Recording& recording, const Change& change) {
  if (!reports_brackets_only(recording) || change.width != 4 || change.before.size() != change.after.size())
    return false;
  std::array<std::size_t, 3> ranges{};
  for (std::size_t i = 0; i < change.before.size(); ++i) {
    if (i % 4 == 0 && change.after[i] < ranges.size()) ++ranges[change.after[i]];
    if (change.before[i] == change.after[i]) continue;
    if (i % 4 != 0 || change.before[i] >= ranges.size() || change.after[i] >= ranges.size()) return false;
  }
  return std::ranges::all_of(ranges, [](std::size_t count) { return count != 0; });
}

// The rows of the next answer with rows.
std::vector<std::uint64_t> next_rows(const Recording& recording, const Change& change) {
  const std::size_t end = recording.units[change.unit].lines.back();
  for (const Answer& answer : recording.answers) {
    if (answer.method != "GetGenerationBounds" || answer.end <= end) continue;
    const trace::Value* const out = trace::find(recording.event(answer.end), "out");
    if (out == nullptr || out->list.size() < 2 || out->list[1].kind != trace::Value::Kind::kTable) continue;
    return cells_of(out->list[1].table).values;
  }
  return {};
}

// More than before: garbage before a collection, or the last object of a range, whose size is unknown.
bool filled_further(const Recording& recording, const Change& change) {
  if (change.width != 4 || change.before.size() != change.after.size()) return false;
  const bool finished = recording.units[change.unit].name == "GarbageCollectionFinished";
  const std::vector<std::uint64_t> next = next_rows(recording, change);
  for (std::size_t i = 0; i < change.before.size(); ++i) {
    if (change.before[i] == change.after[i]) continue;
    const std::uint64_t generation = change.before[i - i % 4];
    const bool grows = generation == 0 || generation > 2;
    if (i % 4 != 2 || change.after[i] % 8 != 0 || change.after[i] < change.before[i] ||
        change.after[i] > change.before[i + 1])
      return false;
    if (!finished && !grows) return false;
    for (std::size_t k = 0; finished && k + 3 < next.size(); k += 4) {
      if (next[k + 1] != change.before[i - 1]) continue;
      if (next[k + 2] < change.after[i] || (!grows && next[k + 2] != change.after[i])) return false;
    }
  }
  return true;
}

// Of the last answer with rows before the change.
std::vector<std::uint64_t> rows_before(const Recording& recording, const Change& change) {
  const std::size_t begin = recording.units[change.unit].lines.front();
  std::vector<std::uint64_t> rows;
  for (const Answer& answer : recording.answers) {
    if (answer.method != "GetGenerationBounds" || answer.end >= begin) continue;
    const trace::Value* const out = trace::find(recording.event(answer.end), "out");
    if (out == nullptr || out->list.size() < 2 || out->list[1].kind != trace::Value::Kind::kTable) continue;
    rows = cells_of(out->list[1].table).values;
  }
  return rows;
}

// Less garbage at the end of a range of generation 0, or of large or pinned objects, before a collection. No
// range, announcement or handle reports an object there.
bool filled_less(const Recording& recording, const Change& change) {
  if (change.width != 4 || change.before.size() != change.after.size()) return false;
  if (recording.units[change.unit].name != "GarbageCollectionStarted") return false;
  const auto round = ReportedRound::around(recording, change, false);
  if (!round) return false;
  const std::vector<std::uint64_t> last = rows_before(recording, change);
  for (std::size_t i = 0; i < change.before.size(); ++i) {
    if (change.before[i] == change.after[i]) continue;
    const std::uint64_t generation = change.before[i - i % 4];
    if (i % 4 != 2 || change.after[i] % 8 != 0 || change.after[i] > change.before[i]) return false;
    if (generation == 1 || generation == 2) return false;
    const std::uint64_t start = change.before[i - 1];
    const std::uint64_t from = start + change.after[i], to = start + change.before[i];
    if (round->any_old_range_in(from, to)) return false;
    for (std::size_t k = 0; k + 3 < last.size(); k += 4) {
      if (last[k + 1] == start && last[k + 2] > change.after[i]) return false;
    }
    if (any_in(recording, {0, round->started()}, [&](std::size_t unit) {
          const std::uint64_t object = number(recording, unit, "object");
          return object >= from && object < to;
        }))
      return false;
  }
  return true;
}

using enum Damage;

}  // namespace

std::span<const LegalDamage> legal_answers() {
  static const std::vector<LegalDamage> kRows = {
      {"GetGenerationBounds", {kSwap}, whole_order, "No document orders the ranges of GetGenerationBounds."},
      {"GetGenerationBounds",
       {kShift},
       filled_otherwise,
       "The program and the collector decide how much of a range is filled. Under COR_PRF_HIGH_BASIC_GC "
       "alone, nothing else reports it."},
      {"GetGenerationBounds",
       {kShift},
       aged_otherwise,
       "The collector decides which ranges survivors get. Under COR_PRF_HIGH_BASIC_GC alone, nothing else "
       "reports them."},
      {"GetGenerationBounds",
       {kShift},
       filled_further,
       "Only a range reports objects that die, and only its length shows the size of its last object "
       "(generations/exact-length)."},
      {"GetGenerationBounds",
       {kShift},
       filled_less,
       "Only the length of a range shows garbage that nothing else reported (generations/exact-length)."},
      {"GetLOHObjectSizeThreshold",
       {kShift},
       another_setting,
       "System.GC.LOHThreshold chooses the threshold, which is 85,000 bytes at least."},
  };
  return kRows;
}

}  // namespace gcrucible::tests
