// Where a change lies among the calls of a recording. Used by the predicates of legal damages.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "tests/harness/rules/damage/damage.h"

namespace gcrucible::tests {

const trace::Event& entry_of(const Recording& recording, std::size_t unit);
// A field of the unit's entry; 0 if absent.
std::uint64_t number(const Recording& recording, std::size_t unit, std::string_view key);

// A range of lines of the recording.
struct Stretch {
  std::size_t begin = 0, end = 0;
  bool has(std::size_t line) const { return line >= begin && line < end; }
};
inline Stretch all_of(const Recording& recording) {
  return {0, recording.lines.size()};
}
// The lines that the call was moved over, without the call itself; and the lines after it.
Stretch moved_over(const Recording& recording, const Change& change);
Stretch rest(const Recording& recording, const Change& change);

// Whether a call that begins in the stretch satisfies `fits`.
template <typename Fits>
bool any_in(const Recording& recording, Stretch stretch, Fits fits) {
  for (std::size_t i = 0; i < recording.units.size(); ++i) {
    if (stretch.has(recording.units[i].lines.front()) && fits(i)) return true;
  }
  return false;
}
bool any_named(const Recording& recording, Stretch stretch, std::initializer_list<std::string_view> names);

// The call was moved to a place where its thread runs code. Such a place is not in a suspension or a
// collection, not after Shutdown, and not between two calls that belong together.
bool lands_among_running_code(const Recording& recording, const Change& change);

// Under COR_PRF_HIGH_BASIC_GC alone, only brackets are reported.
bool reports_brackets_only(const Recording& recording);

// The unit of the next GarbageCollectionStarted; the number of units if there is none.
std::size_t next_collection(const Recording& recording, std::size_t unit);

}  // namespace gcrucible::tests
