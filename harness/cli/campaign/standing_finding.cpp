#include "harness/cli/campaign/standing_finding.h"

#include <optional>

#include "harness/cli/campaign/finding_file.h"
#include "harness/cli/campaign/shown_causes.h"
#include "harness/platform/files/executable_path.h"
#include "harness/report/text/names.h"
#include "harness/rules/judge/other_finding.h"

namespace gcrucible::cli {
namespace {

using report::Result;

// Description of the finding in this run. The callback may differ from the recorded one.
std::string what_of(const campaign::Cause& cause, const report::RunReport& run) {
  if (rules::is_death(cause.rule)) return run.how + ". " + run.death;
  const rules::Finding* shown = nullptr;
  for (const rules::Verdict& verdict : run.verdicts) {
    if (verdict.standing != rules::Standing::kBroken || verdict.rule->id != cause.rule) continue;
    for (const rules::Finding& each : verdict.findings) {
      if (shown == nullptr || each.callback == cause.detail) shown = &each;
      if (each.callback == cause.detail) break;
    }
  }
  if (shown == nullptr)
    return run.expectations_failed.empty() ? "It shows as before." : run.expectations_failed.front().text;
  return report::with_names(shown->what, [&](std::uint32_t object) -> std::optional<std::string> {
    const auto name = run.object_names.find(object);
    return name == run.object_names.end() ? std::nullopt : std::optional(name->second);
  });
}

}  // namespace

report::CampaignFault standing_finding(const campaign::Cause& cause, const std::string& file,
                                       const report::RunReport& run) {
  report::CampaignFault made;
  made.rule = cause.rule;
  made.detail = cause.detail;
  made.statement = sentence_of(cause);
  made.what = what_of(cause, run);
  made.times = 1;
  made.from_before = true;
  if (run.result == Result::kHung || run.result == Result::kCrashed) made.died_now = run.result;
  made.scenario = text_of_file(file);
  made.file = platform::absolute_path(file);
  made.replay = run.replay;
  made.native_stack = run.native_stack;
  return made;
}

}  // namespace gcrucible::cli
