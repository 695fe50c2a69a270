// The result of one campaign, or of several merged parts. Terminal text and report files are generated from
// this value. Merging works on it too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/expected.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"
#include "harness/rules/probe/estimates/estimate_sum.h"
#include "harness/rules/probe/probe_tally.h"

namespace gcrucible::report {

struct CampaignFault {
  // Id of a rule, or a word of rules/other_finding.h.
  std::string rule;
  std::string detail;     // the callback, the signal
  std::string statement;  // the rule's text
  std::string what;       // with the values of the smallest program
  std::string where;      // place in the smallest scenario, and the callback; may be empty, like the next two
  std::string history;    // of the object
  std::string cause;      // usual cause
  bool explained = false;                  // `what` names the mistake itself
  std::vector<std::string> mistakes = {};  // that `what` lists: each gives the values of the smallest program
  std::uint64_t listing = 0;               // cases whose findings list mistakes
  std::vector<std::string> common = {};    // mistakes that all these cases list
  std::uint64_t number = 0;                // the first case that showed it
  std::uint64_t times = 0;
  std::uint64_t trials = 0;  // number of runs that shrinking needed
  bool flaky = false;
  bool at_times = false;      // some plays do not show it
  bool unshrunk = false;      // the campaign stopped before shrinking ended
  bool before_cases = false;  // shown by the first attach, not by a case
  bool over_cases = false;    // shown by sums over `times` cases, not by a case. The case is off the most
  bool from_before = false;   // shown by `times` remembered scenarios, not by a case
  // For a remembered finding whose profiler died or hung this time: kCrashed or kHung, the worse of several
  // plays.
  std::optional<Result> died_now;
  bool cut = false;    // shrinking ran out of time
  std::string origin;  // source of the finding if it is no case; not in reports of campaigns
  // Titles of findings with the same cause: the smallest scenario of each shows the other.
  std::vector<std::string> joined;
  std::vector<std::string> also;  // titles of other findings that its scenario shows
  std::string features;
  std::string scenario;    // the smallest scenario; empty if it cannot be written
  std::string file;        // path of the scenario
  std::uint32_t line = 0;  // of the scenario, where it shows; 0 if there is none
  std::string replay;
  std::string native_stack;

  std::string title() const { return detail.empty() ? rule : rule + " (" + detail + ")"; }
};

struct CampaignAllowed {
  std::string rule;
  std::string detail;
  std::string reason;
  std::uint64_t times = 0;
};

struct CampaignRule {
  std::uint64_t cases = 0;
  std::uint64_t occasions = 0;
};

struct CampaignReport {
  std::string version;
  std::string runtime;
  std::string runtime_sha256;  // of a runtime from a file; empty for a built-in runtime
  std::uint64_t seed = 0;
  std::string profiler;
  std::string sha256;
  std::string clsid;
  std::string options;              // other options that change what is generated or judged
  std::vector<std::string> shards;  // "2/8"; several after a merge
  std::uint64_t whole = 0;          // cases of the whole campaign; 0: as many as its time allows
  std::uint64_t planned = 0;        // cases of these parts; 0: likewise
  std::uint64_t cases = 0;          // cases that were run
  std::uint64_t refused = 0;
  std::string refusal;
  std::uint64_t unsteady = 0;  // cases whose observed text differed between equal plays
  std::string unsteadiness;    // the place in the first of those, as a clause
  rules::ProbeTally probe;
  rules::EstimateSums estimates;
  std::map<std::string, std::uint64_t> failures;  // number of "CALLBACK: HRESULT", for failures
  std::string slots;  // methods in wrong slots of the profiler's table; empty if none is known
  std::uint64_t milliseconds = 0;
  bool stopped = false;          // by time, by the user or at the limit of findings
  bool limited = false;          // at the limit of findings
  std::string standing;          // which case was running when the user stopped, and where
  std::uint64_t stop_after = 0;  // the limit of findings of each part
  std::uint64_t still = 0;       // remembered findings that still show
  std::uint64_t mended = 0;
  std::uint64_t flaky = 0;     // do not show now, and did not show each time when they were found
  std::uint64_t unjudged = 0;  // not playable, or their rule is not selected
  std::uint64_t untried = 0;   // not replayed before the campaign stopped
  // Remembered findings first, then those that name a mistake. Each kind in order of the case number.
  std::vector<CampaignFault> faults;
  std::vector<CampaignAllowed> allowed;
  std::map<std::string, CampaignRule> rules;
  std::map<std::string, std::uint64_t> features;  // number of cases that used each
  std::vector<std::string> contexts;              // titles of the columns of `calls`
  std::map<std::string, std::vector<std::uint64_t>> calls;

  double rate() const;  // cases per second
};

// The beginning of every file of either kind, from every version of gcrucible.
inline constexpr std::string_view kCampaignBeginning = "{\n  \"gcrucible_campaign\": ";
inline constexpr std::string_view kCampaignPageBeginning =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"generator\" "
    "content=\"gcrucible\">\n";

// Addresses and texts are written unchanged; read_campaign() restores the same value.
std::string campaign_json(const CampaignReport& report);
// The error is a sentence without the file name.
Expected<CampaignReport> read_campaign(std::string_view json);

// One test case for each fault, an error if the profiler died. One error if cases could not be played. One
// skipped test case for each suppression that was used. One passed test case for all cases without findings.
// Files in `folder` are named relative to it.
std::string campaign_junit(const CampaignReport& report, const std::string& folder = {});
// A self-contained page.
std::string campaign_html(const CampaignReport& report);

// "200 cases, 85 a second, 1 finding".
std::string campaign_line(const CampaignReport& report);
// One line for each finding: its title and the file of its scenario.
std::string faults_list(const CampaignReport& report, const Style& style);
// How many rules were judged; if verbose, also features and callbacks by situation.
std::string coverage_text(const CampaignReport& report, const Style& style);
// What to do about cases whose two plays could not be compared; empty if there were none.
std::string unsteady_text(const CampaignReport& report);
// How often the probe gave no answer, and how many callbacks failed: a line for each that is not zero.
std::string answers_text(const CampaignReport& report);
// How many cases could not be played, and the reason of the first; empty if all could.
std::string refused_text(const CampaignReport& report);
// What a stopped campaign did not do.
std::string stopped_text(const CampaignReport& report);
// The findings that suppressions covered, and the unused suppressions.
std::string allowed_text(const CampaignReport& report, const Style& style);
// The usual cause. If `what` lists mistakes, those of them that all cases list, unless this is none or all.
std::string cause_text(const CampaignFault& fault);
// One fault, without pictures of its scenario.
std::string fault_text(const CampaignFault& fault, const Style& style);

// Judges the estimates of a whole campaign, and adds the finding unless a suppression covers it. Returns it,
// or null. Does nothing for a part of a campaign, and if the campaign was judged already.
const CampaignFault* judge_estimates(CampaignReport& report);

// The error is why `part` cannot be merged with `one`: another profiler, runtime, seed, number of cases or
// relevant option, or the same part twice.
Expected<void> check_join(const CampaignReport& one, const CampaignReport& part);
// Needs at least one part, and every pair must be mergeable. The order of parts does not matter. Joined
// findings stay joined unless a part lists one of them without the other.
CampaignReport join(std::vector<CampaignReport> parts);

}  // namespace gcrucible::report
