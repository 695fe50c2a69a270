// Judges the estimates of a whole campaign.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/rules/probe/estimates/estimate_sum.h"

namespace gcrucible::rules {

// The id of the rule.
inline constexpr std::string_view kEstimatesUnbiased = "output/estimates-unbiased";

// The chance that one comparison rejects correct estimates. A campaign has fewer than 50 comparisons, so it
// accuses a correct profiler in fewer than 1 of 10,000 campaigns.
inline constexpr double kFalseAlarm = 1e-6;

// The least error of a sum that has at most the chance kFalseAlarm, if the estimates are unbiased and
// independent. This is Bernstein's inequality; it holds for any number of cases.
double least_unlikely_error(const EstimateSum& sum);
// Whether so few totals lie between their bounds with at most that chance, if each does with the stated
// confidence. This is Chernoff's inequality.
bool is_rarely_covered(const EstimateSum& sum);

struct EstimateFinding {
  std::string detail;        // "reclaimed bytes in gen 1"
  std::string what;          // one or more sentences
  std::uint64_t number = 0;  // the case that is off the most
  std::uint64_t runs = 0;
};

// The first total that is biased, or has wrong bounds if none is biased. It names the others. Judge only
// whole campaigns: each further look at the same sums adds to the false alarms.
std::optional<EstimateFinding> judge_estimates(const EstimateSums& sums);

}  // namespace gcrucible::rules
