// Findings about a profiler other than violated rules: how it died, and what it changed or leaked.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace gcrucible::rules {

// The observations differ when the same program is reported without variations.
inline constexpr std::string_view kPresentation = "presentation";
// The profiler wrote into an array that a callback passed to it, or into an object.
inline constexpr std::string_view kGuardedArray = "array-memory";
inline constexpr std::string_view kObjectMemory = "object-memory";
// The profiler did not release references as it had acquired them.
inline constexpr std::string_view kUnbalancedReferences = "references";

// The profiler changed state of the process: signal handlers, the current directory, or preserved
// registers.
inline constexpr std::string_view kProcessState = "process-state";

struct OtherFinding {
  std::string_view word;  // used in place of a rule's id; has no family
  bool death = false;     // the run ended because of it
};
inline constexpr std::array kOtherFindings{
    OtherFinding{"crash", true},          OtherFinding{"exit", true},
    OtherFinding{"exception", true},      OtherFinding{"hang", true},
    OtherFinding{"closed-files", true},   OtherFinding{"written-files", true},
    OtherFinding{"written-memory", true}, OtherFinding{"left-processes", true},
    OtherFinding{kGuardedArray},          OtherFinding{kObjectMemory},
    OtherFinding{kUnbalancedReferences},  OtherFinding{kProcessState},
    OtherFinding{kPresentation},
};

// Earlier versions wrote another word into scenarios, reports and suppressions.
constexpr std::string_view current_word(std::string_view word) {
  return word == "retold" ? kPresentation : word == "lent-array" ? kGuardedArray : word;
}

constexpr bool is_other_finding(std::string_view word) {
  return std::ranges::find(kOtherFindings, word, &OtherFinding::word) != kOtherFindings.end();
}
// False for rules.
constexpr bool is_death(std::string_view word) {
  const auto* const row = std::ranges::find(kOtherFindings, word, &OtherFinding::word);
  return row != kOtherFindings.end() && row->death;
}

}  // namespace gcrucible::rules
