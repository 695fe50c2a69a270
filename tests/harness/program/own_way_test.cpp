// Behaviour that a program sets in place of its runtime's.
#include <functional>

#include "harness/program/choices.h"
#include "harness/program/runtime_deviations.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace program;

Program with(const std::function<void(Collect&)>& change) {
  Program program;
  program.threads = {{"main"}};
  program.steps = {{.action = Allocate{}}, {.action = Collect{}}};
  change(std::get<Collect>(program.steps.back().action));
  return program;
}

Ask answered() {
  Ask ask;
  ask.answer = SaidAnswer{};
  return ask;
}

bool is(const Program& program, bool reported, bool dishonest) {
  const RuntimeDeviations own = runtime_deviations(program);
  return own.reported == reported && own.dishonest == dishonest;
}

}  // namespace

TEST_CASE("own_way: changed reports are dishonest and split or shuffled ones are not") {
  CHECK(is(with([](Collect&) {}), false, false));
  CHECK(is(with([](Collect& collect) { collect.promote = false; }), false, false));
  CHECK(is(with([](Collect& collect) { collect.asks = {Ask{}}; }), false, false));
  CHECK(is(with([](Collect& collect) { collect.reporting.batch_limit = 3; }), true, false));
  CHECK(is(with([](Collect& collect) { collect.reporting.shuffle = 7; }), true, false));
  CHECK(is(with([](Collect& collect) { collect.reporting.edits = {ReportEdit{}}; }), true, true));
  CHECK(is(with([](Collect& collect) { collect.reporting.entries = {EntryEdit{}}; }), true, true));
  CHECK(is(with([](Collect& collect) { collect.reporting.overrides.calls = {CallEdit{}}; }), true, true));
  CHECK(is(with([](Collect& collect) { collect.asks = {answered()}; }), true, true));

  Program program = with([](Collect&) {});
  program.steps.push_back({.action = answered()});
  CHECK(is(program, true, true));
  program.steps.back() = {.action = Say{}};
  CHECK(is(program, true, true));
  program.steps.pop_back();
  program.overrides.said = {SaidCall{}};
  CHECK(is(program, true, true));
}

TEST_CASE("own_way: an honest program keeps its events and legal reports") {
  Program program = with([](Collect& collect) {
    collect.reporting.edits = {ReportEdit{}};
    collect.reporting.entries = {EntryEdit{}};
    collect.reporting.overrides.calls = {CallEdit{}};
    collect.reporting.batch_limit = 3;
    collect.asks = {answered()};
  });
  program.steps.erase(program.steps.begin());  // the allocation, which has no object
  program.overrides.said = {SaidCall{}};
  program.steps.push_back({.action = Say{}});
  program.steps.push_back({.action = answered()});
  REQUIRE(runtime_deviations(program).dishonest);
  const Program honest = honest_program(program);
  CHECK_FALSE(runtime_deviations(honest).dishonest);
  REQUIRE(honest.steps.size() == 2);
  const Collect& collect = std::get<Collect>(honest.steps[0].action);
  CHECK(collect.reporting.batch_limit == 3);
  CHECK(collect.asks.size() == 1);
  CHECK(honest_program(honest) == honest);
}

TEST_CASE("own_way: random choices count as the program's own") {
  Program program = with([](Collect&) {});
  program.runtime.order = {};
  program.runtime.any_split = true;
  draw_choices(program);
  CHECK(runtime_deviations(program).reported);
  CHECK_FALSE(runtime_deviations(program).dishonest);
}

}  // namespace gcrucible::tests
