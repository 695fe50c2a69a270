#include "tests/harness/rules/damage/legal.h"

#include <algorithm>

#include "tests/harness/rules/damage/legal_row.h"

namespace gcrucible::tests {

std::string_view legal_because(const Recording& recording, const Change& change) {
  for (const std::span<const LegalDamage> rows :
       {legal_program_calls(), legal_reports(), legal_classes(), legal_lives()}) {
    for (const LegalDamage& row : rows) {
      const bool fits = row.callback == recording.units[change.unit].name &&
                        std::find(row.damages.begin(), row.damages.end(), change.damage) != row.damages.end();
      if (fits && row.legal(recording, change)) return row.sentence;
    }
  }
  return {};
}

}  // namespace gcrucible::tests
