#include "harness/report/json_report.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "harness/report/text/advice_text.h"

namespace gcrucible::report {
namespace {

using Json = nlohmann::ordered_json;

Json finding(const rules::Finding& finding, const RunReport& run) {
  Json json{{"collection", finding.collection},
            {"line", nullptr},
            {"file_line", nullptr},
            {"callback", finding.callback},
            {"thread", finding.thread},
            {"entry", nullptr},
            {"object", nullptr},
            {"address", finding.address == 0 ? Json() : Json(fmt::format("{:#x}", finding.address))},
            {"what", finding.what},
            {"more", finding.more},
            {"history", Json::array()}};
  if (finding.line != rules::kNoLine) {
    json["line"] = finding.line;
    // The header is line 1 of the file and has no number.
    json["file_line"] = finding.line + 1;
  }
  if (finding.entry != rules::kNoObject) json["entry"] = finding.entry;
  if (finding.object != rules::kNoObject) json["object"] = finding.object;
  const auto story = run.stories.find(finding.object);
  if (story != run.stories.end()) json["history"] = story->second;
  return json;
}

Json broken_rule(const rules::Verdict& verdict, const RunReport& run) {
  Json json{{"id", verdict.rule->id},
            {"standing", "broken"},
            {"expected", run.is_expected(verdict.rule->id)},
            {"not_compared", run.is_not_compared(verdict.rule->id)},
            {"occasions", verdict.occasions},
            {"breaks", verdict.breaks},
            {"follows", run.is_consequence(verdict) ? Json(verdict.follows->id) : Json()},
            {"findings", Json::array()}};
  for (const rules::Finding& each : verdict.findings) json["findings"].push_back(finding(each, run));
  return json;
}

// Most rules are kept or not judged in most runs, so they take little space.
void add_rules(const RunReport& run, Json& json) {
  std::map<std::string_view, Json> lacking;
  for (const rules::Verdict& verdict : run.verdicts) {
    switch (verdict.standing) {
      case rules::Standing::kKept:
        json["kept"][std::string(verdict.rule->id)] = verdict.occasions;
        break;
      case rules::Standing::kBroken:
        json["rules"].push_back(broken_rule(verdict, run));
        break;
      case rules::Standing::kNotEvaluable:
        lacking[verdict.checked ? std::string_view(verdict.why) : "gcrucible does not check this rule"]
            .push_back(verdict.rule->id);
        break;
    }
  }
  for (auto& [why, ids] : lacking) json["not_judged"].push_back({{"why", why}, {"rules", std::move(ids)}});
}

// What the catalogue says about the rules that were broken in any run.
Json catalogue(const std::vector<RunReport>& runs) {
  Json json = Json::object();
  for (const RunReport& run : runs) {
    for (const rules::Verdict& verdict : run.verdicts) {
      if (verdict.standing != rules::Standing::kBroken) continue;
      json[std::string(verdict.rule->id)] = {{"statement", verdict.rule->statement},
                                             {"source", verdict.rule->source},
                                             {"cause", verdict.rule->cause}};
    }
  }
  return json;
}

Json counts(const rules::Counts& counts) {
  return {{"kept", counts.kept},
          {"broken", counts.broken},
          {"not_evaluable", counts.not_evaluable},
          {"unchecked", counts.unchecked}};
}

Json texts(const std::vector<Complaint>& complaints) {
  Json json = Json::array();
  for (const Complaint& each : complaints) json.push_back(each.text);
  return json;
}

// What the trace shows about the profiler beyond the rules.
void add_notes(const Notes& notes, Json& json) {
  for (const Scribble& scribble : notes.scribbles) {
    json["scribbled"].push_back({{"callback", scribble.callback},
                                 {"line", scribble.line},
                                 {"array", scribble.array},
                                 {"where", scribble.where},
                                 {"index", scribble.index},
                                 {"calls", scribble.calls},
                                 {"what", text_of(scribble)}});
  }
  for (const Intrusion& intrusion : notes.intrusions) {
    json["intruded"].push_back({{"object", intrusion.object},
                                {"kind", intrusion.kind},
                                {"field", intrusion.field},
                                {"after", intrusion.after},
                                {"until", intrusion.until},
                                {"callbacks", intrusion.callbacks},
                                {"what", text_of(intrusion, fmt::format("object {}", intrusion.object))}});
  }
  for (const rules::ReferenceBalance& balance : notes.references) {
    json["references"].push_back({{"interface", balance.interface},
                                  {"too_often", balance.too_often},
                                  {"of", balance.of},
                                  {"line", balance.line},
                                  {"count", balance.count},
                                  {"what", rules::text_of(balance)}});
  }
  for (const ProcessChange& change : notes.process) {
    json["process_state"].push_back(
        {{"what", change.what}, {"detail", change.detail}, {"line", change.line}});
  }
  for (const StaleUse& use : notes.stale) {
    json["stale"].push_back({{"method", use.method},
                             {"line", use.line},
                             {"kind", use.kind},
                             {"calls", use.calls},
                             {"what", text_of(use, fmt::format("object {}", use.object))}});
  }
  for (const auto& [method, calls] : notes.unimplemented) {
    json["unimplemented"].push_back({{"method", method}, {"calls", calls}});
  }
  for (const auto& [method, calls] : notes.stored) {
    json["stored"].push_back({{"method", method}, {"calls", calls}});
  }
}

Json run_json(const RunReport& run) {
  const rules::Counts runtime = run.counts(rules::Breaker::kRuntime);
  const rules::Counts profiler = run.counts(rules::Breaker::kProfiler);
  Json json{
      {"scenario", run.scenario},
      {"title", run.title},
      {"result", report::name_of(run.result)},
      {"exit_status", run.exit_status()},
      {"runtime", run.runtime},
      {"seed", run.seed},
      {"profiler", run.profiler},
      {"sha256", run.sha256},
      {"clsid", run.clsid},
      {"callback_version", run.notes.interfaces.newest == 0 ? Json() : Json(run.notes.interfaces.newest)},
      {"interfaces_refused", run.notes.interfaces.refused},
      {"wrong_slots", run.slots},
      {"trace", run.trace},
      {"replay", run.replay},
      {"nothing_checked", run.nothing_checked()},
      {"message", run.message},
      {"stopped_by", run.stopped_by},
      {"died", run.died},
      {"how", run.how},
      {"death", run.death},
      {"death_line", run.death_line},
      {"last_calls", Json::array()},
      {"native_stack", run.native_stack},
      {"output", run.output},
      {"error_output", run.error_output},
      {"counts", counts(runtime)},
      {"profiler_counts", counts(profiler)},
      {"why_breaks_not_compared", run.why_breaks_not_compared},
      {"expectations",
       {{"compared", run.expectations_compared},
        {"failed", texts(run.expectations_failed)},
        {"not_compared", run.expectations_not_compared},
        {"skipped", run.expectations_skipped}}},
      {"traversal", run.notes.audit},
      {"scribbled", Json::array()},
      {"intruded", Json::array()},
      {"references", Json::array()},
      {"process_state", Json::array()},
      {"library_stays_loaded", run.notes.kept_library},
      {"stale", Json::array()},
      {"unimplemented", Json::array()},
      {"stored", Json::array()},
      {"rules", Json::array()},
      {"kept", Json::object()},
      {"not_judged", Json::array()}};
  for (const CalledInfo& called : run.last_calls) {
    json["last_calls"].push_back(
        {{"method", called.method}, {"args", called.arguments}, {"result", called.result}});
  }
  add_notes(run.notes, json);
  add_rules(run, json);
  return json;
}

}  // namespace

std::string json_report(const std::vector<RunReport>& runs) {
  Json json{{"gcrucible_report", 2}, {"rules", catalogue(runs)}, {"runs", Json::array()}};
  for (const RunReport& run : runs) json["runs"].push_back(run_json(run));
  // A profiler may print invalid UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gcrucible::report
