// The benchmark's own program at a small size. Its counts must match its scenario and Graph.cs.
#include "bench/simulated_side.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::tests {

TEST_CASE("SimulatedSide: half of the graph survives and every survivor moves") {
  bench::SimulatedSide::Made made = bench::SimulatedSide::make(in_source("/bench/graph.yaml"));
  INFO(made.error);
  REQUIRE(made.side != nullptr);
  for (const std::uint64_t nodes : {2'001u, 30'000u}) {
    const bench::Measured measured = made.side->measure(nodes);
    INFO(measured.error);
    REQUIRE(measured.sample.has_value());
    const bench::Sample& sample = *measured.sample;
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
  CHECK(made.side == nullptr);
  CHECK(made.error.find("ten-objects-move.yaml") != std::string::npos);
}

}  // namespace gcrucible::tests
