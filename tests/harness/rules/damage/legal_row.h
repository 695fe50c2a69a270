// The table of legal damages, row by row.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "tests/harness/rules/damage/damage.h"

namespace gcrucible::tests {

struct LegalDamage {
  std::string_view callback;
  std::vector<Damage> damages;
  bool (*legal)(const Recording&, const Change&);  // from the recording as it was and the place of the damage
  std::string_view sentence;                       // of a document, or of the rule that it names
};

inline bool always(const Recording&, const Change&) {
  return true;
}
// The same entries in another order.
inline bool whole_order(const Recording&, const Change& change) {
  return change.damage == Damage::kReverse;
}

std::span<const LegalDamage> legal_program_calls();  // handles and allocations
std::span<const LegalDamage> legal_reports();        // of collections and suspensions
std::span<const LegalDamage> legal_stops();          // of suspensions, and of the threads that collect
std::span<const LegalDamage> legal_classes();        // of the classes of objects
std::span<const LegalDamage> legal_lives();          // of threads, exceptions, assemblies and the profiler
std::span<const LegalDamage> legal_answers();        // of Info methods, whose names stand for the callback's

}  // namespace gcrucible::tests
