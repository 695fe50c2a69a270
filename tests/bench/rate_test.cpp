// Ratios of rounds, and the verdicts of the limits about them.
#include "bench/rate.h"

#include <array>

#include "tests/support/catch.h"

namespace gcrucible::tests {

using bench::Rate;
using bench::Round;
using bench::Ruling;

namespace {

// Each turn took two seconds on two processors.
Round round_of(std::uint64_t real, std::uint64_t isolated, std::uint64_t in_process) {
  const auto turn = [](std::uint64_t cases) {
    return Rate{.cases = cases, .seconds = 2, .processor_seconds = 4};
  };
  return {.real = turn(real),
          .isolated = turn(isolated),
          .in_process = turn(in_process),
          .copies = turn(3 * isolated)};
}

}  // namespace

TEST_CASE("rate: cases by time and zero without time") {
  CHECK(Rate{.cases = 30, .seconds = 2, .processor_seconds = 3}.a_second() == 15);
  CHECK(Rate{.cases = 30, .seconds = 2, .processor_seconds = 3}.milliseconds_a_case() == 100);
  CHECK(Rate{}.a_second() == 0);
  CHECK(Rate{}.milliseconds_a_case() == 0);
}

TEST_CASE("advantage: it is the median of the ratios of rounds") {
  // In the second round the machine was busy for all sides, in the third only for .NET.
  const std::array rounds{round_of(10, 1000, 10'000), round_of(5, 600, 5'500), round_of(1, 1000, 10'000)};
  CHECK(bench::advantage_of(rounds).isolated == 120);
  CHECK(bench::advantage_of(rounds).in_process == 1100);
  CHECK(bench::advantage_of(rounds).copies == 360);
  CHECK(bench::processor_advantage_of(rounds).isolated == 120);
  CHECK(bench::processor_advantage_of(rounds).copies == 360);
}

TEST_CASE("limits: each limit of campaigns is judged separately") {
  const std::array met{round_of(10, 1000, 10'000)};
  for (const Ruling& each : bench::judge(met, true)) CHECK(each.kind == Ruling::Kind::kMet);

  const std::array slow{round_of(10, 1000, 9'990)};
  const auto rulings = bench::judge(slow, true);
  REQUIRE(rulings.size() == 2);
  CHECK(rulings[0].kind == Ruling::Kind::kMet);
  CHECK(rulings[1].kind == Ruling::Kind::kMissed);
  CHECK(rulings[1].text == "in process: 999 times as many cases a second as .NET processes, at least 1000");

  for (const Ruling& each : bench::judge(slow, false)) CHECK(each.kind == Ruling::Kind::kNotJudged);
}

}  // namespace gcrucible::tests
