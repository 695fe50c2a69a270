#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>

#include "harness/report/campaign/report.h"
#include "harness/rules/judge/other_finding.h"

namespace gcrucible::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 2;

// Lists each field once, for writing and reading.
template <typename Fault, typename Visit>
void visit_fault(Fault& x, Visit&& visit) {
  visit("rule", x.rule), visit("in", x.detail), visit("statement", x.statement), visit("what", x.what);
  visit("case", x.number), visit("times", x.times), visit("trials", x.trials), visit("flaky", x.flaky);
  visit("features", x.features), visit("scenario", x.scenario), visit("file", x.file),
      visit("replay", x.replay);
  visit("native_stack", x.native_stack), visit("before_cases", x.before_cases), visit("cut", x.cut);
  visit("also", x.also);
}

template <typename Allowed, typename Visit>
void visit_allowed(Allowed& x, Visit&& visit) {
  visit("rule", x.rule), visit("in", x.detail), visit("reason", x.reason), visit("times", x.times);
}

template <typename Key, typename Sum, typename Visit>
void visit_estimate(Key& key, Sum& x, Visit&& visit) {
  visit("of", key.of), visit("generation", key.generation), visit("measure", key.measure);
  visit("cases", x.runs), visit("rows", x.rows), visit("due", x.due), visit("excess", x.excess);
  visit("variance", x.variance), visit("step", x.step), visit("apart", x.apart);
  visit("together", x.together), visit("bounded", x.bounded), visit("covered", x.covered);
  visit("confidence", x.confidence), visit("worst_case", x.worst_case);
  visit("worst_excess", x.worst_excess), visit("worst_due", x.worst_due);
}

template <typename Report, typename Visit>
void visit_plain(Report& x, Visit&& visit) {
  visit("version", x.version), visit("runtime", x.runtime), visit("seed", x.seed),
      visit("profiler", x.profiler);
  visit("sha256", x.sha256), visit("clsid", x.clsid), visit("options", x.options), visit("shards", x.shards);
  visit("planned", x.planned), visit("cases", x.cases), visit("refused", x.refused),
      visit("refusal", x.refusal);
  visit("unsteady", x.unsteady), visit("unsteadiness", x.unsteadiness);
  visit("milliseconds", x.milliseconds), visit("stopped", x.stopped), visit("still", x.still);
  visit("mended", x.mended), visit("unjudged", x.unjudged), visit("features", x.features),
      visit("contexts", x.contexts), visit("calls", x.calls);
}

std::string death_word(const std::optional<Result>& death) {
  if (!death) return {};
  return death == Result::kHung ? "hang" : "crash";
}

std::optional<Result> death_of(const std::string& word) {
  if (word.empty()) return std::nullopt;
  return word == "hang" ? Result::kHung : Result::kCrashed;
}

// Visitors that write a field, and that read it.
auto put(Json& into) {
  return [&into](const char* key, const auto& value) { into[key] = value; };
}

auto get(const Json& from) {
  return [&from](const char* key, auto& value) { from.at(key).get_to(value); };
}

Json list_of(const rules::EstimateSums& sums) {
  Json list = Json::array();
  for (const auto& [key, sum] : sums) {
    Json estimate;
    visit_estimate(key, sum, put(estimate));
    list.push_back(std::move(estimate));
  }
  return list;
}

rules::EstimateSums estimates_in(const Json& report) {
  rules::EstimateSums sums;
  for (const Json& each : report.value("estimates", Json::array())) {
    rules::EstimateKey key;
    rules::EstimateSum sum;
    visit_estimate(key, sum, get(each));
    sums.emplace(key, sum);
  }
  return sums;
}

}  // namespace

std::string campaign_json(const CampaignReport& report) {
  Json json;
  json["gcrucible_campaign"] = kVersion;
  visit_plain(report, put(json));
  json["flaky"] = report.flaky;
  json["untried"] = report.untried;
  json["whole"] = report.whole;
  json["runtime_sha256"] = report.runtime_sha256;
  json["limited"] = report.limited;
  json["standing"] = report.standing;
  json["probes"] = report.probe.asked;
  json["unanswered"] = report.probe.unanswered;
  json["misread"] = report.probe.misread;
  std::uint64_t failed_callbacks = 0;
  for (const auto& [what, times] : report.failures) failed_callbacks += times;
  json["failed_callbacks"] = failed_callbacks;
  json["callback_failures"] = report.failures;
  json["estimates"] = list_of(report.estimates);
  json["wrong_slots"] = report.slots;
  json["stop_after"] = report.stop_after;
  json["faults"] = Json::array();
  for (const CampaignFault& each : report.faults) {
    Json fault;
    visit_fault(each, put(fault));
    fault["unshrunk"] = each.unshrunk;
    fault["over_cases"] = each.over_cases;
    fault["from_before"] = each.from_before;
    fault["died_now"] = death_word(each.died_now);
    fault["at_times"] = each.at_times;
    fault["where"] = each.where;
    fault["line"] = each.line;
    fault["history"] = each.history;
    fault["cause"] = each.cause;
    fault["explained"] = each.explained;
    fault["mistakes"] = each.mistakes;
    fault["common_mistakes"] = each.common;
    fault["cases_with_mistakes"] = each.listing;
    fault["also_breaks"] = each.joined;
    json["faults"].push_back(std::move(fault));
  }
  json["suppressed"] = Json::array();
  for (const CampaignAllowed& each : report.allowed) {
    Json allowed;
    visit_allowed(each, put(allowed));
    json["suppressed"].push_back(std::move(allowed));
  }
  json["rules"] = Json::object();
  for (const auto& [id, each] : report.rules)
    json["rules"][id] = {{"cases", each.cases}, {"occasions", each.occasions}};
  // Texts of a profiler may be invalid UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Expected<CampaignReport> read_campaign(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || !json.contains("gcrucible_campaign"))
      return failure("it is not a result of gcrucible test");
    if (json.at("gcrucible_campaign") != kVersion)
      return failure(fmt::format(
          "it has version {}, but this program reads version {}; join with the program that wrote it",
          json.at("gcrucible_campaign").dump(), kVersion));
    CampaignReport report;
    visit_plain(report, get(json));
    report.flaky = json.value("flaky", std::uint64_t{0});
    report.untried = json.value("untried", std::uint64_t{0});
    report.whole = json.value("whole", std::uint64_t{0});
    report.runtime_sha256 = json.value("runtime_sha256", std::string());
    report.standing = json.value("standing", std::string());
    report.limited = json.value("limited", false);
    report.probe.asked = json.value("probes", std::uint64_t{0});
    report.probe.unanswered = json.value("unanswered", std::uint64_t{0});
    report.probe.misread = json.value("misread", std::uint64_t{0});
    report.failures = json.value("callback_failures", report.failures);
    report.estimates = estimates_in(json);
    report.slots = json.value("wrong_slots", std::string());
    report.stop_after = json.value("stop_after", std::uint64_t{0});
    for (const Json& each : json.at("faults")) {
      visit_fault(report.faults.emplace_back(), get(each));
      report.faults.back().rule = rules::current_word(report.faults.back().rule);
      // Results of older versions lack these fields: their scenarios are shrunk, and no findings are joined.
      report.faults.back().where = each.value("where", std::string());
      report.faults.back().line = each.value("line", std::uint32_t{0});
      report.faults.back().history = each.value("history", std::string());
      report.faults.back().cause = each.value("cause", std::string());
      report.faults.back().explained = each.value("explained", false);
      report.faults.back().unshrunk = each.value("unshrunk", false);
      report.faults.back().over_cases = each.value("over_cases", false);
      report.faults.back().from_before = each.value("from_before", false);
      report.faults.back().died_now = death_of(each.value("died_now", std::string()));
      report.faults.back().at_times = each.value("at_times", false);
      report.faults.back().mistakes = each.value("mistakes", std::vector<std::string>());
      report.faults.back().common = each.value("common_mistakes", std::vector<std::string>());
      report.faults.back().listing = each.value("cases_with_mistakes", std::uint64_t{0});
      report.faults.back().joined = each.value("also_breaks", std::vector<std::string>());
    }
    for (const Json& each : json.at("suppressed")) visit_allowed(report.allowed.emplace_back(), get(each));
    for (const auto& [id, each] : json.at("rules").items())
      report.rules[id] = {.cases = each.at("cases"), .occasions = each.at("occasions")};
    for (const auto& [name, counts] : report.calls) {
      if (counts.size() != report.contexts.size())
        return failure("the counts of " + name + " do not fit its situations");
    }
    return report;
  } catch (const std::exception&) {
    // The parser's message is about its own internals.
    return failure(
        "is not a result of a campaign, or is damaged; give a file written by gcrucible test "
        "--report json=FILE");
  }
}

}  // namespace gcrucible::report
