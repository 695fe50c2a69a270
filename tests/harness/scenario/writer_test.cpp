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
    const scenario::Loaded loaded = scenario::load(file.string());
    REQUIRE(loaded.scenario);
    const program::Program& program = loaded.scenario->program;
    ScenarioHead head = scenario::head_of(*loaded.scenario);
    const scenario::Written plain = scenario::write(program, head);
    INFO(plain.why_not);
    REQUIRE(plain.text);
    const scenario::Loaded again = scenario::parse(*plain.text, "again.yaml");
    REQUIRE(again.scenario);
    CHECK(scenario::canonical(again.scenario->program) == scenario::canonical(program));
    CHECK(again.scenario->program.names == program.names);
    CHECK(again.scenario->title == loaded.scenario->title);
    CHECK(scenario::head_of(*again.scenario).about == head.about);
    CHECK(again.scenario->root_names == loaded.scenario->root_names);
    CHECK(again.scenario->handle_names == loaded.scenario->handle_names);
    CHECK(again.scenario->profiler.env == loaded.scenario->profiler.env);

    head.exact_types = true;
    const scenario::Written exact = scenario::write(program, head);
    REQUIRE(exact.text);
    const scenario::Loaded once_more = scenario::parse(*exact.text, "again.yaml");
    REQUIRE(once_more.scenario);
    INFO(*exact.text);
    if (kNumberedByExpectations.contains(file.stem().string())) continue;
    CHECK(without_places(once_more.scenario->program) == without_places(program));
  }
}

TEST_CASE("write: a scenario with every key is read back unchanged") {
  const scenario::Loaded loaded = scenario::parse(tests::kEverything, "everything.yaml");
  INFO(loaded.errors);
  REQUIRE(loaded.scenario);
  const program::Program& program = loaded.scenario->program;
  ScenarioHead head = scenario::head_of(*loaded.scenario);
  head.exact_types = true;
  const scenario::Written written = scenario::write(program, head);
  INFO(written.why_not);
  REQUIRE(written.text);
  INFO(*written.text);
  const scenario::Loaded again = scenario::parse(*written.text, "again.yaml");
  REQUIRE(again.scenario);
  CHECK(without_places(again.scenario->program) == without_places(program));
  CHECK(again.scenario->root_names == loaded.scenario->root_names);
  CHECK(again.scenario->handle_names == loaded.scenario->handle_names);
}

TEST_CASE("write: a scenario with server heaps is read back unchanged") {
  const scenario::Loaded loaded = scenario::parse(tests::kServerEverything, "server.yaml");
  INFO(loaded.errors);
  REQUIRE(loaded.scenario);
  const program::Program& program = loaded.scenario->program;
  const scenario::Written written = scenario::write(program, scenario::head_of(*loaded.scenario));
  INFO(written.why_not);
  REQUIRE(written.text);
  INFO(*written.text);
  const scenario::Loaded again = scenario::parse(*written.text, "again.yaml");
  INFO(again.errors);
  REQUIRE(again.scenario);
  CHECK(without_places(again.scenario->program) == without_places(program));
}

TEST_CASE("write: random choices are written and stay when chosen again") {
  std::size_t found = 0;
  for (const std::filesystem::path& file : scenario_files()) {
    INFO(file.string());
    const scenario::Loaded loaded = scenario::load(file.string());
    REQUIRE(loaded.scenario);
    program::Program program = loaded.scenario->program;
    program::draw_choices(program);
    if (program == loaded.scenario->program) continue;
    ++found;
    const scenario::Written written = scenario::write(program, scenario::head_of(*loaded.scenario));
    INFO(written.why_not);
    REQUIRE(written.text);
    const scenario::Loaded again = scenario::parse(*written.text, "again.yaml");
    REQUIRE(again.scenario);
    program::Program drawn_again = again.scenario->program;
    program::draw_choices(drawn_again);
    CHECK(scenario::canonical(drawn_again) == scenario::canonical(program));
  }
  CHECK(found > 10);
}

}  // namespace
}  // namespace gcrucible
