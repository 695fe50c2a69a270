#include "harness/rules/probe/estimates/judge_estimates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/rules/probe/estimates/compare_estimates.h"

namespace gcrucible::rules {
namespace {

// Of the answers' numbers, and of sums of them.
constexpr double kRounding = 0.001, kRelativeRounding = 1e-9;

// A smaller share says nothing: sums of bytes may be those of a few huge objects.
constexpr double kMuch = 0.01;

using Row = std::pair<EstimateKey, EstimateSum>;

// Sums of all generations come first. Generations are compared only if every answer had them.
std::vector<Row> judged_rows(const EstimateSums& sums) {
  std::vector<Row> rows;
  for (const auto& [key, sum] : sums) {
    EstimateKey of_all = key;
    of_all.generation = kNoGeneration;
    const auto whole = sums.find(of_all);
    if (whole == sums.end()) continue;
    if (key.generation == kNoGeneration || (whole->second.apart && !whole->second.together))
      rows.emplace_back(key, sum);
  }
  const auto place = [](const Row& row) {
    const auto generation = static_cast<std::uint8_t>(row.first.generation + 1);
    return std::tuple(row.first.of, generation, row.first.measure);
  };
  std::ranges::sort(rows, {}, place);
  return rows;
}

std::string others_text(const std::vector<Row>& rows) {
  if (rows.size() < 2) return {};
  std::vector<std::string> names;
  for (std::size_t i = 1; i < rows.size(); ++i) names.push_back(text_of(rows[i].first));
  return fmt::format(" Also: {}.", fmt::join(names, ", "));
}

EstimateFinding biased(const std::vector<Row>& rows) {
  const auto& [key, sum] = rows.front();
  const std::string total = text_of(key);
  const bool differs_much = sum.due > 0 && std::abs(sum.excess) > kMuch * sum.due;
  const std::string ratio =
      differs_much ? fmt::format("; the estimate is {:.3g} times that", (sum.due + sum.excess) / sum.due)
                   : std::string();
  return {
      .detail = total,
      .what = fmt::format(
          "In {} cases, the probe estimates {:.0f} {} in all. There were {:.0f}{}. The standard error of "
          "correct estimates is {:.3g}; chance makes an error of {:.3g} or more in at most 1 of 1,000,000 "
          "campaigns.{} Case {} is off the most: it estimates {:.1f}, and there were {:.0f}.",
          sum.runs, sum.due + sum.excess, total, sum.due, ratio, std::sqrt(sum.variance),
          least_unlikely_error(sum), others_text(rows), sum.worst_case, sum.worst_due + sum.worst_excess,
          sum.worst_due),
      .number = sum.worst_case,
      .runs = sum.runs};
}

EstimateFinding badly_bounded(const std::vector<Row>& rows) {
  const auto& [key, sum] = rows.front();
  return {.detail = "bounds of " + text_of(key),
          .what = fmt::format("The probe states bounds of {} with a confidence of {:.3g} %. Of {} true "
                              "totals, {} lie between them ({:.3g} %). Chance makes them so few in at most "
                              "1 of 1,000,000 campaigns.{}",
                              text_of(key), sum.confidence / 10.0, sum.bounded, sum.covered,
                              100 * static_cast<double>(sum.covered) / static_cast<double>(sum.bounded),
                              others_text(rows)),
          .number = sum.worst_case,
          .runs = sum.runs};
}

}  // namespace

double least_unlikely_error(const EstimateSum& sum) {
  const double log_chance = std::log(2 / kFalseAlarm);
  const double by_step = sum.step * log_chance / 3;
  const double rounding = kRounding * static_cast<double>(sum.rows + 1) + kRelativeRounding * sum.due;
  return by_step + std::sqrt(by_step * by_step + 2 * sum.variance * log_chance) + rounding;
}

bool is_rarely_covered(const EstimateSum& sum) {
  if (sum.bounded == 0) return false;
  const double stated = sum.confidence / 1000.0;
  const double share = static_cast<double>(sum.covered) / static_cast<double>(sum.bounded);
  if (share >= stated) return false;
  const double inside = share == 0 ? 0 : share * std::log(share / stated);
  const double outside = (1 - share) * std::log((1 - share) / (1 - stated));
  return static_cast<double>(sum.bounded) * (inside + outside) > -std::log(kFalseAlarm);
}

std::optional<EstimateFinding> judge_estimates(const EstimateSums& sums) {
  std::vector<Row> off, bounded;
  for (const Row& row : judged_rows(sums)) {
    if (std::abs(row.second.excess) > least_unlikely_error(row.second)) off.push_back(row);
    if (is_rarely_covered(row.second)) bounded.push_back(row);
  }
  if (!off.empty()) return biased(off);
  if (!bounded.empty()) return badly_bounded(bounded);
  return std::nullopt;
}

}  // namespace gcrucible::rules
