#include "harness/rules/probe/estimates/estimate_sum.h"

#include <algorithm>
#include <cmath>

namespace gcrucible::rules {

void EstimateSum::add(const EstimateSum& other) {
  const double mine = std::abs(worst_excess), theirs = std::abs(other.worst_excess);
  if (runs == 0 || theirs > mine || (theirs == mine && other.worst_case < worst_case)) {
    worst_case = other.worst_case;
    worst_excess = other.worst_excess;
    worst_due = other.worst_due;
  }
  runs += other.runs;
  rows += other.rows;
  due += other.due;
  excess += other.excess;
  variance += other.variance;
  step = std::max(step, other.step);
  apart = apart || other.apart;
  together = together || other.together;
  bounded += other.bounded;
  covered += other.covered;
  confidence = std::max(confidence, other.confidence);
}

void add_to(EstimateSums& sums, const EstimateSums& other) {
  for (const auto& [key, sum] : other) sums[key].add(sum);
}

EstimateSums of_case(EstimateSums sums, std::uint64_t number) {
  for (auto& [key, sum] : sums) {
    sum.worst_case = number;
    sum.worst_excess = sum.excess;
    sum.worst_due = sum.due;
  }
  return sums;
}

}  // namespace gcrucible::rules
