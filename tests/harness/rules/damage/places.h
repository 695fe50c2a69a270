// Where a change lies among the calls of a recording: what the predicates of legal damages ask.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "tests/harness/rules/damage/damage.h"

namespace gcrucible::tests {

const trace::Event& entry_of(const Recording& recording, std::size_t unit);
// A field of its entry; 0 where it has none.
std::uint64_t number(const Recording& recording, std::size_t unit, std::string_view key);

// Lines of the recording.
struct Stretch {
  std::size_t begin = 0, end = 0;
  bool has(std::size_t line) const { return line >= begin && line < end; }
};
inline Stretch all_of(const Recording& recording) {
  return {0, recording.lines.size()};
}
// What the call was moved over, without itself; and what comes behind it.
Stretch moved_over(const Recording& recording, const Change& change);
Stretch rest(const Recording& recording, const Change& change);

// Whether a call that begins in the stretch fits.
template <typename Fits>
bool any_in(const Recording& recording, Stretch stretch, Fits fits) {
  for (std::size_t i = 0; i < recording.units.size(); ++i) {
    if (stretch.has(recording.units[i].lines.front()) && fits(i)) return true;
  }
  return false;
}
bool any_named(const Recording& recording, Stretch stretch, std::initializer_list<std::string_view> names);

// The call was moved to where its thread runs code: not into a suspension or a collection, not behind
// Shutdown, and not between two calls that nothing may come between.
bool lands_among_running_code(const Recording& recording, const Change& change);

// Under COR_PRF_HIGH_BASIC_GC alone, nothing but brackets is told.
bool tells_brackets_only(const Recording& recording);

// The unit of the next GarbageCollectionStarted; the number of units where none comes.
std::size_t next_collection(const Recording& recording, std::size_t unit);

}  // namespace gcrucible::tests
