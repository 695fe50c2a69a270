#include "harness/rules/probe/estimates/sampling.h"

#include <algorithm>
#include <cmath>

namespace gcrucible::rules {
namespace {

// An object that is missed less often than this counts as certain. A campaign has fewer than a thousand
// million objects, so this adds less than 1 in a million to the chance of a false alarm.
constexpr double kNever = 1e-16;

double missed(const Sampling& sampling, std::uint64_t size) {
  const auto interval = static_cast<double>(sampling.interval);
  if (sampling.method == Sampling::Method::kObjects) return 1 - 1 / interval;
  return std::exp(-static_cast<double>(size) / interval);
}

}  // namespace

void Spread::add(const Spread& other, double times) {
  for (std::size_t i = 0; i < kMeasures; ++i) {
    variance[i] += times * times * other.variance[i];
    step[i] = std::max(step[i], times * other.step[i]);
  }
}

Spread spread_of(const Sampling& sampling, std::uint64_t size) {
  const double miss = missed(sampling, size);
  if (miss < kNever) return {};
  const double odds = miss / (1 - miss);
  const double step = std::max(odds, 1.0);
  const auto bytes = static_cast<double>(size);
  return {.variance = {odds, bytes * bytes * odds}, .step = {step, bytes * step}};
}

}  // namespace gcrucible::rules
