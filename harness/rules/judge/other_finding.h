// What is found in a profiler beside broken rules: how it died, and what it has touched or kept.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace gcrucible::rules {

// What is observed differs when the same program is told plainly.
inline constexpr std::string_view kRetold = "retold";
// The profiler wrote into an array that a callback lent it, or into an object.
inline constexpr std::string_view kLentArray = "lent-array";
inline constexpr std::string_view kObjectMemory = "object-memory";
// It did not give references back as it had got them.
inline constexpr std::string_view kReferences = "references";

// It changed what belongs to the process: signal handlers, the current folder, registers that calls preserve.
inline constexpr std::string_view kProcessState = "process-state";

struct OtherFinding {
  std::string_view word;  // where a rule's id would stand; without a family
  bool death = false;     // the run ended by it
};
inline constexpr std::array kOtherFindings{
    OtherFinding{"crash", true},
    OtherFinding{"exit", true},
    OtherFinding{"exception", true},
    OtherFinding{"hang", true},
    OtherFinding{"closed-files", true},
    OtherFinding{"written-files", true},
    OtherFinding{"written-memory", true},
    OtherFinding{"left-processes", true},
    OtherFinding{kLentArray},
    OtherFinding{kObjectMemory},
    OtherFinding{kReferences},
    OtherFinding{kProcessState},
    OtherFinding{kRetold},
};

constexpr bool is_other_finding(std::string_view word) {
  return std::ranges::find(kOtherFindings, word, &OtherFinding::word) != kOtherFindings.end();
}
// False of rules.
constexpr bool is_death(std::string_view word) {
  const auto* const row = std::ranges::find(kOtherFindings, word, &OtherFinding::word);
  return row != kOtherFindings.end() && row->death;
}

}  // namespace gcrucible::rules
