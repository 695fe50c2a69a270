#include "tests/harness/rules/damage/legal.h"

#include <algorithm>
#include <initializer_list>
#include <span>

#include "tests/harness/rules/damage/legal_row.h"

namespace gcrucible::tests {
namespace {

// The damage as named in the rows. Damages that give the same histories are listed once.
Damage listed(Damage damage) {
  switch (damage) {
    case Damage::kZero:
    case Damage::kNear:
    case Damage::kOthers:
      return Damage::kShift;
    case Damage::kEmpty:
    case Damage::kRoundRoots:
      return Damage::kCut;
    case Damage::kReverse:
      return Damage::kSwap;
    default:
      return damage;
  }
}

std::string_view because(std::string_view name, std::initializer_list<std::span<const LegalDamage>> tables,
                         const Recording& recording, const Change& change) {
  for (const std::span<const LegalDamage> rows : tables) {
    for (const LegalDamage& row : rows) {
      const bool fits = row.callback == name && std::find(row.damages.begin(), row.damages.end(),
                                                          listed(change.damage)) != row.damages.end();
      if (fits && row.legal(recording, change)) return row.sentence;
    }
  }
  return {};
}

}  // namespace

std::string_view legal_because(const Recording& recording, const Change& change) {
  return because(recording.units[change.unit].name,
                 {legal_program_calls(), legal_reports(), legal_stops(), legal_classes(), legal_lives()},
                 recording, change);
}

std::string_view legal_answer_because(const Recording& recording, const Change& change) {
  return because(change.field, {legal_answers()}, recording, change);
}

}  // namespace gcrucible::tests
