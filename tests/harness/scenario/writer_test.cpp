// Programs written as scenarios are the same after reading.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "harness/program/choices.h"
#include "harness/scenario/language/canonical.h"
#include "harness/scenario/write/scenario_writer.h"
#include "tests/harness/scenario/everything.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"
#include "tests/support/places.h"
#include "tests/support/repetitions.h"

namespace gcrucible {
namespace {

using scenario::ScenarioHead;

program::Program without_places(program::Program program) {
  for (program::Step& step : program.steps) step.line = step.column = 0;
  return program;
}

std::vector<std::filesystem::path> scenario_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::recursive_directory_iterator(in_source("/fixtures/scenarios"))) {
    if (file.path().extension() == ".yaml") files.push_back(file.path());
  }
  std::ranges::sort(files);
  return files;
}

// An object that only an expectation names has a number too, but the program does not need it.
const std::set<std::string> kNumberedByExpectations = {"generic-types-are-classes-of-their-own"};

TEST_CASE("write: every scenario fixture is read back unchanged") {
  const std::vector<std::filesystem::path> files = scenario_files();
  for (std::size_t i = 0; i < files.size(); i += tests::repetitions(1, 4)) {
    const std::filesystem::path& file = files[i];
    INFO(file.string());
    const Expected<scenario::Scenario> loaded = scenario::load(file.string());
    REQUIRE(loaded);
    const program::Program& program = loaded->program;
    ScenarioHead head = scenario::head_of(*loaded);
    const Expected<std::string> plain = scenario::write(program, head);
    INFO(tests::error_in(plain));
    REQUIRE(plain);
    const Expected<scenario::Scenario> again = scenario::parse(*plain, "again.yaml");
    REQUIRE(again);
    CHECK(scenario::canonical(again->program) == scenario::canonical(program));
    CHECK(again->program.names == program.names);
    CHECK(again->title == loaded->title);
    CHECK(scenario::head_of(*again).about == head.about);
    CHECK(again->root_names == loaded->root_names);
    CHECK(again->handle_names == loaded->handle_names);
    CHECK(again->profiler.env == loaded->profiler.env);

    head.exact_types = true;
    const Expected<std::string> exact = scenario::write(program, head);
    REQUIRE(exact);
    const Expected<scenario::Scenario> once_more = scenario::parse(*exact, "again.yaml");
    REQUIRE(once_more);
    INFO(*exact);
    if (kNumberedByExpectations.contains(file.stem().string())) continue;
    CHECK(without_places(once_more->program) == without_places(program));
  }
}

TEST_CASE("write: a scenario with every key is read back unchanged") {
  const Expected<scenario::Scenario> loaded = scenario::parse(tests::kEverything, "everything.yaml");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded);
  const program::Program& program = loaded->program;
  ScenarioHead head = scenario::head_of(*loaded);
  head.exact_types = true;
  const Expected<std::string> written = scenario::write(program, head);
  INFO(tests::error_in(written));
  REQUIRE(written);
  INFO(*written);
  const Expected<scenario::Scenario> again = scenario::parse(*written, "again.yaml");
  REQUIRE(again);
  CHECK(without_places(again->program) == without_places(program));
  CHECK(again->root_names == loaded->root_names);
  CHECK(again->handle_names == loaded->handle_names);
}

TEST_CASE("write: a scenario with server heaps is read back unchanged") {
  const Expected<scenario::Scenario> loaded = scenario::parse(tests::kServerEverything, "server.yaml");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded);
  const program::Program& program = loaded->program;
  const Expected<std::string> written = scenario::write(program, scenario::head_of(*loaded));
  INFO(tests::error_in(written));
  REQUIRE(written);
  INFO(*written);
  const Expected<scenario::Scenario> again = scenario::parse(*written, "again.yaml");
  INFO(tests::error_in(again));
  REQUIRE(again);
  CHECK(without_places(again->program) == without_places(program));
}

TEST_CASE("write: random choices are written and stay when chosen again") {
  std::size_t found = 0;
  for (const std::filesystem::path& file : scenario_files()) {
    INFO(file.string());
    const Expected<scenario::Scenario> loaded = scenario::load(file.string());
    REQUIRE(loaded);
    program::Program program = loaded->program;
    program::draw_choices(program);
    if (program == loaded->program) continue;
    ++found;
    const Expected<std::string> written = scenario::write(program, scenario::head_of(*loaded));
    INFO(tests::error_in(written));
    REQUIRE(written);
    const Expected<scenario::Scenario> again = scenario::parse(*written, "again.yaml");
    REQUIRE(again);
    program::Program drawn_again = again->program;
    program::draw_choices(drawn_again);
    CHECK(scenario::canonical(drawn_again) == scenario::canonical(program));
  }
  CHECK(found > 10);
}

}  // namespace
}  // namespace gcrucible
