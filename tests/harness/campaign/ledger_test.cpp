// Cases that end in another order than their numbers.
#include "harness/campaign/ledger.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/catch.h"

namespace gcrucible::campaign {
namespace {

class Deaf final : public Watcher {
 public:
  void progress(const Result&) override {}
  void found(const Fault& fault) override { found_in.push_back(fault.number); }
  bool wants_stop() override { return stops; }

  std::vector<std::uint64_t> found_in;
  bool stops = false;
};

Trial showing(const std::string& rule) {
  Trial trial;
  if (!rule.empty())
    trial.troubles.push_back({.cause = {.rule = rule, .detail = {}}, .what = {}, .native_stack = {}});
  return trial;
}

Trial refused(const std::string& why) {
  Trial trial;
  trial.refused = true;
  trial.message = why;
  return trial;
}

// The finding of each case; empty: none.
const std::vector<std::string> kShown = {"", "crash", "exit", "crash", "hang", "exit"};

// All start at the same time and end in that order.
Result played(std::uint32_t most_faults, const std::vector<std::uint64_t>& order, Deaf& watcher) {
  Plan plan;
  plan.cases = kShown.size();
  plan.most_faults = most_faults;
  Ledger ledger(plan, watcher);
  for (std::uint64_t number = 0; number < kShown.size(); ++number) CHECK(ledger.next() == number);
  for (const std::uint64_t number : order) ledger.take(number, {}, showing(kShown[number]), {});
  CHECK_FALSE(ledger.next());
  return std::move(ledger).finish();
}

}  // namespace

TEST_CASE("Ledger: the finding limit counts cases by number and not by end time") {
  for (const std::vector<std::uint64_t>& order :
       {std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {4, 0, 2, 5, 1, 3}}) {
    Deaf watcher;
    const Result one = played(1, order, watcher);
    CHECK(one.cases == 2);
    REQUIRE(one.faults.size() == 1);
    CHECK(one.faults[0].cause.rule == "crash");
    CHECK(one.faults[0].number == 1);
    CHECK(one.faults[0].times == 1);
    CHECK(one.stopped);
    CHECK(one.limited);
    CHECK(watcher.found_in == std::vector<std::uint64_t>{1});

    const Result all = played(3, order, watcher);
    CHECK(all.cases == 5);
    REQUIRE(all.faults.size() == 3);
    CHECK(all.faults[0].times == 2);
    CHECK(all.faults[1].times == 1);
    CHECK(all.limited);
    CHECK(watcher.found_in == std::vector<std::uint64_t>{1, 1, 2, 4});

    const Result whole = played(20, order, watcher);
    CHECK(whole.cases == 6);
    CHECK(whole.faults[1].times == 2);
    CHECK_FALSE(whole.stopped);
    CHECK_FALSE(whole.limited);
  }
}

TEST_CASE("Ledger: a limit reached by the last case stops nothing") {
  Plan plan;
  plan.cases = 9;
  plan.shard = {.index = 1, .count = 4};
  plan.most_faults = 1;
  Deaf watcher;
  Ledger ledger(plan, watcher);
  CHECK(ledger.next() == 1u);
  CHECK(ledger.next() == 5u);
  CHECK_FALSE(ledger.next());
  ledger.take(5, {}, showing("crash"), {});
  ledger.take(1, {}, showing(""), {});
  const Result result = std::move(ledger).finish();
  CHECK(result.cases == 2);
  CHECK(result.faults.size() == 1);
  CHECK_FALSE(result.stopped);
}

TEST_CASE("Ledger: the time limit stops a number of cases and is the end of an endless campaign") {
  for (const bool endless : {true, false}) {
    Plan plan;
    plan.cases = endless ? kEndless : 9;
    plan.time = std::chrono::milliseconds(0);
    Deaf watcher;
    Ledger ledger(plan, watcher);
    CHECK_FALSE(ledger.next());
    CHECK(std::move(ledger).finish().stopped == !endless);
  }
}

TEST_CASE("Ledger: a case refused by an interruption does not count and later ones do") {
  Plan plan;
  plan.cases = 9;
  Deaf watcher;
  Ledger ledger(plan, watcher);
  for (int i = 0; i < 3; ++i) ledger.next();
  ledger.take(2, {}, refused("too large"), {});
  watcher.stops = true;
  ledger.take(0, {}, refused("it was interrupted"), {});
  ledger.take(1, {}, showing("crash"), {});
  CHECK_FALSE(ledger.next());
  const Result result = std::move(ledger).finish();
  CHECK(result.cases == 2);
  CHECK(result.refusal == "case 2: too large");
  CHECK(result.faults.size() == 1);
  CHECK(result.stopped);
  CHECK_FALSE(result.limited);
}

TEST_CASE("Ledger: the mistakes that explain every case of a finding are kept, in any order of ends") {
  using Mistakes = std::vector<std::string_view>;
  const std::vector<Mistakes> shown = {
      {"one", "two", "three"}, {"two", "three", "four"}, {"three", "two"}, {}};
  for (const std::vector<std::uint64_t>& order : {std::vector<std::uint64_t>{0, 1, 2, 3}, {3, 2, 0, 1}}) {
    Deaf watcher;
    Plan plan;
    plan.cases = shown.size();
    Ledger ledger(plan, watcher);
    for (std::uint64_t number = 0; number < shown.size(); ++number) CHECK(ledger.next() == number);
    for (const std::uint64_t number : order) {
      Trial trial = showing("object-ids/cache-follows");
      trial.troubles.front().causes = shown[number];
      ledger.take(number, {}, std::move(trial), {});
    }
    const Result result = std::move(ledger).finish();
    REQUIRE(result.faults.size() == 1);
    CHECK(result.faults.front().common == Mistakes{"two", "three"});
    CHECK(result.faults.front().listing == 3);
    CHECK(result.faults.front().times == 4);
  }
}

TEST_CASE("leading: of one rule, a trouble that names the mistake comes before one that does not") {
  const auto trouble = [](const std::string& detail, bool explained) {
    return Trouble{.cause = {.rule = "moved/mapping", .detail = detail},
                   .what = {},
                   .native_stack = {},
                   .explained = explained};
  };
  const auto first = [](const std::vector<Trouble>& troubles, const std::vector<Suppression>& list = {}) {
    const std::vector<Trouble> led = leading(troubles, list);
    return led.size() == 1 ? led.front().cause.detail : std::to_string(led.size());
  };
  CHECK(first({trouble("one", false), trouble("two", false)}) == "one");
  CHECK(first({trouble("one", false), trouble("two", true)}) == "two");
  CHECK(first({trouble("one", true), trouble("two", true)}) == "one");
  const std::vector<Suppression> list = {{.rule = "moved/*", .detail = "two", .reason = {}}};
  CHECK(first({trouble("one", false), trouble("two", true)}, list) == "one");
}

}  // namespace gcrucible::campaign
