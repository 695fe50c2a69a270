// What a finding says of the size of an object that is larger than 4 GB, which GetObjectSize cannot report.
#include <string>

#include "harness/rules/probe/compare.h"
#include "tests/support/catch.h"

namespace gcrucible::rules {
namespace {

constexpr std::uint64_t kFourGb = 4294967296, kAt = 0x1000;

// The finding about the only object, whose size the probe reports as `reported`.
std::string finding_about(std::uint64_t size, std::uint64_t reported) {
  Collection collection;
  collection.model.emplace();
  collection.model->after.emplace();
  collection.model->after->objects = {
      {.object = 3, .at = kAt, .size = size, .generation = kLarge, .type = 0}};
  collection.model->after->whole = true;
  ProbeAnswer answer;
  answer.objects = {{.id = kAt, .size = reported}};
  const Probes probes;
  ProbeVerdict verdict;
  compare_facts(collection, answer, probes, verdict);
  return verdict.faults.empty() ? std::string() : verdict.faults.front().what;
}

TEST_CASE("probe sizes: a size above 4 GB -> the finding names the call that cannot report it") {
  CHECK(finding_about(kFourGb + 24, kFourGb + 24).empty());
  CHECK(finding_about(kFourGb + 24, kFourGb - 1) ==
        "Object 3 at 0x1000 has size 4294967320, but the probe reports 4294967295. GetObjectSize fails with "
        "COR_E_OVERFLOW above 4 GB and leaves this number; ask GetObjectSize2.");
  CHECK(finding_about(kFourGb + 24, 24) ==
        "Object 3 at 0x1000 has size 4294967320, but the probe reports 24. These are its lower 32 bits.");
}

TEST_CASE("probe sizes: a wrong size for another reason -> no reason is named") {
  CHECK(finding_about(24, 32) == "Object 3 at 0x1000 has size 24, but the probe reports 32.");
  CHECK(finding_about(kFourGb + 24, 48) ==
        "Object 3 at 0x1000 has size 4294967320, but the probe reports 48.");
  CHECK(finding_about(24, kFourGb - 1) ==
        "Object 3 at 0x1000 has size 24, but the probe reports 4294967295.");
}

}  // namespace
}  // namespace gcrucible::rules
