// Files with the result of a campaign.
#include <string>

#include "harness/report/annotation.h"
#include "harness/report/campaign/report.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"

namespace gcrucible::report {
namespace {

using tests::contains;

CampaignFault fault(const std::string& rule, bool from_before) {
  CampaignFault made;
  made.rule = rule;
  made.times = 2;
  made.from_before = from_before;
  return made;
}

CampaignReport part(const std::string& shard, const CampaignFault& found) {
  CampaignReport made;
  made.shards = {shard};
  made.cases = made.planned = 10;
  made.faults = {found};
  return made;
}

}  // namespace

TEST_CASE("JUnit: a suppressed finding is skipped and an unused suppression left out") {
  CampaignReport report;
  report.allowed = {{.rule = "crash", .detail = "Shutdown", .reason = "ticket 17", .times = 3},
                    {.rule = "hang", .detail = "", .reason = "long ago", .times = 0}};
  const std::string junit = campaign_junit(report);
  INFO(junit);
  CHECK(contains(junit, "tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\""));
  CHECK(contains(junit, "name=\"suppressed: crash in Shutdown\""));
  CHECK(contains(junit, "<skipped message=\"3 times: ticket 17\"/>"));
  CHECK_FALSE(contains(junit, "long ago"));
}

TEST_CASE("join: an earlier finding stays one unless a part found it again") {
  const CampaignFault before = fault("crash", true);
  const CampaignReport both = join({part("1/2", before), part("2/2", before)});
  REQUIRE(both.faults.size() == 1);
  CHECK(both.faults[0].from_before);
  CHECK(both.faults[0].times == 2);
  CHECK(contains(campaign_line(both), ", 1 finding from before"));
  const CampaignReport again = join({part("1/2", before), part("2/2", fault("crash", false))});
  REQUIRE(again.faults.size() == 1);
  CHECK_FALSE(again.faults[0].from_before);
  const CampaignReport other = join({part("1/2", before), part("2/2", fault("hang", false))});
  CHECK(contains(campaign_line(other), ", 2 findings, 1 of them from before"));
  const Expected<CampaignReport> read = read_campaign(campaign_json(other));
  REQUIRE(read);
  CHECK(campaign_json(*read) == campaign_json(other));
}

TEST_CASE("JUnit: a kept finding names its file") {
  CampaignFault kept = fault("crash", false);
  kept.file = "/found/crash.yaml";
  CHECK(contains(campaign_junit(part("1/1", kept)), "name=\"crash\" file=\"/found/crash.yaml\">"));
  CHECK(contains(campaign_junit(part("1/1", fault("crash", false))), "name=\"crash\">"));
  CHECK(contains(campaign_junit(part("1/1", kept), "/found"), "name=\"crash\" file=\"crash.yaml\">"));
}

TEST_CASE("JUnit: two findings with one title have different names") {
  CampaignFault kept = fault("crash", false);
  CampaignReport report = part("1/1", kept);
  kept.file = "/found/crash-2.yaml";
  report.faults.push_back(kept);
  report.faults.push_back(kept);
  const std::string junit = campaign_junit(report, "/");
  INFO(junit);
  CHECK(contains(junit, "name=\"crash\">"));
  CHECK(contains(junit, "name=\"crash in /found/crash-2.yaml\" file=\"/found/crash-2.yaml\">"));
  CHECK(contains(junit, "name=\"crash in /found/crash-2.yaml #2\""));
}

TEST_CASE("campaign: answers that are missing are summed and named") {
  CampaignReport one = part("1/2", fault("crash", false));
  CHECK(answers_text(one).empty());
  one.probe.asked = 1000;
  CHECK(contains(answers_text(one), "ObjectAllocated was never delivered, so a table that is built from it"));
  one.contexts = {"once"};
  one.calls["ObjectAllocated"] = {7};
  one.probe.unanswered = 3;
  CampaignReport two = part("2/2", fault("crash", false));
  two.contexts = one.contexts;
  two.probe.asked = 500;
  one.failures = {{"Shutdown: E_FAIL (0x80004005)", 1}};
  two.failures = {{"ThreadCreated: E_NOTIMPL (0x80004001)", 60}, {"Shutdown: E_FAIL (0x80004005)", 1}};
  const Expected<CampaignReport> read = read_campaign(campaign_json(join({one, two})));
  REQUIRE(read);
  CHECK(answers_text(*read) ==
        "The probe gave no answer to 3 of 1,500 questions.\n62 callbacks returned a failure HRESULT: "
        "ThreadCreated: E_NOTIMPL (0x80004001) (60 times), Shutdown: E_FAIL (0x80004005) (2 times).\n");
  CampaignReport failing = part("1/1", fault("crash", false));
  failing.failures = {
      {"A: E_FAIL", 1}, {"B: E_FAIL", 3}, {"C: E_FAIL", 2}, {"D: E_FAIL", 1}, {"E: E_FAIL", 1}};
  CHECK(answers_text(failing) ==
        "8 callbacks returned a failure HRESULT: B: E_FAIL (3 times), C: E_FAIL (2 times), A: E_FAIL and 2 "
        "others.\n");
  one.failures.clear();
  one.probe.unanswered = one.probe.asked;
  CHECK(answers_text(one) ==
        "The probe never answered, so nothing was compared with its tables: it returns a value other than 0 "
        "(1,000 questions).\n");
  CHECK(one.probe.is_mute());
  one.probe.unanswered = one.probe.misread = 3;
  CHECK(one.probe.is_mute());
  CHECK(read_campaign(campaign_json(one))->probe.misread == 3);
  CHECK(answers_text(one) ==
        "The probe returned E_INVALIDARG for 3 of 1,000 questions, or changed more of them than `knows`. It "
        "may read them by another layout than gcrucible/probe.h has, so its answers mean nothing.\n");
}

TEST_CASE("annotations: a finding has the line of its step") {
  CampaignFault kept = fault("crash", false);
  kept.line = 7;
  CHECK(annotations(part("1/1", kept)).front().line == 0);
  kept.file = "/found/crash.yaml";
  CHECK(annotations(part("1/1", kept)).front().line == 7);
  const Expected<CampaignReport> read = read_campaign(campaign_json(part("1/1", kept)));
  REQUIRE(read);
  CHECK(read->faults.front().line == 7);
}

}  // namespace gcrucible::report
