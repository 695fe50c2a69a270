// Which rules have a checker, which could have one, and which cannot have one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/rules/catalogue/rule.h"

namespace gcrucible::rules {

enum class Coverage : std::uint8_t {
  kChecked,
  kNotYet,        // could have a checker, but has none
  kNotCheckable,  // cannot be violated, or no trace can show it: see Rule::reason
};

Coverage coverage_of(const Rule& rule);
// "checked", "not yet", "not checkable".
std::string_view name_of(Coverage coverage);
// Why a rule is not judged; empty for a rule with a checker.
std::string_view why_unchecked(const Rule& rule);

struct Tally {
  std::size_t checked = 0;
  std::size_t not_yet = 0;
  std::size_t not_checkable = 0;
  std::size_t all() const { return checked + not_yet + not_checkable; }
};
// Only counts rules that `breaker` can violate.
Tally tally(std::span<const Rule* const> rules, Breaker breaker);

}  // namespace gcrucible::rules
