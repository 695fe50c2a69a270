// When two samples count as equal.
#include "bench/dotnet/agreement.h"

#include "tests/bench/samples.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {

using bench::disagreements;

TEST_CASE("disagreements: a CLR's own objects are tolerated") {
  const bench::Sample ours = sample_of(100'000, 1, 1);
  bench::Sample theirs = sample_of(100'000, 2, 2, 140);
  theirs.surviving_ranges = 1;
  theirs.roots = 22;
  theirs.callbacks["SurvivingReferences2"] = 1;
  theirs.callbacks["HandleCreated"] = 12;
  CHECK(disagreements(ours, theirs).empty());
}

TEST_CASE("disagreements: a difference of 1 percent is tolerated") {
  const bench::Sample ours = sample_of(1'000'000, 1, 1);
  bench::Sample theirs = ours;
  theirs.objects = 495'050;
  theirs.moved_ranges = 504'999;
  CHECK(disagreements(ours, theirs).empty());
}

TEST_CASE("disagreements: a difference above 1 percent is found in each count") {
  const bench::Sample ours = sample_of(1'000'000, 1, 1);
  bench::Sample theirs = ours;
  SECTION("objects") {
    theirs.objects = 494'000;
  }
  SECTION("ranges") {
    theirs.moved_ranges = 506'000;
  }
  SECTION("surviving ranges instead of moved ones") {
    theirs.surviving_ranges = 201;
  }
  SECTION("moved bytes") {
    theirs.displaced_bytes = 0;
  }
  SECTION("references") {
    theirs.references = 980'000;
  }
  SECTION("calls") {
    theirs.callbacks["MovedReferences2"] += 12;
  }
  SECTION("a callback that only one side gets") {
    theirs.callbacks.erase("MovedReferences");
  }
  CHECK(disagreements(ours, theirs).size() == 1);
}

}  // namespace gcrucible::tests
