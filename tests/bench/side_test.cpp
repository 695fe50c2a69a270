// The benchmark's own program at a small size. Its counts must match its scenario and Graph.cs.
#include "bench/simulated_side.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"
#include "tests/support/places.h"

namespace gcrucible::tests {

TEST_CASE("SimulatedSide: half of the graph survives and every survivor moves") {
  const auto made = bench::SimulatedSide::make(in_source("/bench/graph.yaml"));
  INFO(error_in(made));
  REQUIRE(made);
  for (const std::uint64_t nodes : {2'001u, 30'000u}) {
    const Expected<bench::Sample> measured = (*made)->measure(nodes);
    INFO(error_in(measured));
    REQUIRE(measured);
    const bench::Sample& sample = *measured;
    const std::uint64_t live = (nodes + 1) / 2;
    CHECK(sample.full);
    CHECK(sample.induced);
    CHECK(sample.objects == live);
    CHECK(sample.references == 2 * live);
    CHECK(sample.moved_ranges == live);
    CHECK(sample.displaced_bytes == 40 * live);
    CHECK(sample.surviving_ranges == 0);
    CHECK(sample.callbacks.at("MovedReferences2") == (live + 511) / 512);
    CHECK(sample.callbacks.at("GarbageCollectionFinished") == 1);
    CHECK(sample.nanoseconds > 0);
    CHECK(sample.peak_memory > 40 * nodes);
  }
}

TEST_CASE("SimulatedSide: a scenario without the graph is an error with its path") {
  const auto made = bench::SimulatedSide::make(in_source("/fixtures/scenarios/ten-objects-move.yaml"));
  REQUIRE_FALSE(made);
  CHECK(made.error().find("ten-objects-move.yaml") != std::string::npos);
}

}  // namespace gcrucible::tests
