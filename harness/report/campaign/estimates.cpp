#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/report/campaign/report.h"
#include "harness/rules/catalogue/rule.h"
#include "harness/rules/probe/estimates/judge_estimates.h"

namespace gcrucible::report {
namespace {

// "2/8" is one part of eight.
bool has_all_parts(const CampaignReport& report) {
  const std::size_t parts = report.shards.size();
  return std::ranges::all_of(report.shards, [&](const std::string& shard) {
    return shard.substr(std::min(shard.find('/'), shard.size())) == fmt::format("/{}", parts);
  });
}

}  // namespace

const CampaignFault* judge_estimates(CampaignReport& report) {
  const bool judged = std::ranges::any_of(report.faults, &CampaignFault::over_cases);
  if (judged || !has_all_parts(report)) return nullptr;
  const auto found = rules::judge_estimates(report.estimates);
  if (!found) return nullptr;
  const rules::Rule* const rule = rules::find_rule(rules::kEstimatesUnbiased);
  for (CampaignAllowed& each : report.allowed) {
    if (!rules::matches(each.rule, rule->id)) continue;
    if (!each.detail.empty() && !rules::matches(each.detail, found->detail)) continue;
    ++each.times;
    return nullptr;
  }
  CampaignFault fault;
  fault.rule = rule->id;
  fault.detail = found->detail;
  fault.statement = rule->statement;
  fault.what = found->what + fmt::format(" To play case {} alone, add --seed {} --case {}.", found->number,
                                         report.seed, found->number);
  fault.cause = rule->cause;
  fault.number = found->number;
  fault.times = found->runs;
  fault.over_cases = true;
  report.faults.push_back(std::move(fault));
  return &report.faults.back();
}

}  // namespace gcrucible::report
