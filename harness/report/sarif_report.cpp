#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "harness/report/annotation.h"
#include "harness/report/style.h"
#include "harness/rules/catalogue/rule.h"

namespace gcrucible::report {
namespace {

using Json = nlohmann::ordered_json;

std::string uri_of(const std::string& path) {
  std::string uri = path.starts_with("/") ? "file://" : "";
  for (const char each : path) {
    constexpr std::string_view kPlain = "/-._~";
    const auto byte = static_cast<unsigned char>(each);
    if (std::isalnum(byte) != 0 || kPlain.find(each) != kPlain.npos) {
      uri += each;
    } else {
      uri += fmt::format("%{:02X}", byte);
    }
  }
  return uri;
}

Json rule_json(const std::string& id) {
  Json json{{"id", id}};
  const rules::Rule* const rule = rules::find_rule(id);
  if (rule == nullptr) return json;
  json["shortDescription"] = {{"text", rule->statement}};
  if (!rule->cause.empty()) json["help"] = {{"text", rule->cause}};
  return json;
}

Json location(const Annotation& annotation, const std::string& folder) {
  Json place{{"artifactLocation", {{"uri", uri_of(shown_path(Style{.folder = folder}, annotation.file))}}}};
  if (annotation.line != 0) place["region"] = {{"startLine", annotation.line}};
  if (annotation.column != 0) place["region"]["startColumn"] = annotation.column;
  return {{"physicalLocation", std::move(place)}};
}

}  // namespace

std::string sarif_report(const std::vector<Annotation>& annotations, const std::string& folder,
                         std::string_view version) {
  std::vector<std::string> ids;
  Json results = Json::array();
  for (const Annotation& each : annotations) {
    if (std::ranges::find(ids, each.rule) == ids.end()) ids.push_back(each.rule);
    Json result{{"ruleId", each.rule},
                {"ruleIndex", std::ranges::find(ids, each.rule) - ids.begin()},
                {"level", each.level == Annotation::Level::kError ? "error" : "warning"},
                {"message", {{"text", each.message}}}};
    // Standard input has no address.
    const bool has_file = !each.file.empty() && !each.file.starts_with("<");
    if (has_file) result["locations"] = Json::array({location(each, folder)});
    results.push_back(std::move(result));
  }
  Json driver{{"name", "gcrucible"}, {"version", version}, {"rules", Json::array()}};
  for (const std::string& id : ids) driver["rules"].push_back(rule_json(id));
  Json run{{"tool", {{"driver", std::move(driver)}}}, {"results", std::move(results)}};
  const Json json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                  {"version", "2.1.0"},
                  {"runs", Json::array({std::move(run)})}};
  // A profiler may print invalid UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gcrucible::report
