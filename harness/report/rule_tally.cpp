#include "harness/report/rule_tally.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/rules/judge/coverage.h"

namespace gcrucible::report {

std::string tally_text(const std::vector<const rules::Rule*>& rules, rules::Breaker breaker) {
  const rules::Tally sum = rules::tally(rules, breaker);
  if (sum.all() == 0) return {};
  std::string text = fmt::format(
      "{}: {} checked ({:.1f} %)", counted(sum.all(), std::string(rules::name_of(breaker)) + " rule"),
      sum.checked, 100.0 * static_cast<double>(sum.checked) / static_cast<double>(sum.all()));
  if (sum.not_yet != 0) text += fmt::format(", {} not yet", sum.not_yet);
  if (sum.not_checkable != 0) text += fmt::format(", {} not checkable", sum.not_checkable);
  const auto of = [&](std::string_view rules::Rule::*reason) {
    return std::ranges::count_if(
        rules, [&](const rules::Rule* each) { return each->breaker == breaker && !(each->*reason).empty(); });
  };
  const auto unbroken = of(&rules::Rule::unbroken), unkept = of(&rules::Rule::unkept);
  if (unbroken + unkept != 0) {
    text += fmt::format("; of the checked ones {} ({:.1f} %) are broken by no scenario and {} kept by none",
                        unbroken, 100.0 * static_cast<double>(unbroken) / static_cast<double>(sum.checked),
                        unkept);
  }
  return text;
}

std::string ids_with(const std::vector<const rules::Rule*>& rules, const char* what,
                     std::string_view rules::Rule::*reason, const Style& style) {
  std::string ids;
  for (const rules::Rule* const rule : rules) {
    if (!(rule->*reason).empty()) ids += (ids.empty() ? "" : ", ") + std::string(rule->id);
  }
  if (ids.empty()) return ids;
  std::string text;
  for (const std::string& line :
       wrapped(fmt::format("{} (docs/rules/coverage.md says why): {}", what, ids), style.width))
    text += line + "\n";
  return text;
}

}  // namespace gcrucible::report
