// Reads what the profiler `lifetime` reports about itself.
#include "bench/lifetime/costs.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::tests {

TEST_CASE("read_costs: every line of a collection is read, and others are not") {
  const auto costs = bench::read_costs(
      "allocated 5 objects 120 bytes Node\n"
      "collection 3000 nanoseconds, 10 objects before, 5 after, at most 200 bytes\n"
      "collection 7 nanoseconds, 5 objects before, 5 after, at most 80 bytes\n"
      "end\n");
  REQUIRE(costs);
  REQUIRE(costs->size() == 2);
  CHECK(costs->front().microseconds_an_object() == 0.6);
  CHECK(costs->front().bytes_an_object() == 20);
  CHECK(costs->back().objects_after == 5);
  CHECK_FALSE(bench::read_costs("collection 7 nanoseconds, 5 objects before"));
}

TEST_CASE("simulated_costs: the profiler reports each collection of the scenario, with all its objects") {
  const auto costs = bench::simulated_costs(in_source("/bench/lifetime/residents.yaml"), 1000);
  INFO((costs ? std::string() : costs.error()));
  REQUIRE(costs);
  REQUIRE(costs->size() == 9);
  CHECK(costs->front().objects_after == 1000);
  CHECK(costs->back().objects_after == 1200);
  CHECK(costs->back().nanoseconds > 0);
}

}  // namespace gcrucible::tests
