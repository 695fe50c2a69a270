// The plain form of reports: for generated programs it is valid and changes only the reports.
#include "harness/program/plain_reporting.h"

#include <variant>

#include "harness/campaign/generate/generator.h"
#include "harness/program/choices.h"
#include "harness/program/validate/validate.h"
#include "harness/runtimes/runtimes.h"
#include "tests/support/catch.h"

namespace gcrucible::program {
namespace {

Program without_reportings(Program program) {
  program.is_plain = false;
  for (Step& step : program.steps) {
    if (auto* const collect = std::get_if<Collect>(&step.action)) collect->reporting = {};
    if (auto* const load = std::get_if<LoadAssembly>(&step.action)) load->unload_order = 0;
  }
  return program;
}

Program generated(const char* runtime, std::uint64_t seed) {
  static const campaign::TypePool pool;
  const campaign::Envelope envelope{.runtime = *runtimes::load(runtime)};
  return generate(pool, envelope, seed, campaign::bounds_of(static_cast<int>(seed % 101))).program;
}

// The order of .NET: docs/runtimes.md.
const std::vector<ReportPart> kUsual{
    ReportPart::kObjectsAllocatedByClass, ReportPart::kFinalizeableObjectQueued,
    ReportPart::kLargeObjectRanges,       ReportPart::kPinnedObjectRanges,
    ReportPart::kSmallObjectRanges,       ReportPart::kRoots,
    ReportPart::kDependentHandles,        ReportPart::kObjectReferences};

}  // namespace

TEST_CASE("played_plainly: the program stays valid and changes only in its reports") {
  for (const char* const runtime : {"documented", "net10", "netfx1.1"}) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      INFO(runtime << " seed " << seed);
      const Program program = generated(runtime, seed);
      const Program plainly = played_plainly(program);
      REQUIRE(validate(plainly).empty());
      CHECK(without_reportings(plainly) == without_reportings(program));
      CHECK(played_plainly(plainly) == plainly);
      for (const Step& step : plainly.steps) {
        const auto* const collect = std::get_if<Collect>(&step.action);
        if (collect == nullptr || collect->attach || step.lane != kNothing) continue;
        CHECK(collect->reporting.splits.empty());
        CHECK(collect->reporting.shuffle == 0);
        CHECK(collect->reporting.interleave.value_or(0) == 0);
        CHECK((collect->reporting.order.empty() || collect->reporting.order == kUsual));
        CHECK(collect->reporting.order.empty() == !program.runtime.order.empty());
      }
    }
  }
}

TEST_CASE("played_plainly: collections that are no steps are reported plainly too") {
  Program program = generated("documented", 1);
  std::size_t drawn_orders = 0;
  for (const char* const kind : {"force-gc", "background/full", "background/young"}) {
    for (std::uint64_t number = 1; number < 20; ++number) {
      Collect as_drawn, plainly;
      draw_reporting(program, kind, number, as_drawn);
      draw_reporting(played_plainly(program), kind, number, plainly);
      INFO(kind << " " << number);
      drawn_orders += as_drawn.reporting.order != kUsual;
      CHECK_FALSE(as_drawn.reporting.splits.empty());
      CHECK(plainly.reporting == played_plainly(as_drawn.reporting, program.runtime));
      CHECK(plainly.reporting.order == kUsual);
      CHECK(plainly.reporting.splits.empty());
      CHECK(plainly.reporting.liberties == as_drawn.reporting.liberties);
    }
  }
  CHECK(drawn_orders > 40);
}

TEST_CASE("played_plainly: departures and collections with an attach inside stay") {
  Program program = generated("documented", 1);
  program.steps.clear();
  Collect departs;
  departs.reporting.splits = {1};
  ReportEdit edit;
  edit.kind = ReportEdit::Kind::kOmitFinished;
  departs.reporting.edits = {edit};
  departs.reporting.liberties = 5;
  Collect attaches;
  attaches.reporting.splits = {1};
  attaches.attach = AttachInside{};
  program.steps = {{.action = departs}, {.action = attaches}};
  const Program plainly = played_plainly(program);
  CHECK(std::get<Collect>(plainly.steps[0].action).reporting.edits == departs.reporting.edits);
  CHECK(std::get<Collect>(plainly.steps[0].action).reporting.splits.empty());
  CHECK(std::get<Collect>(plainly.steps[0].action).reporting.liberties == 5u);
  CHECK(plainly.steps[1] == program.steps[1]);
}

TEST_CASE("played_plainly: a collection inside Together stays") {
  Program program = generated("documented", 1);
  Collect collect;
  collect.reporting.splits = {1};
  program.steps = {{.action = collect}, {.action = Together{}}, {.action = collect, .lane = 0}};
  const Program plainly = played_plainly(program);
  CHECK(std::get<Collect>(plainly.steps[0].action).reporting.splits.empty());
  CHECK(plainly.steps[2] == program.steps[2]);
  CHECK_FALSE(plainly.is_plain);
}

}  // namespace gcrucible::program
