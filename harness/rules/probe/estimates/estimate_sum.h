// By how much the estimates of a profiler were off, in one run or in several together.
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "harness/rules/collection/heap_model.h"
#include "harness/rules/probe/estimates/sampling.h"

namespace gcrucible::rules {

// One total over all classes or functions.
struct EstimateKey {
  std::uint8_t of = 0;                      // as enum gcrucible_estimate
  std::uint8_t generation = kNoGeneration;  // kNoGeneration: all of them
  Measure measure = Measure::kObjects;

  friend auto operator<=>(const EstimateKey&, const EstimateKey&) = default;
};

struct EstimateSum {
  std::uint64_t runs = 0;
  std::uint64_t rows = 0;  // numbers of the answers, each rounded to a thousandth
  double due = 0;          // the true totals
  double excess = 0;       // estimates less true totals
  double variance = 0;     // of the excess, if the estimates are unbiased
  double step = 0;         // as in Spread
  // In sums of all generations: whether some answers had separate generations, and whether some had not.
  bool apart = false;
  bool together = false;
  // Totals with bounds, those of them that lie between, and the confidence that is stated, in thousandths.
  std::uint64_t bounded = 0;
  std::uint64_t covered = 0;
  std::uint32_t confidence = 0;
  // The case that is off the most.
  std::uint64_t worst_case = 0;
  double worst_excess = 0;
  double worst_due = 0;

  void add(const EstimateSum& other);
  friend bool operator==(const EstimateSum&, const EstimateSum&) = default;
};

using EstimateSums = std::map<EstimateKey, EstimateSum>;

// Adds those of `other`, which have the number of their case if they are of one run.
void add_to(EstimateSums& sums, const EstimateSums& other);
// Of one run, with the number of its case.
EstimateSums of_case(EstimateSums sums, std::uint64_t number);

}  // namespace gcrucible::rules
