// Invalid settings of several heaps of server GC.
#include <functional>
#include <string>

#include "harness/program/validate/validate.h"
#include "tests/support/catch.h"

namespace gcrucible::program {
namespace {

// Two heaps, an object and a collection.
Program sound() {
  Program program;
  program.threads = {{"main"}};
  TypeSpec node;
  node.name = "Node";
  program.types = {node};
  program.heap.server_heaps = 2;
  program.steps = {{Allocate{}, 10}, {Collect{}, 11}};
  return program;
}

Allocate& allocation(Program& program) {
  return std::get<Allocate>(program.steps[0].action);
}

Reporting& reporting(Program& program) {
  return std::get<Collect>(program.steps[1].action).reporting;
}

std::string problem_of(const std::function<void(Program&)>& change) {
  Program program = sound();
  change(program);
  const std::vector<Problem> problems = validate(program);
  return problems.empty() ? std::string() : to_string(problems.front());
}

TEST_CASE("validate: a missing heap or an impossible schedule is a problem") {
  CHECK(problem_of([](Program&) {}).empty());
  CHECK(problem_of([](Program& p) {
          p.heap.balanced = true;
          allocation(p).heap = 1;
          reporting(p).started_by = 1;
          reporting(p).schedule = {.kind = Schedule::Kind::kSwitches, .switches = {{0, 1}, {3, 0}}};
        }).empty());
  const std::string beyond =
      "heap 2 does not exist: there are those from 0 to 1; say how many under `heap: "
      "{server: …}`";
  struct Row {
    std::function<void(Program&)> change;
    std::string says;
  };
  const Row rows[] = {
      {[](Program& p) { p.heap.server_heaps = 65; }, "65 heaps of server GC; the limit is 64"},
      {[](Program& p) {
         p.heap.server_heaps = 1;
         p.heap.balanced = true;
       },
       "there is nothing to balance between fewer than two heaps; write `server: 2`, or leave `balanced` "
       "out"},
      {[](Program& p) {
         p.heap.backing = Backing::kNone;
         p.heap.ranges = {{Generation::k0, 8, 80, 2}};
       },
       beyond},
      {[](Program& p) { allocation(p).heap = 2; }, "line 10: " + beyond},
      {[](Program& p) {
         p.heap.server_heaps = 0;
         allocation(p).heap = 1;
       },
       "line 10: heap 1 does not exist: a workstation's is the only one; say how many under `heap: {server: "
       "…}`"},
      {[](Program& p) { reporting(p).started_by = 2; }, "line 11: " + beyond},
      {[](Program& p) {
         p.heap.server_heaps = 1;
         reporting(p).schedule = Schedule{};
       },
       "line 11: a schedule says how several heaps of server GC take turns; write `heap: {server: 2}`, or "
       "leave `schedule` out"},
      {[](Program& p) {
         reporting(p).schedule = Schedule{};
         reporting(p).interleave = 3;
       },
       "line 11: with `mix` one thread reports the whole collection, and no thread takes turns; leave "
       "`schedule` out, or that"},
      {[](Program& p) {
         reporting(p).schedule = Schedule{};
         reporting(p).edits = {ReportEdit{}};
       },
       "line 11: with `edits` one thread reports"},
      {[](Program& p) {
         reporting(p).schedule = Schedule{};
         reporting(p).entries = {EntryEdit{}};
       },
       "line 11: with `entries` one thread reports"},
      {[](Program& p) {
         reporting(p).schedule = Schedule{};
         std::get<Collect>(p.steps[1].action).attach = AttachInside{};
       },
       "line 11: with `attach` one thread reports"},
      {[](Program& p) {
         p.heap.backing = Backing::kNone;
         p.heap.ranges = {{Generation::k0, 8, 80, 1}};
         allocation(p).at = 8;
         allocation(p).announced = false;
         allocation(p).generation = Generation::k0;
         allocation(p).heap = 1;
       },
       "line 10: an object at a literal address lies in the heap of its range; say which under `heap: "
       "{ranges: …}`, and leave `heap` out here"},
      {[](Program& p) {
         reporting(p).schedule = {.kind = Schedule::Kind::kSwitches, .switches = {{0, 2}}};
       },
       "line 11: a switch to heap 2, which does not exist: there are those from 0 to 1"},
      {[](Program& p) {
         reporting(p).schedule = {.kind = Schedule::Kind::kSwitches, .switches = {{4, 1}, {4, 0}}};
       },
       "line 11: the switch at decision 4 does not come after the one at 4; write them in order, one a "
       "decision"},
  };
  for (const Row& row : rows) {
    INFO(row.says);
    const std::string found = problem_of(row.change);
    INFO(found);
    CHECK(found.find(row.says) != std::string::npos);
  }
}

}  // namespace
}  // namespace gcrucible::program
