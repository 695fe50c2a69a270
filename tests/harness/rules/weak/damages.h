// Mistakes made by hand in one trace each, and the rules that they violate.
#pragma once

#include <iterator>
#include <vector>

#include "tests/harness/rules/weak/lines.h"

namespace gcrucible::tests {

struct HandDamage {
  const char* what;
  const char* trace;  // of fixtures/traces, or the scenario from which tests/harness/rules/traces has it
  void (*change)(Lines&);
  RuleIds breaks;
  const char* rule = "";  // whose statement is damaged, if it is not the first of `breaks`

  std::string damaged_rule() const { return *rule != '\0' || breaks.empty() ? rule : breaks.front(); }
};

// In recordings of a real .NET 10.
void recording_damages(std::vector<HandDamage>& all);
// The others are mostly in traces with a model.
void answer_damages(std::vector<HandDamage>& all);
void report_damages(std::vector<HandDamage>& all);
void stop_damages(std::vector<HandDamage>& all);

// Changes after which the trace is that of another legal run.
struct LegalChange {
  const char* what;
  const char* trace;
  void (*change)(Lines&);
  const char* rule;  // that must not be violated by a stricter check
};
std::vector<LegalChange> legal_changes();

template <typename Rows>
void add(std::vector<HandDamage>& all, const Rows& rows) {
  all.insert(all.end(), std::begin(rows), std::end(rows));
}

}  // namespace gcrucible::tests
