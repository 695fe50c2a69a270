// Everything that is said about one campaign, or about several that were one: the text on the terminal and
// the files are made from it, and parts of a campaign are joined by it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

struct CampaignFault {
  // Id, or a word of rules/other_finding.h.
  std::string rule;
  std::string detail;        // the callback, the signal
  std::string statement;     // of the rule
  std::string what;          // with the values of the smallest program
  std::uint64_t number = 0;  // of the first case that showed it
  std::uint64_t times = 0;
  std::uint64_t trials = 0;  // that shrinking took
  bool flaky = false;
  bool at_times = false;      // some plays of it do not show it
  bool unshrunk = false;      // the campaign was stopped before that was done
  bool before_cases = false;  // no case showed it: the attach that is tried first did
  bool from_before = false;   // no case showed it: the scenario of an earlier campaign did, `times` of them
  // Of such a one whose profiler died or hung this time: kCrashed or kHung, the greater of several plays.
  std::optional<Result> died_now;
  bool cut = false;    // the time was up before it was as small as it gets
  std::string origin;  // where it is from instead of a case; reports of campaigns have none
  // Titles of findings whose smallest scenario shows this one, as its own shows them: of the same cause.
  std::vector<std::string> joined;
  std::vector<std::string> also;  // titles of what else its scenario shows
  std::string features;
  std::string scenario;  // text of the smallest one; empty where it cannot be written
  std::string file;      // where it lies
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
  std::string runtime_sha256;  // of what a file says; empty of a built-in one
  std::uint64_t seed = 0;
  std::string profiler;
  std::string sha256;
  std::string clsid;
  std::string options;              // whatever else changes what is drawn or judged
  std::vector<std::string> shards;  // "2/8"; one, or more once joined
  std::uint64_t whole = 0;          // cases of the whole campaign
  std::uint64_t planned = 0;        // cases of these parts
  std::uint64_t cases = 0;          // that were run
  std::uint64_t refused = 0;
  std::string refusal;
  std::uint64_t unsteady = 0;  // cases in which what is observed differed without another telling
  std::string unsteadiness;    // of the first of those: where, in a clause
  std::uint64_t milliseconds = 0;
  bool stopped = false;          // by the time, by hand or at the limit of findings
  bool limited = false;          // at that limit
  std::string standing;          // which case stood still when it was stopped by hand, and where
  std::uint64_t stop_after = 0;  // that limit, of each part
  std::uint64_t still = 0;       // remembered findings that show as before
  std::uint64_t mended = 0;
  std::uint64_t unjudged = 0;         // that could not be played, or whose rule was left out
  std::uint64_t untried = 0;          // whose turn did not come before the campaign was stopped
  std::vector<CampaignFault> faults;  // by the number of the case
  std::vector<CampaignAllowed> allowed;
  std::map<std::string, CampaignRule> rules;
  std::map<std::string, std::uint64_t> features;  // cases that used each
  std::vector<std::string> contexts;              // titles of the columns of `calls`
  std::map<std::string, std::vector<std::uint64_t>> calls;

  double rate() const;  // cases a second
};

// What every file of either kind begins with, whoever wrote it and when.
inline constexpr std::string_view kCampaignBeginning = "{\n  \"gcrucible_campaign\": ";
inline constexpr std::string_view kCampaignPageBeginning =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"generator\" "
    "content=\"gcrucible\">\n";

// Addresses and texts as they are; read_campaign() gives the same value back.
std::string campaign_json(const CampaignReport& report);
struct ReadCampaign {
  std::optional<CampaignReport> report;
  std::string error;  // a sentence without the file's name
};
ReadCampaign read_campaign(std::string_view json);

// One test case a fault, an error where the profiler died, one that is an error where cases could not be
// played, one that is skipped for each suppression that was needed, and one that stands for all that found
// nothing.
std::string campaign_junit(const CampaignReport& report);
// A page that needs nothing beside it.
std::string campaign_html(const CampaignReport& report);

// "200 cases, 85 a second, 1 finding".
std::string campaign_line(const CampaignReport& report);
// What was tried: features, callbacks by situation, rules.
std::string coverage_text(const CampaignReport& report, const Style& style);
// Of cases whose tellings could not be compared: what to do; empty if there were none.
std::string unsteady_text(const CampaignReport& report);
// How many cases could not be played, and why the first of them could not; empty if all could.
std::string refused_text(const CampaignReport& report);
// What is missing of a campaign that was stopped.
std::string stopped_text(const CampaignReport& report);
// What suppressions let pass, and which of them nothing needed.
std::string allowed_text(const CampaignReport& report, const Style& style);
// One fault without its scenario's pictures.
std::string fault_text(const CampaignFault& fault, const Style& style);

// What is wrong with joining `part` to `one`: another profiler, runtime, seed, number of cases or option that
// changes what is found, or the same part. Empty if nothing is.
std::string cannot_join(const CampaignReport& one, const CampaignReport& part);
// One at least, of which each can be joined to each. The same in whichever order they come: findings that a
// part has joined stay joined where no part has one of them for itself without the other.
CampaignReport join(std::vector<CampaignReport> parts);

}  // namespace gcrucible::report
