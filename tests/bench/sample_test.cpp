// Reads the recorder's counts.
#include "bench/sample.h"

#include "tests/support/catch.h"

namespace gcrucible::tests {

namespace {

const std::string kLine =
    R"({"collection":1,"ns":1500,"peak_rss":4096,"generations":[true,true,true,true,true],"reason":1,)"
    R"("moved_ranges":2,"moved_bytes":80,"displaced_bytes":40,"surviving_ranges":3,"surviving_bytes":8,)"
    R"("objects":4,"references":5,"roots":6,"callbacks":{"MovedReferences2":7}})";

}  // namespace

TEST_CASE("parse_samples: every line of counts is one collection") {
  const auto samples = bench::parse_samples(kLine + "\n" + kLine + "\n", "counts");
  REQUIRE(samples);
  REQUIRE(samples->size() == 2);
  const bench::Sample& sample = (*samples)[1];
  CHECK(sample.nanoseconds == 1500);
  CHECK(sample.peak_memory == 4096);
  CHECK(sample.full);
  CHECK(sample.induced);
  CHECK(sample.moved_ranges == 2);
  CHECK(sample.displaced_bytes == 40);
  CHECK(sample.surviving_ranges == 3);
  CHECK(sample.objects == 4);
  CHECK(sample.references == 5);
  CHECK(sample.roots == 6);
  CHECK(sample.callbacks.at("MovedReferences2") == 7);
}

TEST_CASE("parse_samples: an ephemeral collection is not full") {
  std::string line = kLine;
  line.replace(line.find("true,true,true"), 14, "true,true,false");
  const auto samples = bench::parse_samples(line, "counts");
  REQUIRE(samples);
  REQUIRE(samples->size() == 1);
  CHECK_FALSE((*samples)[0].full);
}

TEST_CASE("parse_samples: a wrong line is an error with its place") {
  const auto samples = bench::parse_samples(kLine + "\n{\"n\":1}\n", "counts");
  REQUIRE_FALSE(samples);
  CHECK(samples.error().starts_with("counts:2: "));
  CHECK(bench::parse_samples("", "counts").error() == "counts: no collection was counted");
  CHECK(bench::read_samples("/nowhere/counts").error().starts_with("/nowhere/counts: "));
}

}  // namespace gcrucible::tests
