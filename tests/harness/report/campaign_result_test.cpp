// Files with the result of a campaign.
#include <string>

#include "harness/report/campaign/report.h"
#include "tests/support/catch.h"

namespace gcrucible::report {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

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
}

}  // namespace gcrucible::report
