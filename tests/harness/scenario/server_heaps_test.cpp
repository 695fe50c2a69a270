// Settings of several heaps of server GC in a scenario.
#include <string>
#include <variant>

#include "harness/scenario/scenario.h"
#include "tests/harness/scenario/everything.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::scenario {
namespace {

program::Program read(const std::string& text) {
  const Expected<Scenario> loaded = parse(text, "server.yaml");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded);
  return loaded->program;
}

std::uint16_t heaps(const std::string& server) {
  return read("scenario: s\nheap: {server: " + server + "}\nsteps: [collect: 0]\n").heap.server_heaps;
}

TEST_CASE("server heaps: the key is a flag or a number of heaps") {
  CHECK(heaps("false") == 0);
  CHECK(heaps("true") == 1);
  CHECK(heaps("1") == 1);
  CHECK(heaps("64") == 64);
}

TEST_CASE("server heaps: objects name their heap and collections their schedule") {
  const program::Program several = read(std::string(tests::kServerEverything));
  CHECK(several.heap.server_heaps == 4);
  CHECK(several.heap.balanced);
  CHECK(std::get<program::Allocate>(several.steps[0].action).heap == 3);
  const auto reporting = [&](std::size_t step) -> const program::Reporting& {
    return std::get<program::Collect>(several.steps[step].action).reporting;
  };
  using program::Schedule;
  using Kind = Schedule::Kind;
  using Turns = Schedule::Turns;
  CHECK(reporting(2).schedule == Schedule{});
  CHECK(reporting(2).started_by == 2);
  CHECK(reporting(3).schedule == Schedule{.kind = Kind::kFree});
  CHECK(reporting(4).schedule == Schedule{.kind = Kind::kRandom, .seed = 9});
  CHECK(reporting(5).schedule == Schedule{.kind = Kind::kPct, .seed = 3, .changes = 1, .length = 20});
  CHECK(reporting(6).schedule == Schedule{.kind = Kind::kSwitches, .switches = {{0, 3}, {2, 1}}});
  CHECK(reporting(7).schedule == Schedule{.turns = Turns::kWithin});
  CHECK(reporting(8).schedule ==
        Schedule{.kind = Kind::kSwitches, .switches = {{7, 2}}, .turns = Turns::kWithin});
  CHECK(reporting(9).schedule ==
        Schedule{.kind = Kind::kPct, .seed = 5, .changes = 3, .length = 9, .turns = Turns::kWithin});
  CHECK(reporting(10).schedule == Schedule{.turns = Turns::kWhole});
  CHECK(reporting(11).schedule ==
        Schedule{.kind = Kind::kSwitches, .switches = {{1, 2}}, .turns = Turns::kWhole});
}

TEST_CASE("server heaps: a free schedule within callbacks is an error") {
  const Expected<Scenario> loaded = parse(
      "scenario: s\nheap: {server: 2}\nsteps:\n  - collect: {generation: 0, report: {schedule: {within: "
      "free}}}\n",
      "server.yaml");
  CHECK_FALSE(loaded);
  INFO(tests::error_in(loaded));
  CHECK(loaded.error().find("round-robin") != std::string::npos);
}

}  // namespace
}  // namespace gcrucible::scenario
