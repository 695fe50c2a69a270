// Which findings belong together.
#include "harness/campaign/cause_groups.h"

#include <string>

#include "tests/support/catch.h"

namespace gcrucible::campaign {
namespace {

Cause cause(const std::string& rule) {
  return {.rule = rule, .detail = "GetObjectSize2"};
}

Fault fault(std::uint64_t number, const std::string& rule, const std::vector<std::string>& also) {
  Fault made;
  made.cause = cause(rule);
  made.number = number;
  made.times = 1;
  made.trials = 5;
  for (const std::string& each : also) made.also.push_back(cause(each));
  return made;
}

const std::string kStale = "object-ids/only-valid-ids";
const std::string kCache = "object-ids/cache-follows";
const std::string kHandles = "life/destroy-handles";

}  // namespace

TEST_CASE("join_causes: findings whose programs show each other are joined") {
  std::vector<Fault> faults = {fault(1, kStale, {kCache, kHandles}), fault(2, kCache, {kStale, kHandles}),
                               fault(3, kHandles, {})};
  join_causes(faults);
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].cause == cause(kStale));
  CHECK(faults[0].joined == std::vector<Cause>{cause(kCache)});
  // It appears in every program, so also together with the others. It is a separate finding.
  CHECK(faults[0].also == std::vector<Cause>{cause(kHandles)});
  CHECK(faults[1].cause == cause(kHandles));
  CHECK(faults[1].joined.empty());
}

TEST_CASE("put_named_first: findings that name a mistake come first, in their order") {
  std::vector<Fault> faults = {fault(1, kStale, {}), fault(2, kCache, {}), fault(3, "crash", {}),
                               fault(4, kHandles, {})};
  faults[1].trouble.explained = faults[3].trouble.explained = true;
  put_named_first(faults);
  std::vector<std::uint64_t> numbers;
  for (const Fault& each : faults) numbers.push_back(each.number);
  CHECK(numbers == std::vector<std::uint64_t>{2, 4, 1, 3});
}

TEST_CASE("join_causes: a crash is kept before a violated rule") {
  std::vector<Fault> faults = {fault(1, kStale, {"crash"}), fault(2, kHandles, {}),
                               fault(4, "crash", {kStale})};
  join_causes(faults);
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].cause == cause(kHandles));
  CHECK(faults[1].cause == cause("crash"));
  CHECK(faults[1].joined == std::vector<Cause>{cause(kStale)});
}

TEST_CASE("join_causes: a finding that names the mistake is kept before one that does not") {
  std::vector<Fault> faults = {fault(1, kStale, {kHandles}), fault(4, kHandles, {kStale})};
  faults[1].trouble.explained = true;
  join_causes(faults);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].cause == cause(kHandles));
  CHECK(faults[0].joined == std::vector<Cause>{cause(kStale)});
  std::vector<Fault> dead = {fault(1, "crash", {kHandles}), fault(4, kHandles, {"crash"})};
  dead[1].trouble.explained = true;
  join_causes(dead);
  REQUIRE(dead.size() == 1);
  CHECK(dead[0].cause == cause("crash"));
}

TEST_CASE("join_causes: a finding that is not fully shrunk is not joined") {
  for (bool Fault::*const flag : {&Fault::flaky, &Fault::cut, &Fault::unshrunk}) {
    std::vector<Fault> faults = {fault(1, kStale, {kCache}), fault(2, kCache, {kStale})};
    faults[1].*flag = true;
    join_causes(faults);
    CHECK(faults.size() == 2);
  }
  std::vector<Fault> at_times = {fault(1, kStale, {kCache}), fault(2, kCache, {kStale})};
  at_times[1].plays = 2;
  join_causes(at_times);
  CHECK(at_times.size() == 2);
  std::vector<Fault> whole = {fault(1, kStale, {kCache}), fault(2, kCache, {kStale})};
  for (Fault& each : whole) each.trials = 0;
  join_causes(whole);
  CHECK(whole.size() == 2);
}

TEST_CASE("join_causes: a special case of a general finding is joined to it") {
  const std::string special = "object-ids/saturated-length";
  std::vector<Fault> faults = {fault(1, special, {}), fault(2, kCache, {})};
  faults[0].also_rule = kCache;
  join_causes(faults);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].cause == cause(kCache));
  CHECK(faults[0].joined == std::vector<Cause>{cause(special)});
  CHECK(faults[0].times == 2);
  // Without the general finding, or if the general rule does not explain each occurrence, it stays.
  std::vector<Fault> alone = {fault(1, special, {})};
  alone[0].also_rule = kCache;
  join_causes(alone);
  CHECK(alone.size() == 1);
  std::vector<Fault> own = {fault(1, special, {}), fault(2, kCache, {})};
  join_causes(own);
  CHECK(own.size() == 2);
}

}  // namespace gcrucible::campaign
