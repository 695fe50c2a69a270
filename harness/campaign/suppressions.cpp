#include "harness/campaign/suppressions.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/rules/catalogue/rule.h"
#include "harness/rules/judge/other_finding.h"
#include "harness/yaml/nearest.h"
#include "harness/yaml/parse.h"
#include "harness/yaml/shape.h"

namespace gcrucible::campaign {
namespace {

const yaml::Shape& language() {
  static const yaml::Shape kShape = yaml::list_of(
      yaml::map({yaml::required("rule", yaml::text(), "Rules, as a glob"),
                 yaml::optional("in", yaml::text(), "The callback that the finding is about, as a glob"),
                 yaml::required("reason", yaml::text(), "Why it is not fixed for now")}));
  return kShape;
}

std::string text_of(const yaml::Value& map, std::string_view key) {
  const yaml::Value* const value = map.find(key);
  return value == nullptr ? std::string() : value->text;
}

}  // namespace

Expected<std::vector<Suppression>> read_suppressions(const std::string& path) {
  std::vector<Suppression> list;
  const Expected<std::string> text = yaml::read_file(path);
  if (!text) {
    return failure(path + ": error: " + text.error() +
                   "; name a YAML list of accepted findings (docs/reference/campaigns.md)\n");
  }
  yaml::Messages messages(path, *text);
  std::optional<yaml::Value> value = yaml::parse(messages, "docs/reference/campaigns.md");
  if (!value || !yaml::check(*value, language(), messages)) return failure(messages.render());
  for (const yaml::Value& each : value->items) {
    Suppression made{.rule = std::string(rules::current_word(text_of(each, "rule"))),
                     .detail = text_of(each, "in"),
                     .reason = text_of(each, "reason")};
    const yaml::Value* const rule = each.find("rule");
    if (rule != nullptr && made.rule.find('/') != std::string::npos && rules::select(made.rule).empty())
      messages.error(rule->place, "no rule matches " + yaml::in_quotes(made.rule),
                     yaml::suggestion(made.rule, rules::rule_ids(), "`gcrucible rules` lists them"));
    const yaml::Value* const reason = each.find("reason");
    if (reason != nullptr && made.reason.find_first_not_of(" \t\n") == std::string::npos)
      messages.error(reason->place, "a suppression without a reason",
                     "say why the finding is accepted, so that the reason can be checked later");
    list.push_back(std::move(made));
  }
  if (!messages.empty()) return failure(messages.render());
  return list;
}

const Suppression* suppressed(const std::vector<Suppression>& list, const Cause& cause) {
  const auto found = std::ranges::find_if(list, [&](const Suppression& each) {
    return rules::matches(each.rule, cause.rule) &&
           (each.detail.empty() || rules::matches(each.detail, cause.detail));
  });
  return found == list.end() ? nullptr : &*found;
}

std::vector<Trouble> leading(std::vector<Trouble> troubles, const std::vector<Suppression>& list,
                             const std::function<void(const Suppression&)>& passed) {
  std::vector<Trouble> led;
  for (Trouble& each : troubles) {
    const auto same =
        std::ranges::find_if(led, [&](const Trouble& other) { return other.cause.rule == each.cause.rule; });
    const bool is_first = same == led.end();
    if (!is_first && (same->explained || !each.explained)) continue;
    if (const Suppression* const known = suppressed(list, each.cause)) {
      if (is_first && passed) passed(*known);
    } else if (is_first) {
      led.push_back(std::move(each));
    } else {
      *same = std::move(each);
    }
  }
  return led;
}

}  // namespace gcrucible::campaign
