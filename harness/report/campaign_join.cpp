#include <fmt/format.h>

#include <algorithm>

#include "harness/report/campaign_report.h"

namespace gcrucible::report {

double CampaignReport::rate() const {
  return milliseconds == 0 ? 0 : static_cast<double>(cases) * 1000 / static_cast<double>(milliseconds);
}

std::string cannot_join(const CampaignReport& whole, const CampaignReport& part) {
  const auto differs = [](std::string_view what, const auto& a, const auto& b) {
    return fmt::format("{} is {} there and {} here; only parts of one campaign can be joined", what, a, b);
  };
  if (whole.version != part.version) return differs("gcrucible", whole.version, part.version);
  if (whole.sha256 != part.sha256) return differs("the profiler's SHA-256", whole.sha256, part.sha256);
  if (whole.clsid != part.clsid) return differs("the CLSID", whole.clsid, part.clsid);
  if (whole.runtime != part.runtime) return differs("the runtime", whole.runtime, part.runtime);
  if (whole.seed != part.seed) return differs("the seed", whole.seed, part.seed);
  if (whole.options != part.options)
    return differs("the options", "'" + whole.options + "'", "'" + part.options + "'");
  for (const std::string& shard : part.shards) {
    if (std::ranges::find(whole.shards, shard) != whole.shards.end())
      return fmt::format("part {} is in both", shard);
    if (!whole.shards.empty() &&
        shard.substr(shard.find('/')) != whole.shards[0].substr(whole.shards[0].find('/')))
      return differs("the part", whole.shards[0], shard);
  }
  return {};
}

void join(CampaignReport& whole, CampaignReport part) {
  whole.shards.insert(whole.shards.end(), part.shards.begin(), part.shards.end());
  whole.planned += part.planned;
  whole.cases += part.cases;
  if (whole.refused == 0) whole.refusal = part.refusal;
  whole.refused += part.refused;
  if (whole.unsteady == 0) whole.unsteadiness = part.unsteadiness;
  whole.unsteady += part.unsteady;
  // They ran side by side.
  whole.milliseconds = std::max(whole.milliseconds, part.milliseconds);
  whole.stopped = whole.stopped || part.stopped;
  whole.limited = whole.limited || part.limited;
  whole.still = std::max(whole.still, part.still);
  whole.unjudged = std::max(whole.unjudged, part.unjudged);
  whole.untried = std::max(whole.untried, part.untried);
  whole.mended = std::max(whole.mended, part.mended);
  for (CampaignFault& fault : part.faults) {
    const auto has_joined = [&](const CampaignFault& other) {
      return std::ranges::find(other.joined, fault.title()) != other.joined.end();
    };
    if (std::ranges::any_of(whole.faults, has_joined)) continue;
    std::erase_if(whole.faults, [&](const CampaignFault& other) {
      return std::ranges::find(fault.joined, other.title()) != fault.joined.end();
    });
    const auto same = std::ranges::find(whole.faults, fault.title(), &CampaignFault::title);
    if (same == whole.faults.end()) {
      whole.faults.push_back(std::move(fault));
      continue;
    }
    const std::uint64_t times = same->times + fault.times;
    if (fault.number < same->number) *same = std::move(fault);
    same->times = times;
  }
  std::ranges::stable_sort(whole.faults, {}, &CampaignFault::number);
  for (const CampaignAllowed& each : part.allowed) {
    const auto same = std::ranges::find_if(whole.allowed, [&](const CampaignAllowed& other) {
      return other.rule == each.rule && other.detail == each.detail && other.reason == each.reason;
    });
    if (same == whole.allowed.end()) {
      whole.allowed.push_back(each);
    } else {
      same->times += each.times;
    }
  }
  for (const auto& [id, rule] : part.rules) {
    whole.rules[id].cases += rule.cases;
    whole.rules[id].occasions += rule.occasions;
  }
  for (const auto& [word, cases] : part.features) whole.features[word] += cases;
  if (whole.contexts.empty()) whole.contexts = part.contexts;
  for (const auto& [name, counts] : part.calls) {
    std::vector<std::uint64_t>& row = whole.calls[name];
    row.resize(whole.contexts.size());
    for (std::size_t i = 0; i < std::min(row.size(), counts.size()); ++i) row[i] += counts[i];
  }
}

}  // namespace gcrucible::report
