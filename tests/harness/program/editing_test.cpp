#include "harness/program/editing.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "harness/campaign/generate/generator.h"
#include "harness/program/random.h"
#include "harness/program/validate/validate.h"
#include "harness/runtimes/runtimes.h"
#include "tests/support/property.h"

namespace gcrucible::program {
namespace {

const campaign::TypePool& pool() {
  static const campaign::TypePool pool;
  return pool;
}

Program generated(std::uint64_t seed) {
  static const campaign::Envelope envelope{.runtime = *runtimes::load("net10")};
  constexpr int kLargest = 100;
  return campaign::generate(pool(), envelope, seed, campaign::bounds_of(static_cast<int>(seed % kLargest)))
      .program;
}

// A random selection of steps: few or nearly all.
std::vector<bool> some_of(const Program& program, std::uint64_t seed) {
  Random random(seed);
  const std::uint64_t share = 1 + random.below(15);
  std::vector<bool> kept(program.steps.size());
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = random.below(16) < share;
  return kept;
}

// Permitted problems of a program that lost steps: a background collection or an exception is incomplete, or
// no step attaches the profiler any more.
bool excusable(const Problem& problem) {
  const std::string text = to_string(problem);
  return text.find("background") != std::string::npos || text.find("exception") != std::string::npos ||
         text.find("no step attaches it") != std::string::npos;
}

template <typename T>
std::size_t count_of(const Program& program) {
  return static_cast<std::size_t>(std::ranges::count_if(
      program.steps, [](const Step& step) { return std::holds_alternative<T>(step.action); }));
}

Allocate one(std::uint32_t type, std::uint32_t thread) {
  Allocate step;
  step.thread = thread;
  step.type = type;
  return step;
}

// Three objects, two of them rooted, and a second thread.
Program small() {
  Program program = generated(0);
  program.steps.clear();
  program.names.clear();
  program.life = LifeSpec();
  program.types = pool().program().types;
  const std::uint32_t node = pool().number("Node");
  program.threads = {{}, {.name = "worker"}};
  program.functions = {{.name = "Main", .type = kNothing}, {.name = "Work", .type = kNothing}};
  program.names = {{.object = 0, .name = "a"}, {.object = 1, .name = "b"}, {.object = 2, .name = "c"}};
  program.steps = {
      {.action = one(node, 0)},
      {.action = StartThread{.thread = 1}},
      {.action = one(node, 1)},
      {.action = one(node, 0)},
      {.action = Store{.object = 2, .slot = 0, .target = 1}},
      {.action = AddRoot{.thread = 1, .function = 1, .object = 2}},
      {.action = AddRoot{.object = 0}},
      {.action = RemoveRoot{.root = 1}},
      {.action = EndThread{.thread = 1}},
      {.action = Collect{}},
  };
  return program;
}

std::vector<bool> all_but(const Program& program, std::size_t step) {
  std::vector<bool> kept(program.steps.size(), true);
  kept[step] = false;
  return kept;
}

}  // namespace

TEST_CASE("with_steps: dropping steps breaks only background collections and attaches") {
  tests::property("the rest is valid and in order", [](std::uint64_t seed, std::uint64_t choice) {
    const Program whole = generated(seed);
    const std::vector<bool> kept = some_of(whole, choice);
    const Program part = with_steps(whole, kept);
    for (const Problem& problem : validate(part)) {
      RC_LOG(to_string(problem));
      RC_ASSERT(excusable(problem));
    }
    RC_ASSERT(part.steps.size() <= static_cast<std::size_t>(std::ranges::count(kept, true)));
    // No declaration is lost or changes its place before without_unused.
    RC_ASSERT(part.types == whole.types);
    RC_ASSERT(part.threads == whole.threads);
    RC_ASSERT(part.functions == whole.functions);
    RC_ASSERT(part.collectible == whole.collectible);
    RC_ASSERT(part.runtime == whole.runtime);
    RC_ASSERT(part.heap == whole.heap);
    RC_ASSERT(std::ranges::is_sorted(part.names, {}, &ObjectName::object) ||
              !std::ranges::is_sorted(whole.names, {}, &ObjectName::object));
    // The remaining steps keep their order.
    std::size_t place = 0;
    for (const Step& step : part.steps) {
      while (place < whole.steps.size() &&
             !(kept[place] && whole.steps[place].action.index() == step.action.index()))
        ++place;
      RC_ASSERT(place++ < whole.steps.size());
    }
  });
}

TEST_CASE("with_steps: a provisional collection left behind a compacted one becomes a normal one") {
  Program program = small();
  Collect compacted, swept, goes_on;
  compacted.condemned = swept.condemned = Generation::k1;
  compacted.mode = {Mode::kCompact, Mode::kCompact};
  swept.mode = {Mode::kSweep, Mode::kSweep};
  goes_on.condemned = Generation::k2;
  goes_on.induced = false;
  goes_on.provisional = true;
  program.names.clear();
  program.steps = {{.action = compacted}, {.action = swept}, {.action = goes_on}};
  for (const Problem& problem : validate(program)) FAIL(to_string(problem));
  const Program part = with_steps(program, all_but(program, 1));
  CHECK(validate(part).empty());
  REQUIRE(part.steps.size() == 2);
  CHECK_FALSE(std::get<Collect>(part.steps[1].action).provisional);
  const Program whole = with_steps(program, all_but(program, 0));
  CHECK(validate(whole).empty());
  CHECK(std::get<Collect>(whole.steps[1].action).provisional);
}

TEST_CASE("with_steps: dropping no step keeps the program and dropping all empties it") {
  tests::property("all or none", [](std::uint64_t seed) {
    const Program whole = generated(seed);
    RC_ASSERT(with_steps(whole, std::vector<bool>(whole.steps.size(), true)) == whole);
    RC_ASSERT(with_steps(whole, std::vector<bool>(whole.steps.size(), false)).steps.empty());
  });
}

TEST_CASE("with_step_before: adding a step and dropping it again restores the program") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Program program = generated(seed);
    if (program.steps.empty()) continue;
    const std::size_t place = Random(seed).below(program.steps.size());
    const std::uint32_t lane = program.steps[place].lane;
    for (const Action& action : {Action(AddRoot{}), Action(CreateHandle{}), Action(RunFinalizers{})}) {
      INFO("seed " << seed << " place " << place);
      const Program longer = with_step_before(program, place, {.action = action, .lane = lane});
      REQUIRE(longer.steps.size() == program.steps.size() + 1);
      CHECK(longer.steps[place].action == action);
      std::vector<bool> kept(longer.steps.size(), true);
      kept[place] = false;
      CHECK(with_steps(longer, kept) == program);
    }
  }
}

TEST_CASE("with_step_before: later roots and handles are renumbered after a new one") {
  Program program = generated(1);
  program.steps.clear();
  program.steps.push_back({.action = AddRoot{}});
  program.steps.push_back({.action = CreateHandle{}});
  program.steps.push_back({.action = AddRoot{}});
  program.steps.push_back({.action = FreeHandle{.handle = 0}});
  program.steps.push_back({.action = RemoveRoot{.root = 0}});
  program.steps.push_back({.action = RemoveRoot{.root = 1}});
  const Program one = with_step_before(program, 1, {.action = AddRoot{}});
  CHECK(std::get<RemoveRoot>(one.steps[5].action).root == 0);
  CHECK(std::get<RemoveRoot>(one.steps[6].action).root == 2);
  CHECK(std::get<FreeHandle>(one.steps[4].action).handle == 0);
  const Program other = with_step_before(program, 1, {.action = CreateHandle{}});
  CHECK(std::get<FreeHandle>(other.steps[4].action).handle == 1);
  CHECK(std::get<RemoveRoot>(other.steps[6].action).root == 1);
}

TEST_CASE("without_unused: it drops what no step needs and a second call changes nothing") {
  tests::property("without_unused is idempotent", [](std::uint64_t seed, std::uint64_t choice) {
    const Program whole = generated(seed);
    // A generated program has no unused declarations.
    RC_ASSERT(without_unused(whole) == whole);
    const Program part = with_steps(whole, some_of(whole, choice));
    const Program lean = without_unused(part);
    RC_ASSERT(without_unused(lean) == lean);
    RC_ASSERT(validate(lean).size() == validate(part).size());
    RC_ASSERT(lean.steps.size() == part.steps.size());
    RC_ASSERT(lean.types.size() <= part.types.size());
    // The remaining types keep their order.
    std::size_t place = 0;
    for (const TypeSpec& type : lean.types) {
      while (place < part.types.size() && part.types[place].name != type.name) ++place;
      RC_ASSERT(place++ < part.types.size());
    }
  });
}

TEST_CASE("with_steps: dropping an allocation drops its users and renumbers later objects") {
  const Program whole = small();
  REQUIRE(validate(whole).empty());
  const Program part = with_steps(whole, all_but(whole, 0));
  CHECK(validate(part).empty());
  // Its root, and the end of that root.
  REQUIRE(part.steps.size() == 7);
  CHECK(count_of<AddRoot>(part) == 1);
  CHECK(count_of<RemoveRoot>(part) == 0);
  CHECK(std::get<Store>(part.steps[3].action) == Store{.object = 1, .slot = 0, .target = 0});
  CHECK(part.names == std::vector<ObjectName>{{.object = 0, .name = "b"}, {.object = 1, .name = "c"}});
}

TEST_CASE("with_one_object: uses of all objects of an allocation go to one") {
  Program whole = small();
  std::get<Allocate>(whole.steps[2].action).count = 3;
  std::get<Store>(whole.steps[4].action) = {.object = 4, .slot = 0, .target = 3};
  whole.names = {{.object = 1, .name = "b"}, {.object = 2, .name = "b2"}, {.object = 4, .name = "c"}};
  REQUIRE(validate(whole).empty());
  const Program part = with_one_object(whole, 2);
  CHECK(validate(part).empty());
  CHECK(part.steps.size() == whole.steps.size());
  CHECK(std::get<Allocate>(part.steps[2].action).count == 1);
  CHECK(std::get<Store>(part.steps[4].action) == Store{.object = 2, .slot = 0, .target = 1});
  CHECK(std::get<AddRoot>(part.steps[5].action).object == 1);
  CHECK(part.names == std::vector<ObjectName>{{.object = 1, .name = "b"}, {.object = 2, .name = "c"}});
}

TEST_CASE("with_steps: dropping a root drops only the steps of that root") {
  const Program whole = small();
  const Program part = with_steps(whole, all_but(whole, 5));
  REQUIRE(validate(part).empty());
  CHECK(part.steps.size() == whole.steps.size() - 1);
  CHECK(std::get<RemoveRoot>(part.steps[6].action).root == 0);
}

TEST_CASE("with_steps: the main thread does the steps of a thread that is not started") {
  const Program whole = small();
  const Program part = with_steps(whole, all_but(whole, 1));
  CHECK(validate(part).empty());
  CHECK(count_of<EndThread>(part) == 0);
  CHECK(std::get<Allocate>(part.steps[1].action).thread == 0);
  CHECK(std::get<AddRoot>(part.steps[4].action).thread == 0);
  const Program lean = without_unused(part);
  CHECK(lean.threads.size() == 1);
}

TEST_CASE("with_steps: Together becomes a sequence if the main thread would get two lanes") {
  Program program = generated(1);
  program.steps.clear();
  program.threads = {{}, {}, {}};
  program.steps.push_back({.action = StartThread{.thread = 1}});
  program.steps.push_back({.action = StartThread{.thread = 2}});
  program.steps.push_back({.action = Together{}});
  for (const std::uint32_t thread : {0u, 1u, 2u}) {
    Compile compile;
    compile.thread = thread;
    program.steps.push_back({.action = compile, .lane = thread});
  }
  std::vector<bool> kept(program.steps.size(), true);
  kept[0] = false;
  const Program together = with_steps(program, kept);
  CHECK(count_of<Together>(together) == 1);
  CHECK(together.steps[3].lane == 0);
  kept = std::vector<bool>(program.steps.size(), true);
  kept[1] = false;
  const Program apart = with_steps(program, kept);
  CHECK(count_of<Together>(apart) == 0);
  REQUIRE(count_of<Compile>(apart) == 3);
  for (const Step& step : apart.steps) CHECK(step.lane == kNothing);
}

TEST_CASE("without_unused: functions and types that no step needs are dropped") {
  const Program lean = without_unused(small());
  REQUIRE(lean.functions.size() == 1);
  CHECK(lean.functions[0].name == "Work");
  CHECK(std::get<AddRoot>(lean.steps[5].action).function == 0);
  CHECK(lean.threads.size() == 2);
  CHECK(std::ranges::count(lean.types, "Node", &TypeSpec::name) == 1);
  CHECK(std::ranges::count(lean.types, "Wide", &TypeSpec::name) == 0);
  CHECK(validate(lean).empty());
}

}  // namespace gcrucible::program
