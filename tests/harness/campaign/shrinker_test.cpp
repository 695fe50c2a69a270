#include "harness/campaign/shrink/shrinker.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "harness/campaign/campaign.h"
#include "harness/campaign/generate/generator.h"
#include "harness/campaign/shrink/candidates.h"
#include "harness/program/validate/validate.h"
#include "harness/runtimes/runtimes.h"
#include "harness/scenario/write/scenario_writer.h"
#include "tests/harness/campaign/shrink_subjects.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

std::uint64_t objects(const Program& program) {
  std::uint64_t count = 0;
  for (const Step& step : program.steps) {
    if (const auto* const allocate = std::get_if<Allocate>(&step.action)) count += allocate->count;
  }
  return count;
}

bool has_weak_handle_before_a_collection(const Program& program) {
  bool handle = false;
  for (const Step& step : program.steps) {
    const auto* const made = std::get_if<CreateHandle>(&step.action);
    handle = handle ||
             (made != nullptr && made->kind == CreateHandle::Kind::kWeakLong && made->object != kNothing);
    if (handle && std::holds_alternative<Collect>(step.action)) return true;
  }
  return false;
}

bool has_split_ranges_of_generation_1(const Program& program) {
  return std::ranges::any_of(program.steps, [](const Step& step) {
    const auto* const collect = std::get_if<Collect>(&step.action);
    return collect != nullptr && collect->condemned == Generation::k1 &&
           collect->reporting.splits.size() > 1 && collect->reporting.splits[1] > 1;
  });
}

Allocate large_array(const TypePool& pool) {
  Allocate array;
  array.type = pool.number("System.Byte[]");
  array.length = 86'147;
  return array;
}

// The first generated program that shows the finding, and the smallest one.
Shrunk smallest(const TypePool& pool, const char* runtime, const Shows& shows) {
  const Envelope envelope{.runtime = *runtimes::load(runtime)};
  for (std::uint64_t seed = 0;; ++seed) {
    const Generated made = generate(pool, envelope, seed, bounds_of(60));
    if (shows(made.program)) return shrink(made.program, pool, shows);
  }
}

}  // namespace

TEST_CASE("shrink: only the steps and settings that are needed remain") {
  const TypePool pool;
  const Shrunk shrunk = smallest(pool, "net10", has_weak_handle_before_a_collection);
  const Program& program = shrunk.program;
  CHECK(shrunk.complete);
  CHECK(has_weak_handle_before_a_collection(program));
  CHECK(validate(program).empty());
  REQUIRE(program.steps.size() == 3);
  CHECK(count<Allocate>(program) == 1);
  CHECK(count<CreateHandle>(program) == 1);
  CHECK(objects(program) == 1);
  CHECK(program.heap == HeapSpec{});
  CHECK(program.life == LifeSpec{});
  CHECK(program.threads.size() == 1);
  CHECK(program.functions.empty());
  const auto& collect = std::get<Collect>(program.steps[2].action);
  CHECK(collect.condemned == Generation::k0);
  CHECK(collect.mode == Collect{}.mode);
}

TEST_CASE("shrink: only the needed report settings of a collection remain") {
  const TypePool pool;
  const Program program = smallest(pool, "documented", has_split_ranges_of_generation_1).program;
  REQUIRE(program.steps.size() == 1);
  const auto& collect = std::get<Collect>(program.steps[0].action);
  CHECK(collect.reporting.splits.size() == 2);
  CHECK(collect.reporting.shuffle == 0);
  CHECK(collect.reporting.order.empty());
  CHECK(program.types.empty());
}

// Models a profiler whose table of a fixed size is full.
bool allocates_23(const Program& program) {
  return objects(program) >= 23;
}

TEST_CASE("shrink: a liberty that empties a root becomes an empty root") {
  const TypePool pool;
  const Shrunk shrunk = shrink(with_liberties(pool), pool, collects_with_empty<AddRoot>);
  REQUIRE(shrunk.program.steps.size() == 2);
  CHECK(std::get<AddRoot>(shrunk.program.steps[0].action).object == kNothing);
  CHECK(std::get<Collect>(shrunk.program.steps[1].action).reporting.liberties.value_or(0) == 0);
}

TEST_CASE("shrink: many unnamed objects become one allocation of the minimal count") {
  const TypePool pool;
  const Program program = smallest(pool, "documented", allocates_23).program;
  REQUIRE(program.steps.size() == 1);
  const auto& allocate = std::get<Allocate>(program.steps[0].action);
  CHECK(allocate.count == 23);
  CHECK(program.types.at(allocate.type).name == "System.Object");
}

// Models a problem that needs a thread to run at two decisions that differ from the default schedule.
bool has_two_switches(const Program& program) {
  return program.heap.server_heaps > 1 && std::ranges::any_of(program.steps, [](const Step& step) {
           const auto* const collect = std::get_if<Collect>(&step.action);
           return collect != nullptr && collect->reporting.schedule &&
                  std::ranges::count(collect->reporting.schedule->switches, 1u, &Switch::thread) > 1;
         });
}

// Models a problem that needs one thread's callback while two others have steps left.
bool has_three_at_work(const Program& program) {
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const auto* const together = std::get_if<Together>(&program.steps[i].action);
    if (together == nullptr || !together->schedule || together->schedule->switches.empty()) continue;
    std::vector<std::uint32_t> lanes;
    for (std::size_t step = i + 1; step < program.steps.size() && program.steps[step].lane != kNothing;
         ++step)
      lanes.push_back(program.steps[step].lane);
    lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
    if (lanes.size() == 3) return true;
  }
  return false;
}

bool has_two_collections(const Program& program) {
  return count<Collect>(program) > 1;
}

TEST_CASE("shrink: only the needed switches and steps of concurrent threads remain") {
  const TypePool pool;
  const Program program = smallest(pool, "net10", has_three_at_work).program;
  CHECK(count<Together>(program) == 1);
  const auto together = std::ranges::find_if(
      program.steps, [](const Step& step) { return std::holds_alternative<Together>(step.action); });
  CHECK(std::get<Together>(together->action).schedule->switches.size() == 1);
  INFO(scenario::write(program, {.title = "-"}).value_or("?"));
  // Two threads are started. Each of the three has one step, which may use an object created before.
  CHECK(program.steps.size() <= 7);
}

TEST_CASE("shrink: concurrent steps become sequential if that still fails") {
  const TypePool pool;
  Envelope envelope{.runtime = *runtimes::load("net10")};
  for (std::uint64_t seed = 0;; ++seed) {
    const Generated made = generate(pool, envelope, seed, bounds_of(60));
    if (count<Together>(made.program) == 0 || !has_two_collections(made.program)) continue;
    CHECK(count<Together>(shrink(made.program, pool, has_two_collections).program) == 0);
    return;
  }
}

TEST_CASE("shrink: only the needed server heaps and switches remain") {
  const TypePool pool;
  const Program program = smallest(pool, "net10", has_two_switches).program;
  REQUIRE(program.steps.size() == 1);
  CHECK(program.heap.server_heaps == 2);
  CHECK_FALSE(program.heap.balanced);
  const Reporting& reporting = std::get<Collect>(program.steps[0].action).reporting;
  CHECK(reporting.started_by == 0);
  REQUIRE(reporting.schedule);
  CHECK(reporting.schedule->switches.size() == 2);
}

// Models a problem that needs heap 1 to run at one decision. Any random schedule does so sooner or later.
TEST_CASE("shrink: any schedule becomes the fewest switches") {
  static constexpr Switch kNeeded{.decision = 3, .thread = 1};
  const TypePool pool;
  const auto schedule_of = [](const Program& program) -> std::optional<Schedule> {
    for (const Step& step : program.steps) {
      const auto* const collect = std::get_if<Collect>(&step.action);
      if (collect != nullptr && collect->reporting.schedule) return collect->reporting.schedule;
    }
    return std::nullopt;
  };
  const Shows shows = [&](const Program& program) {
    const std::optional<Schedule> schedule = schedule_of(program);
    if (program.heap.server_heaps < 2 || !schedule || schedule->turns != Schedule::Turns::kWithin)
      return false;
    return schedule->kind != Schedule::Kind::kSwitches ||
           std::ranges::find(schedule->switches, kNeeded) != schedule->switches.end();
  };
  // Rejects schedules of exactly two switches, so removing one at a time does not reach the minimum.
  const auto stubborn = [&](const Program& program) {
    const std::optional<Schedule> schedule = schedule_of(program);
    return shows(program) && (schedule->kind != Schedule::Kind::kSwitches || schedule->switches.size() != 2);
  };
  ShrinkSettings settings;
  settings.switches = [](const Program&, std::size_t) {
    return std::vector<Switch>{
        {.decision = 0, .thread = 1}, {.decision = 2, .thread = 0}, kNeeded, {.decision = 5, .thread = 0}};
  };
  Envelope envelope{.runtime = *runtimes::load("net10")};
  int kinds = 0;
  for (const Schedule::Kind kind :
       {Schedule::Kind::kRoundRobin, Schedule::Kind::kRandom, Schedule::Kind::kPct}) {
    for (std::uint64_t seed = 0;; ++seed) {
      const Program program = generate(pool, envelope, seed, bounds_of(60)).program;
      if (!shows(program) || schedule_of(program)->kind != kind) continue;
      for (const Shows& each : {shows, Shows(stubborn)}) {
        const std::optional<Schedule> left = schedule_of(shrink(program, pool, each, settings).program);
        REQUIRE(left);
        CHECK(left->kind == Schedule::Kind::kSwitches);
        CHECK(left->switches == std::vector{kNeeded});
      }
      ++kinds;
      break;
    }
  }
  CHECK(kinds == 3);
}

bool has_late_thread_in_collection(const Program& program) {
  return std::ranges::any_of(program.steps, [](const Step& step) {
    const auto* const collect = std::get_if<Collect>(&step.action);
    return collect != nullptr &&
           std::ranges::any_of(collect->reporting.suspension.threads,
                               [](const ThreadStop& each) { return each.how == Stop::kLate; });
  });
}

TEST_CASE("shrink: only the needed thread entries of a suspension remain") {
  const TypePool pool;
  const Program program = smallest(pool, "net10", has_late_thread_in_collection).program;
  REQUIRE(program.steps.size() == 2);
  CHECK(count<StartThread>(program) == 1);
  CHECK(std::get<Collect>(program.steps[1].action).reporting.suspension.threads.size() == 1);
}

TEST_CASE("shrink: server heaps that are not needed are removed") {
  const TypePool pool;
  const Envelope envelope{.runtime = *runtimes::load("net10")};
  const Shows allocates = [](const Program& program) { return count<Allocate>(program) > 1; };
  for (std::uint64_t seed = 0, found = 0; found < 3; ++seed) {
    const Generated made = generate(pool, envelope, seed, bounds_of(40));
    if (made.program.heap.server_heaps < 2 || !allocates(made.program)) continue;
    ++found;
    CHECK(shrink(made.program, pool, allocates).program.heap == HeapSpec{});
  }
}

// The first object of an assembly adds three of the runtime's own objects.
TEST_CASE("shrink: an object keeps its assembly loaded and the program can be written") {
  const TypePool pool;
  const Shrunk shrunk =
      smallest(pool, "net10", [](const Program& program) { return count<LoadAssembly>(program) == 2; });
  CHECK(shrunk.complete);
  CHECK(objects(shrunk.program) == 2);
  const Expected<std::string> written = scenario::write(as_played(shrunk.program), {.title = "Small"});
  INFO(tests::error_in(written));
  CHECK(written);
}

TEST_CASE("shrink: a finding that needs nothing keeps one step") {
  const TypePool pool;
  const Shrunk shrunk = smallest(pool, "documented", [](const Program&) { return true; });
  CHECK(shrunk.program.steps.size() == 1);
  CHECK(shrunk.complete);
}

TEST_CASE("shrink: a program that can be written stays writable") {
  const TypePool pool;
  const Envelope envelope{.runtime = *runtimes::load("net10")};
  const Shows loads = [](const Program& program) { return count<LoadAssembly>(program) != 0; };
  const Writable writable = [](const Program& program) {
    return scenario::write(program, {.title = "-"}).has_value();
  };
  for (std::uint64_t seed = 0, found = 0; found < 3; ++seed) {
    const Generated made = generate(pool, envelope, seed, bounds_of(60));
    if (!loads(made.program)) continue;
    ++found;
    const Program small = shrink(made.program, pool, loads, {.writable = writable}).program;
    CHECK(loads(small));
    CHECK(small.steps.size() == 2);
    CHECK(scenario::write(small, {.title = "-"}));
  }
}

TEST_CASE("shrink: a number that must stay large is found by bisection") {
  const TypePool pool;
  program::Program program = pool.program();
  program.runtime = *runtimes::load("net10");
  const program::Allocate array = large_array(pool);
  program::Allocate many;
  many.type = pool.number("Node");
  many.count = 700;
  program.steps = {{.action = array}, {.action = many}, {.action = program::Collect{}}};
  const auto shows = [](const program::Program& tried) {
    std::uint64_t longest = 0, most = 0;
    for (const program::Step& step : tried.steps) {
      const auto* const allocate = std::get_if<program::Allocate>(&step.action);
      if (allocate == nullptr) continue;
      longest = std::max(longest, allocate->length);
      most = std::max(most, allocate->count);
    }
    return longest >= 84'977 && most >= 513;
  };
  const Shrunk shrunk = shrink(program, pool, shows);
  CHECK(shrunk.complete);
  CHECK(shows(shrunk.program));
  std::uint64_t sum = 0;
  for (const program::Step& step : shrunk.program.steps) {
    const auto* const allocate = std::get_if<program::Allocate>(&step.action);
    if (allocate != nullptr) sum += allocate->length + allocate->count;
  }
  CHECK(sum == 84'977 + 1 + 513);
  INFO(shrunk.trials);
  CHECK(shrunk.trials < 150);
}

TEST_CASE("candidates: whoever takes the first that shows reaches a large number in few steps") {
  const TypePool pool;
  program::Program program = pool.program();
  program.runtime = *runtimes::load("net10");
  const program::Allocate array = large_array(pool);
  program.steps = {{.action = array}};
  const auto length_of = [](const program::Program& tried) {
    const auto* const allocate = std::get_if<program::Allocate>(&tried.steps.front().action);
    return allocate == nullptr ? 0 : allocate->length;
  };
  std::size_t steps = 0;
  for (bool smaller = true; smaller && steps < 100; steps += smaller ? 1 : 0) {
    const std::vector<program::Program> all = candidates(program, pool, CandidateKind::kPlainerSteps);
    const auto taken = std::ranges::find_if(all, [&](const program::Program& each) {
      return length_of(each) >= 70'001 && length_of(each) < length_of(program);
    });
    smaller = taken != all.end();
    if (smaller) program = *taken;
  }
  CHECK(length_of(program) == 70'001);
  CHECK(steps < 20);
}

TEST_CASE("shrink: deterministic and stopped by the trial limit") {
  const TypePool pool;
  const Shrunk once = smallest(pool, "documented", has_weak_handle_before_a_collection);
  CHECK(once.program == smallest(pool, "documented", has_weak_handle_before_a_collection).program);
  const Envelope envelope{.runtime = *runtimes::load("net10")};
  std::uint32_t asked = 0;
  const Shows always = [&](const Program&) {
    ++asked;
    return true;
  };
  const Shrunk cut =
      shrink(generate(pool, envelope, 1, bounds_of(100)).program, pool, always, {.most_trials = 3});
  CHECK(asked == 3);
  CHECK(cut.trials == 3);
  CHECK(!cut.complete);
}

}  // namespace gcrucible::campaign
