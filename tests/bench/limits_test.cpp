// Medians, and the verdicts of the limits about them.
#include "bench/limits.h"

#include <algorithm>

#include "tests/bench/samples.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {

using bench::Measurement;
using bench::Ruling;

namespace {

// Times in nanoseconds for each object.
Measurement measured(std::uint64_t nodes, std::uint64_t ours, std::uint64_t theirs, std::uint64_t memory) {
  const std::uint64_t bytes = nodes * (bench::kNodeBytes + memory);
  return {nodes, {{sample_of(nodes, nodes * ours, bytes), sample_of(nodes, nodes * theirs, bytes)}}};
}

std::size_t count(const std::vector<Ruling>& rulings, Ruling::Kind kind) {
  return static_cast<std::size_t>(std::ranges::count(rulings, kind, &Ruling::kind));
}

}  // namespace

TEST_CASE("median: one disturbed pair does not change it") {
  CHECK(bench::median({3, 1, 2}) == 2);
  CHECK(bench::median({4, 1, 3, 2}) == 2.5);
  Measurement three = measured(1000, 10, 40, 1);
  three.pairs.push_back(measured(1000, 900, 30, 1).pairs.front());
  three.pairs.push_back(measured(1000, 12, 48, 7).pairs.front());
  CHECK(three.simulated_time() == 12);
  CHECK(three.real_time() == 40);
  CHECK(three.ratio() == 0.25);
  // Memory has no such noise, so the largest value counts.
  CHECK(three.simulated_memory() == 7);
}

TEST_CASE("limits: a run within every limit meets all") {
  const std::vector<Measurement> all{measured(100'000, 80, 120, 100), measured(1'000'000, 100, 300, 48),
                                     measured(10'000'000, 200, 400, 40)};
  const std::vector<Ruling> rulings = bench::judge(all);
  // Time and memory of the two large sizes, and growth. No limits apply to 100 000 objects.
  CHECK(rulings.size() == 5);
  CHECK(count(rulings, Ruling::Kind::kMet) == 5);
}

TEST_CASE("limits: each limit can be missed") {
  std::vector<Measurement> all{measured(100'000, 80, 120, 100), measured(1'000'000, 100, 300, 48),
                               measured(10'000'000, 200, 400, 40)};
  SECTION("time") {
    all[1] = measured(1'000'000, 151, 300, 48);
  }
  SECTION("memory") {
    all[1] = measured(1'000'000, 100, 300, 49);
  }
  SECTION("growth") {
    all[0] = measured(100'000, 50, 120, 100);
  }
  const std::vector<Ruling> rulings = bench::judge(all);
  CHECK(count(rulings, Ruling::Kind::kMissed) == 1);
  CHECK(count(rulings, Ruling::Kind::kMet) == 4);
}

TEST_CASE("limits: only memory is judged without .NET") {
  std::vector<Measurement> all{measured(100'000, 80, 120, 100), measured(1'000'000, 100, 300, 48),
                               measured(10'000'000, 200, 400, 40)};
  for (Measurement& each : all) each.pairs.front().real.reset();
  const std::vector<Ruling> rulings = bench::judge(all);
  CHECK(count(rulings, Ruling::Kind::kNotJudged) == 3);
  CHECK(count(rulings, Ruling::Kind::kMet) == 2);
}

}  // namespace gcrucible::tests
