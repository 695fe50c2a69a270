#include "harness/cli/campaign/fresh_finding.h"

#include "harness/cli/campaign/shown_causes.h"

namespace gcrucible::cli {

report::CampaignFault fresh_finding(const campaign::Fault& fault) {
  report::CampaignFault made{.rule = fault.cause.rule,
                             .detail = fault.cause.detail,
                             .statement = sentence_of(fault.cause),
                             .what = fault.trouble.what,
                             .where = {},
                             .history = {},
                             .cause = {},
                             .explained = fault.trouble.explained,
                             .number = fault.number,
                             .times = fault.times,
                             .trials = fault.trials,
                             .flaky = fault.flaky,
                             .at_times = fault.plays > 1 && !fault.flaky,
                             .unshrunk = fault.unshrunk,
                             .before_cases = fault.before_cases,
                             .from_before = false,
                             .died_now = {},
                             .cut = fault.cut,
                             .origin = fault.origin,
                             .joined = {},
                             .also = {},
                             .features = fault.features.text(),
                             .scenario = {},
                             .file = {},
                             .replay = {},
                             .native_stack = fault.trouble.native_stack};
  // No scenario reproduces it, only the whole campaign.
  if (fault.trouble.only_in_process)
    made.what += " To see it again, repeat the campaign with the same --seed, and --in-process.";
  made.mistakes.assign(fault.trouble.causes.begin(), fault.trouble.causes.end());
  made.listing = fault.listing;
  made.common.assign(fault.common.begin(), fault.common.end());
  for (const campaign::Cause& each : fault.joined) made.joined.push_back(campaign::text_of(each));
  for (const campaign::Cause& each : fault.also) made.also.push_back(campaign::text_of(each));
  return made;
}

void hide_place(const std::string& file, const RunOptions& options, report::RunReport& run) {
  const std::string name = "FILE.yaml";
  run.replay = "its scenario in a file, and: " + replay_line(options, name, run.profiler, run.clsid);
  run.scenario = name;
  for (report::Complaint& each : run.expectations_failed) {
    for (std::size_t at = 0; (at = each.text.find(file, at)) != std::string::npos; at += name.size())
      each.text.replace(at, file.size(), name);
  }
}

}  // namespace gcrucible::cli
