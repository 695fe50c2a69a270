// The choices that `documented` leaves open are made once, by place and purpose.
#include "harness/program/choices.h"

#include <variant>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using program::Generation;

std::vector<program::Reporting> reportings(const program::Program& program) {
  std::vector<program::Reporting> result;
  for (const program::Step& step : program.steps) {
    if (const auto* collect = std::get_if<program::Collect>(&step.action))
      result.push_back(collect->reporting);
  }
  return result;
}

Build collections(int count, const std::string& runtime) {
  Build build(runtime);
  build.program.seed = 7;
  build.root(build.object(build.node()));
  for (int i = 0; i < count; ++i) build.collect(Generation::k0);
  return build;
}

TEST_CASE("draw_choices: depends on the seed and draws nothing for net10") {
  program::Program first = collections(4, "documented").program;
  program::Program second = first;
  program::draw_choices(first);
  program::draw_choices(second);
  CHECK(first == second);
  CHECK(reportings(first).at(0).order.size() == 8);
  CHECK(reportings(first).at(0).shuffle != 0);

  program::Program other = collections(4, "documented").program;
  other.seed = 8;
  program::draw_choices(other);
  CHECK(reportings(other) != reportings(first));

  program::Program net10 = collections(4, "net10").program;
  const program::Program untouched = net10;
  program::draw_choices(net10);
  CHECK(net10 == untouched);
}

TEST_CASE("draw_choices: collections at different places are reported differently") {
  program::Program program = collections(6, "documented").program;
  program::draw_choices(program);
  const auto all = reportings(program);
  for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i] != all[0]);
}

TEST_CASE("draw_choices: steps added or removed elsewhere do not change a collection") {
  program::Program program = collections(4, "documented").program;
  program::Program shorter = program;
  shorter.steps.pop_back();
  program::Program longer = program;
  longer.steps.insert(longer.steps.begin(), program::Step{program::Suspend{.reason = 1}, 0});
  for (program::Program* each : {&program, &shorter, &longer}) program::draw_choices(*each);
  auto expected = reportings(program);
  CHECK(reportings(longer) == expected);
  expected.pop_back();
  CHECK(reportings(shorter) == expected);
}

// Choices are fields of the program. Removing a step removes its choices, and only these.
TEST_CASE("draw_choices: removing a collection leaves the choices of the others") {
  program::Program program = collections(4, "documented").program;
  program::draw_choices(program);
  auto expected = reportings(program);
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    if (!std::holds_alternative<program::Collect>(program.steps[i].action)) continue;
    program.steps.erase(program.steps.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  program::draw_choices(program);
  expected.erase(expected.begin());
  CHECK(reportings(program) == expected);
}

TEST_CASE("draw_choices: a given choice does not change the other ones") {
  program::Reporting said;
  said.splits = {4};
  said.roots = {.splits = {5}, .shuffle = 6};
  said.dependent_handles.splits = {7};
  said.allocated_by_class.shuffle = 8;
  said.queued_shuffle = 9;
  Build plain = collections(1, "documented");
  Build partly = collections(0, "documented");
  partly.collect(Generation::k0, program::Mode::kCompact, said);
  program::draw_choices(plain.program);
  program::draw_choices(partly.program);
  program::Reporting expected = reportings(plain.program).at(0);
  CHECK(expected.roots.splits != expected.dependent_handles.splits);
  CHECK(expected.roots.splits != expected.splits);
  CHECK(expected.roots.shuffle != expected.dependent_handles.shuffle);
  expected.splits = said.splits;
  expected.roots = said.roots;
  expected.dependent_handles.splits = said.dependent_handles.splits;
  expected.allocated_by_class.shuffle = said.allocated_by_class.shuffle;
  expected.queued_shuffle = said.queued_shuffle;
  CHECK(reportings(partly.program).at(0) == expected);
}

TEST_CASE("draw_choices: parts with an order or edits are not interleaved") {
  for (const bool edits : {true, false}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      Build build = collections(0, "documented");
      build.program.seed = seed;
      program::Reporting reporting;
      if (edits) {
        reporting.edits = {{.kind = program::ReportEdit::Kind::kWrongReason}};
      } else {
        reporting.order = build.program.runtime.order;
        for (int part = 0; part < 8; ++part)
          reporting.order.push_back(static_cast<program::ReportPart>(part));
      }
      build.collect(Generation::k0, program::Mode::kCompact, reporting);
      program::draw_choices(build.program);
      CHECK(reportings(build.program).at(0).interleave.value_or(0) == 0);
    }
  }
}

TEST_CASE("draw_choices: given values are kept") {
  Build build = collections(0, "documented");
  program::Reporting reporting;
  reporting.splits = {1, 2};
  reporting.shuffle = 9;
  reporting.edits = {{.kind = program::ReportEdit::Kind::kWrongReason}};
  build.collect(Generation::k0, program::Mode::kCompact, reporting);
  program::draw_choices(build.program);
  const auto chosen = reportings(build.program).at(0);
  CHECK(chosen.splits == reporting.splits);
  CHECK(chosen.shuffle == 9);
  CHECK(chosen.edits == reporting.edits);
}

TEST_CASE("draw_choices: a program with random choices runs and reports what the natural one does") {
  program::Program natural = collections(3, "net10").program;
  program::Program chosen = collections(3, "documented").program;
  program::draw_choices(chosen);
  Witness first(abi::COR_PRF_MONITOR_GC);
  Witness second(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(natural, first).error);
  REQUIRE(!run(chosen, second).error);
  using enum abi::CallbackMethod;
  for (const abi::CallbackMethod method :
       {kObjectReferences, kGarbageCollectionStarted, kGarbageCollectionFinished}) {
    CHECK(first.count(method) == second.count(method));
  }
}

}  // namespace
}  // namespace gcrucible::tests
