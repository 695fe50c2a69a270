// All schedules of a collection that two heaps report.
#include "tests/harness/cli/schedules/explored.h"

namespace gcrucible::tests {

// C(16, 8) orders of the entries and returns of two times four callbacks.
TEST_CASE("explore: two heaps with four callbacks each have 12870 interleavings") {
  const Scratch scratch;
  const Called run = explored(scratch, four_callbacks_each(), {"--between", "--switches", "16"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "2 heaps, 8 decisions\n"));
  CHECK(contains(run.out,
                 "12,870 schedules: 1 without a switch, 8 with 1 switch, 56 with 2 switches, 196 with 3"));
  CHECK(contains(run.out, "12,870 schedules, 0 findings\n"));
}

}  // namespace gcrucible::tests
