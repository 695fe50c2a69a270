// Classes and code of a collectible assembly in steps of several threads.
#include <string>

#include "tests/harness/cli/command.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

// Two threads. The second one creates objects of a collectible assembly.
std::string with_addon(const std::string& before, const std::string& schedule,
                       const std::string& steps_of_main) {
  return "scenario: an assembly that one of two threads uses\n"
         "heap: {finalizers: on-demand}\n"
         "assemblies: {Addon: {collectible: true}}\n"
         "types:\n"
         "  Node: {fields: {next: ref}}\n"
         "  Addon.Item: {assembly: Addon, fields: {next: ref}}\n"
         "threads: [main, worker]\n"
         "steps:\n"
         "  - allocate: {id: first, type: Addon.Item}\n"
         "  - start-thread: worker\n" +
         before +
         "  - together:\n"
         "      schedule: " +
         schedule +
         "\n"
         "      threads:\n"
         "        main:\n" +
         steps_of_main +
         "        worker:\n"
         "          - allocate: {id: second, type: Addon.Item}\n"
         "          - allocate: {id: third, type: Addon.Item}\n"
         "          - root: {object: third, function: Addon.Item.Use}\n";
}

}  // namespace

TEST_CASE("together: an assembly that a later step uses stays loaded") {
  const Scratch scratch;
  const std::string file =
      scratch.write("s.yaml", with_addon("", "round-robin", "          - collect: {generation: 2}\n"));
  const Called one = call({"run", "-q", file});
  INFO(one.out << one.err);
  CHECK(one.status == 0);
  const Called every = call({"explore", file, "--findings", scratch.path("found")});
  INFO(every.out << every.err);
  CHECK(every.status == 0);
}

TEST_CASE("together: a step on an unloaded assembly is reported at its place") {
  const Scratch scratch;
  const std::string gone = "  - collect: {generation: 2}\n";
  const std::string allocates = "          - allocate: {type: Node}\n";
  for (int decision = 0; decision < 6; ++decision) {
    const std::string schedule = "{switches: [[" + std::to_string(decision) + ", worker]]}";
    const std::string file =
        scratch.write("s.yaml", with_addon(gone, schedule, allocates + allocates + allocates));
    const Called run = call({"run", "-q", file}, {"COLUMNS=400"});
    INFO(schedule << run.out << run.err);
    CHECK(run.status == 2);
    CHECK(contains(run.out + run.err, ":20:13: error: the assembly Addon is already unloaded"));
  }
}

TEST_CASE("together: loading an assembly is refused") {
  const Scratch scratch;
  std::string text = with_addon("", "round-robin", "          - allocate: {type: Node}\n");
  const std::string first = "  - allocate: {id: first, type: Addon.Item}\n";
  text.erase(text.find(first), first.size());
  const Called run = call({"run", "-q", scratch.write("s.yaml", text)}, {"COLUMNS=400"});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.out + run.err, ":16:13: error: the first object of assembly Addon loads it"));
}

}  // namespace gcrucible::tests
