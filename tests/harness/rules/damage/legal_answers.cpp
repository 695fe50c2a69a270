// Legal damages of what Info methods answer.
#include "tests/harness/rules/damage/legal_row.h"
#include "tests/harness/rules/damage/places.h"

namespace gcrucible::tests {
namespace {

// What .NET takes for its least threshold.
constexpr std::uint64_t kLeastThreshold = 85000;

bool another_setting(const Recording&, const Change& change) {
  return change.after[0] >= kLeastThreshold;
}

using enum Damage;

}  // namespace

std::span<const LegalDamage> legal_answers() {
  static const std::vector<LegalDamage> kRows = {
      {"GetGenerationBounds", {kSwap}, whole_order, "No document orders the ranges of GetGenerationBounds."},
      {"GetLOHObjectSizeThreshold",
       {kShift},
       another_setting,
       "System.GC.LOHThreshold chooses the threshold, which is 85,000 bytes at least."},
  };
  return kRows;
}

}  // namespace gcrucible::tests
