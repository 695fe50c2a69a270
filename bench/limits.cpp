#include "bench/limits.h"

#include <fmt/format.h>

#include <algorithm>

namespace gcrucible::bench {

namespace {

Ruling rule(double value, double most, std::string text) {
  return {value <= most ? Ruling::Kind::kMet : Ruling::Kind::kMissed, std::move(text)};
}

Ruling not_judged(std::string text) {
  return {Ruling::Kind::kNotJudged, std::move(text)};
}

const Measurement* find(std::span<const Measurement> measurements, std::uint64_t nodes) {
  const auto found = std::ranges::find(measurements, nodes, &Measurement::nodes);
  return found == measurements.end() ? nullptr : &*found;
}

Ruling rule_growth(std::span<const Measurement> measurements) {
  const Measurement* const from = find(measurements, kGrowthFrom);
  const Measurement* const to = find(measurements, kGrowthTo);
  if (from == nullptr || to == nullptr) {
    return not_judged(fmt::format("growth of time: needs the sizes {} and {}", kGrowthFrom, kGrowthTo));
  }
  const double ours = to->simulated_time() / from->simulated_time();
  if (!from->compared() || !to->compared()) {
    return not_judged(
        fmt::format("growth of time from {} to {} objects: {:.2f} simulated, no .NET to compare with",
                    kGrowthFrom, kGrowthTo, ours));
  }
  // Equals the quotient of the two growths. Each ratio comes from numbers that were measured together.
  const double growth = to->ratio() / from->ratio();
  return rule(growth, kMostGrowth,
              fmt::format("growth of time from {} to {} objects: {:.2f} times that under .NET, at most {}",
                          kGrowthFrom, kGrowthTo, growth, kMostGrowth));
}

}  // namespace

std::vector<Ruling> judge(std::span<const Measurement> measurements) {
  std::vector<Ruling> rulings;
  for (const Measurement& each : measurements) {
    if (each.nodes < kSmallestJudged) continue;
    if (each.compared()) {
      rulings.push_back(rule(each.ratio(), kMostRatio,
                             fmt::format("{} objects: {:.2f} of the time under .NET, at most {}", each.nodes,
                                         each.ratio(), kMostRatio)));
    } else {
      rulings.push_back(not_judged(fmt::format("{} objects: time, no .NET to compare with", each.nodes)));
    }
    rulings.push_back(rule(each.simulated_memory(), kMostMemory,
                           fmt::format("{} objects: {:.1f} bytes an object besides its own, at most {}",
                                       each.nodes, each.simulated_memory(), kMostMemory)));
  }
  rulings.push_back(rule_growth(measurements));
  return rulings;
}

int status_of(std::span<const Ruling> rulings) {
  return std::ranges::any_of(rulings, [](const Ruling& each) { return each.kind == Ruling::Kind::kMissed; })
             ? kLimitMissed
             : 0;
}

}  // namespace gcrucible::bench
