#include "harness/cli/campaign_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/rules/coverage.h"
#include "harness/rules/rule.h"

namespace gcrucible::cli {
namespace {

using campaign::kContextCount;
using campaign::Plan;
using campaign::Result;
using report::grouped;

double seconds(std::chrono::milliseconds time) {
  return static_cast<double>(time.count()) / 1000;
}

std::string left_text(const Plan& plan, const Result& result, double rate) {
  double left = rate > 0 ? static_cast<double>(plan.cases / plan.shard.count - result.cases) / rate : 0;
  if (plan.time) left = std::min(left, seconds(*plan.time - std::min(*plan.time, result.elapsed)));
  if (left < 1) return {};
  return left < 120 ? fmt::format(", {:.0f} s left", left) : fmt::format(", {:.0f} min left", left / 60);
}

std::string features_line(const Result& result, const report::Style& style) {
  std::vector<std::string> used;
  std::vector<std::string> unused;
  for (const campaign::FeatureRow& row : campaign::feature_rows()) {
    const std::uint64_t cases = result.features[static_cast<std::size_t>(row.feature)];
    if (cases == 0) {
      unused.emplace_back(row.word);
    } else {
      used.push_back(fmt::format("{} {}", row.word, grouped(cases)));
    }
  }
  std::string text = "Features, by cases\n" + report::flowed(style, 2, used);
  if (!unused.empty()) text += "Features that no case used\n" + report::flowed(style, 2, unused);
  return text;
}

std::string calls_table(const Result& result, const report::Style& style) {
  std::size_t longest = 0;
  for (const auto& [name, row] : result.calls.rows()) longest = std::max(longest, report::columns_of(name));
  constexpr std::size_t kColumn = 11;
  std::string text = report::padded("Callbacks, by situation", longest + 2);
  for (std::size_t i = 0; i < kContextCount; ++i)
    text += report::right_aligned(campaign::word_of(static_cast<campaign::Context>(i)), kColumn);
  text += '\n';
  if (longest + 2 + kColumn * kContextCount > style.width) {
    // Too narrow for a table: one line a callback, without the situations that it never came in.
    text = "Callbacks, by situation\n";
    for (const auto& [name, row] : result.calls.rows()) {
      std::vector<std::string> pieces;
      for (std::size_t i = 0; i < kContextCount; ++i) {
        if (row[i] != 0)
          pieces.push_back(
              fmt::format("{} {}", campaign::word_of(static_cast<campaign::Context>(i)), grouped(row[i])));
      }
      text += "  " + name + "\n" + report::flowed(style, 4, pieces);
    }
    return text;
  }
  for (const auto& [name, row] : result.calls.rows()) {
    text += "  " + report::padded(name, longest);
    for (const std::uint64_t count : row)
      text += report::right_aligned(count == 0 ? "." : grouped(count), kColumn);
    text += '\n';
  }
  return text;
}

std::string rules_line(const Result& result, const report::Style& style) {
  std::size_t judged[2] = {};
  std::size_t all[2] = {};
  for (const rules::Rule& rule : rules::catalogue()) {
    if (rules::coverage_of(rule) != rules::Coverage::kChecked) continue;
    const std::size_t side = rule.breaker == rules::Breaker::kProfiler ? 1 : 0;
    ++all[side];
    if (result.rules.contains(std::string(rule.id))) ++judged[side];
  }
  return report::field(
      style, "", 0,
      fmt::format("Rules with occasion to be broken: {} of {} of the runtime's, {} of {} of a "
                  "profiler's",
                  judged[0], all[0], judged[1], all[1]));
}

}  // namespace

std::string progress_text(const Plan& plan, const Result& result) {
  const double rate =
      result.elapsed.count() == 0 ? 0 : static_cast<double>(result.cases) / seconds(result.elapsed);
  return fmt::format("{} of {} cases, {} a second, {}{}", grouped(result.cases),
                     grouped(plan.cases / plan.shard.count),
                     rate < 10 ? fmt::format("{:.1f}", rate) : grouped(static_cast<std::size_t>(rate)),
                     report::counted(result.faults.size(), "finding"), left_text(plan, result, rate));
}

std::string coverage_text(const Result& result, const report::Style& style) {
  return features_line(result, style) + "\n" + calls_table(result, style) + "\n" + rules_line(result, style);
}

std::string allowed_text(const Result& result, const report::Style& style) {
  if (result.allowed.empty()) return {};
  std::string text = "Suppressed\n";
  for (const campaign::Allowed& each : result.allowed) {
    const campaign::Suppression& known = *each.suppression;
    const std::string what = known.rule + (known.detail.empty() ? "" : " in " + known.detail);
    text += report::field(style, "  " + what, 4,
                          fmt::format("{}: {}",
                                      each.times == 0 ? "never needed here; is it still true?"
                                                      : report::counted(each.times, "time"),
                                      report::printable(known.reason)));
  }
  return text;
}

}  // namespace gcrucible::cli
