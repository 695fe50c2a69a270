// Which rules have a checker, which wait for one, and which cannot have one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/rules/catalogue/rule.h"

namespace gcrucible::rules {

enum class Coverage : std::uint8_t {
  kChecked,
  kNotYet,        // could have a checker and has none
  kNotCheckable,  // nothing can break it, or no trace can show it: Rule::reason says why
};

Coverage coverage_of(const Rule& rule);
// "checked", "not yet", "not checkable".
std::string_view name_of(Coverage coverage);
// Why a rule without a checker is not judged; empty for one that has one.
std::string_view why_unchecked(const Rule& rule);

struct Tally {
  std::size_t checked = 0;
  std::size_t not_yet = 0;
  std::size_t not_checkable = 0;
  std::size_t all() const { return checked + not_yet + not_checkable; }
};
// Of those among `rules` that `breaker` can break.
Tally tally(std::span<const Rule* const> rules, Breaker breaker);

}  // namespace gcrucible::rules
