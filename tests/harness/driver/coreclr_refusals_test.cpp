// Features of several heaps of server GC that a real CLR can play, and those that it cannot be made to do.
#include "harness/driver/coreclr_refusals.h"

#include <string>
#include <variant>
#include <vector>

#include "tests/support/catch.h"

namespace gcrucible::driver {
namespace {

using namespace program;

// Two heaps, an object and a collection.
Program two_heaps() {
  Program program;
  program.runtime.name = "net10";
  program.threads = {{"main"}};
  TypeSpec node;
  node.name = "Node";
  program.types = {node};
  program.heap.server_heaps = 2;
  Collect collect;
  collect.condemned = Generation::k0;
  collect.induced = true;
  program.steps = {{Allocate{}, 10, 3}, {collect, 11, 3}};
  return program;
}

std::vector<std::string> refused(void (*change)(Allocate&, Reporting&)) {
  Program program = two_heaps();
  change(std::get<Allocate>(program.steps[0].action), std::get<Collect>(program.steps[1].action).reporting);
  return why_not_on_coreclr(program, "s.yaml");
}

using Refused = std::vector<std::string>;

TEST_CASE("why_not_on_coreclr: server heaps are played but report settings are refused") {
  CHECK(refused([](Allocate&, Reporting&) {}).empty());
  const std::string report =
      "s.yaml:11:3: error: a real CLR reports a collection in its own way; leave `report` out";
  CHECK(refused([](Allocate&, Reporting& reporting) { reporting.schedule = Schedule{}; }) == Refused{report});
  CHECK(refused([](Allocate&, Reporting& reporting) {
          reporting.schedule = Schedule{.turns = Schedule::Turns::kWithin};
        }) == Refused{report});
  CHECK(refused([](Allocate&, Reporting& reporting) { reporting.started_by = 1; }) == Refused{report});
  CHECK(refused([](Allocate& step, Reporting&) { step.heap = 1; }) ==
        Refused{"s.yaml:10:3: error: a real CLR gives each thread the heap of its processor; leave `heap` "
                "out"});
}

}  // namespace
}  // namespace gcrucible::driver
