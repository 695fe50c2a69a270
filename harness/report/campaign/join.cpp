#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>
#include <utility>

#include "harness/report/campaign/report.h"
#include "harness/rules/judge/other_finding.h"

namespace gcrucible::report {
namespace {

std::string_view count_of(std::string_view shard) {
  return shard.substr(std::min(shard.find('/'), shard.size()));
}

// Order by number, not by digits.
std::uint32_t index_of(std::string_view shard) {
  std::uint32_t index = 0;
  std::from_chars(shard.data(), shard.data() + shard.size(), index);
  return index;
}

std::uint32_t first_index(const CampaignReport& part) {
  std::uint32_t first = ~std::uint32_t{0};
  for (const std::string& shard : part.shards) first = std::min(first, index_of(shard));
  return first;
}

bool has(const std::vector<std::string>& titles, const std::string& title) {
  return std::ranges::find(titles, title) != titles.end();
}

void add(std::vector<std::string>& titles, const std::string& title) {
  if (!has(titles, title)) titles.push_back(title);
}

// A finding of one title, combined from all parts that list it.
struct Standing {
  CampaignFault fault;              // from the lowest case number
  std::vector<std::string> ever;    // titles joined with it in at least one part
  std::vector<std::string> always;  // titles joined with it in every part
  std::size_t order = 0;            // its place in the list of its part
};

void take(std::vector<Standing>& all, CampaignFault&& fault, std::size_t order) {
  const auto same =
      std::ranges::find_if(all, [&](const Standing& other) { return other.fault.title() == fault.title(); });
  // If a case shows it in one part, the finding is new and not a remembered one.
  if (same != all.end() && same->fault.from_before != fault.from_before) {
    if (fault.from_before) return;
    all.erase(same);
    return take(all, std::move(fault), order);
  }
  if (same == all.end()) {
    const std::vector<std::string> joined = fault.joined;
    all.push_back({.fault = std::move(fault), .ever = joined, .always = joined, .order = order});
    return;
  }
  for (const std::string& title : fault.joined) add(same->ever, title);
  std::erase_if(same->always, [&](const std::string& title) { return !has(fault.joined, title); });
  // Parts may have replayed the same files.
  const std::uint64_t times =
      fault.from_before ? std::max(same->fault.times, fault.times) : same->fault.times + fault.times;
  const std::uint64_t listing = same->fault.listing + fault.listing;
  std::vector<std::string> common = same->fault.listing == 0 ? fault.common : same->fault.common;
  if (fault.listing != 0)
    std::erase_if(common, [&](const std::string& mistake) { return !has(fault.common, mistake); });
  const std::optional<Result> died_now = std::max(same->fault.died_now, fault.died_now);
  if (fault.number < same->fault.number) {
    same->fault = std::move(fault);
    same->order = order;
  }
  same->fault.times = times;
  same->fault.listing = listing;
  same->fault.common = std::move(common);
  same->fault.died_now = died_now;
}

// No part lists one of the two without the other.
bool are_one(const Standing& a, const Standing& b) {
  return has(a.always, b.fault.title()) && has(b.always, a.fault.title());
}

// The order of one campaign. Findings with one case number come from one part, which has their order.
bool is_listed_before(const Standing& a, const Standing& b) {
  if (a.fault.from_before != b.fault.from_before) return a.fault.from_before;
  if (a.fault.explained != b.fault.explained) return a.fault.explained;
  if (a.fault.number != b.fault.number) return a.fault.number < b.fault.number;
  if (a.order != b.order) return a.order < b.order;
  return a.fault.title() < b.fault.title();
}

// Deaths come first, then findings that name a mistake, then lower case numbers. The first of several equal
// findings is kept.
bool comes_before(const Standing& a, const Standing& b) {
  if (rules::is_death(a.fault.rule) != rules::is_death(b.fault.rule)) return rules::is_death(a.fault.rule);
  if (a.fault.explained != b.fault.explained) return a.fault.explained;
  if (a.fault.number != b.fault.number) return a.fault.number < b.fault.number;
  return a.fault.title() < b.fault.title();
}

std::vector<CampaignFault> join_faults(std::vector<CampaignReport>& parts) {
  std::vector<Standing> all;
  for (CampaignReport& part : parts) {
    std::erase_if(part.faults, [](const CampaignFault& fault) { return fault.over_cases; });
    for (std::size_t i = 0; i < part.faults.size(); ++i) take(all, std::move(part.faults[i]), i);
  }
  std::ranges::sort(all, comes_before);
  std::vector<Standing> left;
  for (Standing& each : all) {
    const auto same = std::ranges::find_if(left, [&](const Standing& other) { return are_one(other, each); });
    if (same == left.end()) {
      left.push_back(std::move(each));
      continue;
    }
    add(same->ever, each.fault.title());
    for (const std::string& title : each.ever) add(same->ever, title);
  }
  std::ranges::sort(left, is_listed_before);
  std::vector<CampaignFault> faults;
  const auto stands = [&](const std::string& title) {
    return std::ranges::any_of(left, [&](const Standing& each) { return each.fault.title() == title; });
  };
  for (const Standing& each : left) {
    CampaignFault fault = each.fault;
    fault.joined.clear();
    std::ranges::copy_if(each.ever, std::back_inserter(fault.joined),
                         [&](const std::string& title) { return !stands(title); });
    // Titles that were joined in one part but stand alone in the result: the scenario shows them too.
    for (const std::string& title : each.fault.joined) {
      if (stands(title) && title != fault.title()) add(fault.also, title);
    }
    std::erase_if(fault.also, [&](const std::string& title) { return has(fault.joined, title); });
    faults.push_back(std::move(fault));
  }
  return faults;
}

void add_counts(CampaignReport& whole, const CampaignReport& part) {
  whole.shards.insert(whole.shards.end(), part.shards.begin(), part.shards.end());
  whole.planned += part.planned;
  whole.cases += part.cases;
  if (whole.refused == 0) whole.refusal = part.refusal;
  whole.refused += part.refused;
  if (whole.unsteady == 0) whole.unsteadiness = part.unsteadiness;
  whole.unsteady += part.unsteady;
  whole.probe.add(part.probe);
  for (const auto& [what, times] : part.failures) whole.failures[what] += times;
  rules::add_to(whole.estimates, part.estimates);
  if (whole.slots.empty()) whole.slots = part.slots;
  // The parts ran at the same time.
  whole.milliseconds = std::max(whole.milliseconds, part.milliseconds);
  whole.stopped = whole.stopped || part.stopped;
  whole.limited = whole.limited || part.limited;
  if (whole.standing.empty()) whole.standing = part.standing;
  whole.still = std::max(whole.still, part.still);
  whole.unjudged = std::max(whole.unjudged, part.unjudged);
  whole.flaky = std::max(whole.flaky, part.flaky);
  whole.untried = std::max(whole.untried, part.untried);
  whole.mended = std::max(whole.mended, part.mended);
  for (std::size_t i = 0; i < std::min(whole.allowed.size(), part.allowed.size()); ++i)
    whole.allowed[i].times += part.allowed[i].times;
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

}  // namespace

double CampaignReport::rate() const {
  return milliseconds == 0 ? 0 : static_cast<double>(cases) * 1000 / static_cast<double>(milliseconds);
}

Expected<void> check_join(const CampaignReport& one, const CampaignReport& part) {
  const auto differs = [](std::string_view what, const auto& a, const auto& b) {
    return failure(
        fmt::format("{} differs: {} there, {} here; only parts of one campaign can be joined", what, a, b));
  };
  if (one.version != part.version) return differs("gcrucible", one.version, part.version);
  if (one.sha256 != part.sha256) return differs("the profiler's SHA-256", one.sha256, part.sha256);
  if (one.clsid != part.clsid) return differs("the CLSID", one.clsid, part.clsid);
  if (one.runtime != part.runtime) return differs("the runtime", one.runtime, part.runtime);
  if (one.runtime_sha256 != part.runtime_sha256)
    return failure(fmt::format(
        "the runtime {} differs there and here; only parts of one campaign can be joined", part.runtime));
  if (one.seed != part.seed) return differs("the seed", one.seed, part.seed);
  if (one.whole != part.whole) return differs("--cases, of the whole campaign,", one.whole, part.whole);
  if (one.stop_after != part.stop_after) return differs("--stop-after", one.stop_after, part.stop_after);
  if (one.options != part.options)
    return differs("the list of options", "'" + one.options + "'", "'" + part.options + "'");
  const auto same = [](const CampaignAllowed& a, const CampaignAllowed& b) {
    return a.rule == b.rule && a.detail == b.detail && a.reason == b.reason;
  };
  if (!std::ranges::equal(one.allowed, part.allowed, same))
    return failure("the --suppress options differ there and here; only parts of one campaign can be joined");
  for (const std::string& shard : part.shards) {
    if (has(one.shards, shard)) return failure(fmt::format("part {} is in both", shard));
    if (!one.shards.empty() && count_of(shard) != count_of(one.shards[0]))
      return differs("the part", one.shards[0], shard);
  }
  return {};
}

CampaignReport join(std::vector<CampaignReport> parts) {
  std::ranges::sort(parts, {}, first_index);
  std::vector<CampaignFault> faults = join_faults(parts);
  CampaignReport whole = std::move(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) add_counts(whole, parts[i]);
  std::ranges::sort(whole.shards, {}, index_of);
  whole.faults = std::move(faults);
  judge_estimates(whole);
  return whole;
}

}  // namespace gcrucible::report
