#include "bench/rate.h"

#include <fmt/format.h>

#include <utility>

#include "bench/measurement.h"

namespace gcrucible::bench {

namespace {

template <typename Ratio>
double median_of(std::span<const Round> rounds, Ratio ratio) {
  std::vector<double> ratios;
  for (const Round& each : rounds) ratios.push_back(ratio(each));
  return median(std::move(ratios));
}

double quotient(double a, double b) {
  return b > 0 ? a / b : 0;
}

Ruling rule(double value, double least, std::string_view which, bool compared) {
  if (!compared) return {Ruling::Kind::kNotJudged, fmt::format("{}: no .NET to compare with", which)};
  return {value >= least ? Ruling::Kind::kMet : Ruling::Kind::kMissed,
          fmt::format("{}: {:.0f} times as many cases a second as .NET processes, at least {:.0f}", which,
                      value, least)};
}

}  // namespace

Advantage advantage_of(std::span<const Round> rounds) {
  const auto of = [rounds](Rate Round::*side) {
    return median_of(rounds, [side](const Round& each) {
      return quotient((each.*side).a_second(), each.real.a_second());
    });
  };
  return {
      .isolated = of(&Round::isolated), .in_process = of(&Round::in_process), .copies = of(&Round::copies)};
}

Advantage processor_advantage_of(std::span<const Round> rounds) {
  const auto of = [rounds](Rate Round::*side) {
    return median_of(rounds, [side](const Round& each) {
      return quotient(each.real.milliseconds_a_case(), (each.*side).milliseconds_a_case());
    });
  };
  return {
      .isolated = of(&Round::isolated), .in_process = of(&Round::in_process), .copies = of(&Round::copies)};
}

std::vector<Ruling> judge(std::span<const Round> rounds, bool compared) {
  const Advantage advantage = advantage_of(rounds);
  return {rule(advantage.isolated, kLeastIsolated, "isolated", compared),
          rule(advantage.in_process, kLeastInProcess, "in process", compared)};
}

}  // namespace gcrucible::bench
