// The plain telling: of generated programs it is valid, and changes nothing but the telling.
#include "harness/program/plain_telling.h"

#include <variant>

#include "harness/campaign/generator.h"
#include "harness/program/validate.h"
#include "harness/runtimes/runtimes.h"
#include "tests/support/catch.h"

namespace gcrucible::program {
namespace {

Program without_tellings(Program program) {
  for (Step& step : program.steps) {
    if (auto* const collect = std::get_if<Collect>(&step.action)) collect->telling = {};
    if (auto* const load = std::get_if<LoadAssembly>(&step.action)) load->unload_order = 0;
  }
  return program;
}

Program generated(const char* runtime, std::uint64_t seed) {
  static const campaign::TypePool pool;
  const campaign::Envelope envelope{.runtime = *runtimes::load(runtime).profile};
  return generate(pool, envelope, seed, campaign::bounds_of(static_cast<int>(seed % 101))).program;
}

}  // namespace

TEST_CASE("a program told plainly is valid and the same but for its telling") {
  for (const char* const runtime : {"documented", "net10", "netfx1.1"}) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      INFO(runtime << " seed " << seed);
      const Program program = generated(runtime, seed);
      const Program plainly = told_plainly(program);
      REQUIRE(validate(plainly).empty());
      CHECK(without_tellings(plainly) == without_tellings(program));
      CHECK(told_plainly(plainly) == plainly);
      for (const Step& step : plainly.steps) {
        const auto* const collect = std::get_if<Collect>(&step.action);
        if (collect == nullptr || collect->attach) continue;
        CHECK(collect->telling.splits.empty());
        CHECK(collect->telling.shuffle == 0);
        CHECK(collect->telling.interleave.value_or(0) == 0);
      }
    }
  }
}

TEST_CASE("departures stay, and so does a collection in the middle of which the profiler is attached") {
  Program program = generated("documented", 1);
  program.steps.clear();
  Collect departs;
  departs.telling.splits = {1};
  ReportEdit edit;
  edit.kind = ReportEdit::Kind::kOmitFinished;
  departs.telling.edits = {edit};
  departs.telling.liberties = 5;
  Collect attaches;
  attaches.telling.splits = {1};
  attaches.attach = AttachInside{};
  program.steps = {{.action = departs}, {.action = attaches}};
  const Program plainly = told_plainly(program);
  CHECK(std::get<Collect>(plainly.steps[0].action).telling.edits == departs.telling.edits);
  CHECK(std::get<Collect>(plainly.steps[0].action).telling.splits.empty());
  CHECK(std::get<Collect>(plainly.steps[0].action).telling.liberties == 5u);
  CHECK(plainly.steps[1] == program.steps[1]);
}

}  // namespace gcrucible::program
