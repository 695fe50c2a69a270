#include "harness/cli/campaign/standing_finding.h"

#include "harness/cli/campaign/finding_file.h"
#include "harness/cli/campaign/shown_causes.h"
#include "harness/cli/campaign/shown_finding.h"
#include "harness/platform/files/executable_path.h"
#include "harness/rules/judge/other_finding.h"

namespace gcrucible::cli {

using report::Result;

report::CampaignFault standing_finding(const campaign::Cause& cause, const std::string& file,
                                       const report::RunReport& run, const report::Style& style) {
  report::CampaignFault made;
  made.rule = cause.rule;
  made.detail = cause.detail;
  made.statement = sentence_of(cause);
  if (rules::is_death(cause.rule)) {
    made.what = run.how + ". " + run.death;
    describe(cause, run, style, made);
  } else if (!describe(cause, run, style, made)) {
    made.what =
        run.expectations_failed.empty() ? "It shows as before." : run.expectations_failed.front().text;
  }
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
