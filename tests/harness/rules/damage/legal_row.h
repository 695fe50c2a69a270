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
  bool (*legal)(const Recording&, const Change&);  // uses the original recording and the place of the damage
  std::string_view sentence;                       // from a document, or from the rule that it names
};

inline bool always(const Recording&, const Change&) {
  return true;
}
// The same entries in another order.
inline bool whole_order(const Recording&, const Change& change) {
  return change.damage == Damage::kReverse;
}

std::span<const LegalDamage> legal_program_calls();  // handles and allocations
std::span<const LegalDamage> legal_reports();        // about collections and suspensions
std::span<const LegalDamage> legal_stops();          // about suspensions and the threads that collect
std::span<const LegalDamage> legal_classes();        // about the classes of objects
std::span<const LegalDamage> legal_lives();          // about threads, exceptions, assemblies and the profiler
std::span<const LegalDamage> legal_answers();        // about Info methods; their names replace the callback's

}  // namespace gcrucible::tests
