// The judgement of estimates over campaigns: correct samplers are not accused, wrong ones are.
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "harness/rules/probe/estimates/judge_estimates.h"
#include "harness/rules/probe/estimates/sampling.h"
#include "tests/support/catch.h"
#include "tests/support/repetitions.h"

namespace gcrucible::tests {
namespace {

using rules::EstimateKey;
using rules::EstimateSum;
using rules::EstimateSums;
using rules::Measure;
using rules::Sampling;

constexpr EstimateKey kBytesAllocated{
    .of = 0, .generation = rules::kNoGeneration, .measure = Measure::kBytes};
constexpr Sampling kBytes{.method = Sampling::Method::kBytes, .interval = 512};
constexpr Sampling kObjects{.method = Sampling::Method::kObjects, .interval = 20};

double chance_of(const Sampling& sampling, std::uint64_t size) {
  if (sampling.method == Sampling::Method::kObjects) return 1 / static_cast<double>(sampling.interval);
  return -std::expm1(-static_cast<double>(size) / static_cast<double>(sampling.interval));
}

// Small objects, and a few that are far larger than the interval.
std::uint64_t random_size(std::mt19937_64& random) {
  return random() % 40 == 0 ? 1000 + random() % 100'000 : 24 + 8 * (random() % 20);
}

// Bytes that a sampler estimates in so many runs of 50 objects. `bias`: it counts each sample so many times.
EstimateSum campaign_of(const Sampling& sampling, std::uint64_t seed, int runs, double bias = 1) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform;
  EstimateSum sum;
  for (int run = 0; run < runs; ++run) {
    EstimateSum one{.runs = 1, .rows = 1};
    rules::Spread spread;
    for (int i = 0; i < 50; ++i) {
      const std::uint64_t size = random_size(random);
      const double chance = chance_of(sampling, size), bytes = static_cast<double>(size);
      if (uniform(random) < chance) one.excess += bias * bytes / chance;
      one.excess -= bytes;
      one.due += bytes;
      spread.add(rules::spread_of(sampling, size));
    }
    one.variance = spread.variance[1];
    one.step = spread.step[1];
    sum.add(one);
  }
  return sum;
}

bool is_off(const EstimateSum& sum) {
  return std::abs(sum.excess) > rules::least_unlikely_error(sum);
}

TEST_CASE("estimates: campaigns of correct samplers are not accused, whatever their length") {
  for (const Sampling& sampling : {kBytes, kObjects}) {
    double squares = 0;
    const int campaigns = static_cast<int>(repetitions(300, 60));
    for (int campaign = 0; campaign < campaigns; ++campaign) {
      const EstimateSum sum = campaign_of(sampling, static_cast<std::uint64_t>(campaign), 1 + campaign);
      CHECK(!is_off(sum));
      squares += sum.excess * sum.excess / sum.variance;
    }
    // The variance is the right one, or the bound would be too high or too low.
    CHECK(std::abs(squares / campaigns - 1) < 8 / std::sqrt(campaigns));
  }
}

TEST_CASE("estimates: a small bias shows over many runs, and a large one in few") {
  CHECK(is_off(campaign_of(kBytes, 1, 5, 2)));
  CHECK(is_off(campaign_of(kBytes, 1, 2000, 1.05)));
  CHECK(is_off(campaign_of(kBytes, 1, 2000, 0.95)));
  CHECK(!is_off(campaign_of(kBytes, 1, 2, 1.05)));
}

TEST_CASE("estimates: an object that is always a sample must count exactly") {
  const rules::Spread certain = rules::spread_of(kBytes, 1'000'000'000);
  CHECK(certain.variance[1] == 0);
  CHECK(is_off({.runs = 1, .rows = 1, .due = 1e9, .excess = 2}));
  CHECK(!is_off({.runs = 1, .rows = 1, .due = 1e9, .excess = 1e-3}));
}

TEST_CASE("estimates: bounds that hold too few totals are found, and others are not") {
  EstimateSum sum{.runs = 1000, .bounded = 1000, .covered = 950, .confidence = 950};
  CHECK(!rules::is_rarely_covered(sum));
  sum.covered = 930;
  CHECK(!rules::is_rarely_covered(sum));
  sum.covered = 900;
  CHECK(rules::is_rarely_covered(sum));
  sum.covered = 0;
  CHECK(rules::is_rarely_covered(sum));
  sum = {.runs = 3, .bounded = 3, .covered = 0, .confidence = 950};
  CHECK(!rules::is_rarely_covered(sum));
}

TEST_CASE("estimates: the finding names the first total that is off, the others, and a case") {
  EstimateSums sums;
  EstimateSums one{{kBytesAllocated, {.runs = 1, .rows = 1, .due = 1000, .excess = 200'000}}};
  one[{.of = 2, .generation = rules::kNoGeneration, .measure = Measure::kBytes}] = one[kBytesAllocated];
  rules::add_to(sums, rules::of_case(one, 4));
  one[kBytesAllocated].excess = -300'000;
  rules::add_to(sums, rules::of_case(one, 9));
  const auto found = rules::judge_estimates(sums);
  REQUIRE(found.has_value());
  CHECK(found->detail == "allocated bytes");
  CHECK(found->number == 9);
  CHECK(found->runs == 2);
  CHECK(found->what.find("Also: reclaimed bytes.") != std::string::npos);
}

TEST_CASE("estimates: generations are compared only where every answer has them") {
  const EstimateKey whole{.of = 2, .generation = rules::kNoGeneration, .measure = Measure::kBytes};
  const EstimateKey youngest{.of = 2, .generation = 0, .measure = Measure::kBytes};
  EstimateSums sums{{whole, {.runs = 1, .rows = 1, .due = 1000, .apart = true}},
                    {youngest, {.runs = 1, .rows = 1, .due = 0, .excess = 1000}}};
  REQUIRE(rules::judge_estimates(sums).has_value());
  CHECK(rules::judge_estimates(sums)->detail == "reclaimed bytes in gen 0");
  sums[whole].together = true;
  CHECK(!rules::judge_estimates(sums));
}

}  // namespace
}  // namespace gcrucible::tests
