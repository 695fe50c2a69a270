// Joins the parts of a campaign into one report.
#include <algorithm>
#include <string>
#include <vector>

#include "harness/report/campaign/report.h"
#include "harness/rules/judge/other_finding.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::report {
namespace {

CampaignFault fault(const std::string& rule, std::uint64_t number,
                    const std::vector<std::string>& joined = {}) {
  CampaignFault made;
  made.rule = rule;
  made.number = number;
  made.times = 1;
  made.joined = joined;
  return made;
}

CampaignReport part(const std::string& shard, std::vector<CampaignFault> faults) {
  CampaignReport made;
  made.shards = {shard};
  made.cases = made.planned = 10;
  made.whole = 30;
  made.refused = 1;
  made.refusal = "in " + shard;
  made.faults = std::move(faults);
  return made;
}

// Checks that the result is the same in any order.
CampaignReport joined(std::vector<CampaignReport> parts) {
  CampaignReport whole = join(parts);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < parts.size(); ++i) order.push_back(i);
  while (std::next_permutation(order.begin(), order.end())) {
    std::vector<CampaignReport> others;
    for (const std::size_t i : order) others.push_back(parts[i]);
    CHECK(campaign_json(join(others)) == campaign_json(whole));
  }
  return whole;
}

const std::string kX = "object-ids/cache-follows";
const std::string kY = "object-ids/only-valid-ids";
using Titles = std::vector<std::string>;

}  // namespace

TEST_CASE("join: estimates are judged over all parts together, and only then") {
  const rules::EstimateKey key{.of = 0, .measure = rules::Measure::kBytes};
  // Too little in each part alone.
  const rules::EstimateSum sum{.runs = 10, .due = 1000, .excess = 30, .variance = 25, .step = 1};
  std::vector<CampaignReport> parts;
  for (const char* const shard : {"1/3", "2/3", "3/3"}) {
    parts.push_back(part(shard, {}));
    parts.back().estimates[key] = sum;
    parts.back().estimates[key].worst_case = parts.size();
    CHECK(judge_estimates(parts.back()) == nullptr);
  }
  CHECK(join({parts[0], parts[2]}).faults.empty());
  CampaignReport whole = joined(parts);
  REQUIRE(whole.faults.size() == 1);
  CHECK(whole.faults[0].title() == "output/estimates-unbiased (allocated bytes)");
  CHECK(whole.faults[0].times == 30);
  CHECK(whole.faults[0].number == 1);
  // Each is judged once.
  CHECK(judge_estimates(whole) == nullptr);
  CHECK(joined({whole}).faults.size() == 1);
  const auto read = read_campaign(campaign_json(whole));
  REQUIRE(read.has_value());
  CHECK(read->estimates == whole.estimates);
  for (CampaignReport& each : parts) each.allowed = {{.rule = "output/*", .detail = {}, .reason = "known"}};
  whole = joined(parts);
  CHECK(whole.faults.empty());
  CHECK(whole.allowed[0].times == 1);
}

TEST_CASE("join: a finding that one part has on its own is kept") {
  const CampaignReport whole =
      joined({part("1/3", {fault(kY, 3, {kX})}), part("2/3", {fault(kX, 7)}), part("3/3", {})});
  REQUIRE(whole.faults.size() == 2);
  CHECK(whole.faults[0].rule == kY);
  CHECK(whole.faults[0].joined.empty());
  CHECK(whole.faults[0].also == Titles{kX});
  CHECK(whole.faults[1].rule == kX);
  CHECK(whole.cases == 30);
  CHECK(whole.shards == Titles{"1/3", "2/3", "3/3"});
  CHECK(whole.refused == 3);
  CHECK(whole.refusal == "in 1/3");
}

TEST_CASE("join: findings that every part joined become one") {
  const CampaignReport one = joined({part("1/2", {fault(kY, 8, {kX})}), part("2/2", {fault(kX, 7, {kY})})});
  REQUIRE(one.faults.size() == 1);
  CHECK(one.faults[0].rule == kX);
  CHECK(one.faults[0].joined == Titles{kY});

  const CampaignReport death =
      joined({part("1/2", {fault(kX, 2, {"crash"})}), part("2/2", {fault("crash", 7, {kX})})});
  REQUIRE(death.faults.size() == 1);
  CHECK(death.faults[0].rule == "crash");
  CHECK(death.faults[0].joined == Titles{kX});

  CampaignFault explained = fault(kY, 8, {kX});
  explained.explained = true;
  const CampaignReport named = joined({part("1/2", {explained}), part("2/2", {fault(kX, 7, {kY})})});
  REQUIRE(named.faults.size() == 1);
  CHECK(named.faults[0].rule == kY);

  // If only one part has seen the other cause, only that part can name it.
  const CampaignReport alone = joined({part("1/2", {fault(kY, 8, {kX})}), part("2/2", {fault(kY, 1)})});
  REQUIRE(alone.faults.size() == 1);
  CHECK(alone.faults[0].number == 1);
  CHECK(alone.faults[0].times == 2);
  CHECK(alone.faults[0].joined == Titles{kX});
}

TEST_CASE("join: findings that one part has separately stay separate") {
  const CampaignReport whole = joined({part("1/3", {fault(kY, 8, {kX})}), part("2/3", {fault(kX, 7, {kY})}),
                                       part("3/3", {fault(kX, 20), fault(kY, 23)})});
  REQUIRE(whole.faults.size() == 2);
  CHECK(whole.faults[0].number == 7);
  CHECK(whole.faults[0].times == 2);
  CHECK(whole.faults[0].also == Titles{kY});
  CHECK(whole.faults[1].number == 8);
}

TEST_CASE(
    "join: of the mistakes that explain the smallest program, those that explain every case are named") {
  const auto with = [](std::uint64_t number, const Titles& mistakes, const Titles& common) {
    CampaignFault made = fault(kX, number);
    made.mistakes = mistakes;
    made.common = common;
    made.listing = common.empty() ? 0 : 1;
    return made;
  };
  const auto cause = [&](const Titles& common, const Titles& common_there) {
    return cause_text(
        joined({part("1/2", {with(2, {"a", "b", "c"}, common)}), part("2/2", {with(3, {"b"}, common_there)})})
            .faults.at(0));
  };
  CHECK(cause({"a", "b", "c"}, {"a", "b", "c", "d"}).empty());
  CHECK(cause({"a", "b"}, {"b", "d"}) == "Of these mistakes, only one explains all 2 cases: b.");
  CHECK(cause({"a", "b", "c"}, {"a", "b"}) == "Of these mistakes, only some explain all 2 cases: a; or b.");
  CHECK(cause({"a"}, {"b"}).empty());
  // A case that lists no mistake is no evidence.
  CHECK(cause({"a"}, {}) == "Of these mistakes, only one explains the case before shrinking: a.");
  CHECK(cause({}, {"b", "c"}) == "Of these mistakes, only some explain the case before shrinking: b; or c.");
  CampaignFault silent = with(2, {"a", "b"}, {"b"});
  silent.listing = 4;
  silent.times = 5;
  CHECK(cause_text(silent) == "Of these mistakes, only one explains all 4 cases that show a mistake: b.");
  CampaignFault usual = with(1, {}, {});
  usual.cause = "the usual one";
  CHECK(cause_text(usual) == "the usual one");
  // A file has both lists.
  const CampaignReport written = part("1/1", {with(2, {"a", "b"}, {"b"})});
  CHECK(read_campaign(campaign_json(written))->faults.at(0).common == Titles{"b"});
  CHECK(read_campaign(campaign_json(written))->faults.at(0).listing == 1);
}

TEST_CASE("join: findings have the order of one campaign") {
  const auto made = [](const std::string& rule, std::uint64_t number, bool explained,
                       bool from_before = false) {
    CampaignFault fault = report::fault(rule, number);
    fault.explained = explained;
    fault.from_before = from_before;
    return fault;
  };
  // Of case 4, in the order of its part and not of the titles.
  const CampaignReport whole =
      joined({part("1/3", {made("hang", 0, false, true), made("b", 7, true), made("a", 1, false)}),
              part("2/3", {made("f", 5, true), made("d", 4, false), made("c", 4, false)}),
              part("3/3", {made("c", 9, true), made("e", 3, false)})});
  Titles titles;
  for (const CampaignFault& each : whole.faults) titles.push_back(each.title());
  CHECK(titles == Titles{"hang", "f", "b", "a", "e", "d", "c"});
  const Expected<CampaignReport> read = read_campaign(campaign_json(whole));
  REQUIRE(read);
  CHECK(read->faults[1].explained);
  CHECK_FALSE(read->faults[3].explained);
}

TEST_CASE("join: parts with different settings are refused") {
  const CampaignReport one = part("1/2", {});
  const auto refusal = [&](auto change) {
    CampaignReport other = part("2/2", {});
    change(other);
    return tests::error_in(check_join(one, other));
  };
  CHECK(refusal([](CampaignReport&) {}).empty());
  CHECK(refusal([](CampaignReport& part) { part.whole = 400; }) ==
        "--cases, of the whole campaign, differs: 30 there, 400 here; only parts of one campaign can be "
        "joined");
  CHECK(refusal([](CampaignReport& part) {
          part.stop_after = 3;
        }).find("--stop-after differs: 0 there, 3 here") == 0);
  CHECK(refusal([](CampaignReport& part) { part.runtime_sha256 = "ab"; }).find("the runtime") == 0);
  CHECK(refusal([](CampaignReport& part) { part.options = "--timeout 3"; }).find("the list of options") == 0);
  CHECK(refusal([](CampaignReport& part) {
          part.allowed = {{.rule = "crash", .detail = {}, .reason = "x"}};
        }).find("the --suppress options differ") == 0);
}

TEST_CASE("is_death: kept references are no death") {
  CHECK_FALSE(rules::is_death("references"));
  CHECK(rules::is_death("crash"));
  CHECK_FALSE(rules::is_death("moved/half-open-range"));
  CHECK(campaign_junit(part("1/1", {fault("references", 1)})).find("<failure type=\"references\"") !=
        std::string::npos);
}

TEST_CASE("campaign file: the settings that parts must share are read back") {
  CampaignReport report = part("1/2", {});
  report.runtime_sha256 = "ab";
  report.stop_after = 7;
  report.limited = true;
  const Expected<CampaignReport> read = read_campaign(campaign_json(report));
  REQUIRE(read);
  CHECK(read->whole == 30);
  CHECK(read->runtime_sha256 == "ab");
  CHECK(read->stop_after == 7);
  CHECK(read->limited);
}

}  // namespace gcrucible::report
