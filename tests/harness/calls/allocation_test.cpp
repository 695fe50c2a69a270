// ObjectAllocated under each of its flags.
#include <set>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Generation;

// One object in every place. Returns the sizes of the reported ones.
std::set<std::uint64_t> reported(std::uint32_t low, std::uint32_t high, bool pinned_alone = false,
                                 bool large_reports_pinned = true) {
  Build build;
  build.program.runtime.large_object_flag_announces_pinned = large_reports_pinned;
  build.program.runtime.pinned_object_flag_alone = pinned_alone;
  const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
  build.object(bytes, 1);
  build.object(bytes, 100'000);
  build.object(bytes, 3, Generation::kPinned);
  build.object(bytes, 84'975, Generation::kPinned);
  build.object(bytes, 84'976, Generation::kPinned);
  build.object(build.string(), 9, Generation::kFrozen);
  program::Allocate quiet{.type = bytes, .length = 5, .announced = false};
  build.add(quiet);
  Witness witness(low, high);
  std::set<std::uint64_t> sizes;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kObjectAllocated) return abi::S_OK;
    abi::SIZE_T size = 0;
    abi::ClassID class_id = 0;
    // In this callback a profiler may inspect objects.
    CHECK(witness.info->GetObjectSize2(seen.first, &size) == abi::S_OK);
    CHECK(witness.info->GetClassFromObject(seen.first, &class_id) == abi::S_OK);
    CHECK(class_id == seen.second);
    sizes.insert(size);
    return abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  return sizes;
}

using Sizes = std::set<std::uint64_t>;
constexpr std::uint32_t kMonitor = abi::COR_PRF_MONITOR_OBJECT_ALLOCATED;
constexpr std::uint32_t kEnable = abi::COR_PRF_ENABLE_OBJECT_ALLOCATED;
constexpr std::uint32_t kLarge = abi::COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED;
constexpr std::uint32_t kPinned = abi::COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED;

TEST_CASE("ObjectAllocated: MONITOR and ENABLE together -> each allocation is reported") {
  CHECK(reported(kMonitor | kEnable, 0) == Sizes{25, 27, 40, 84'999, 85'000, 100'024});
  CHECK(reported(kEnable, 0).empty());
}

TEST_CASE("ObjectAllocated: LARGEOBJECT reports the LOH and PINNEDOBJECT alone nothing") {
  CHECK(reported(0, kLarge, false, false) == Sizes{100'024});
  CHECK(reported(0, kPinned).empty());
  CHECK(reported(0, kPinned | kLarge) == Sizes{27, 84'999, 85'000, 100'024});
  CHECK(reported(0, kPinned, true) == Sizes{27, 84'999, 85'000});
}

TEST_CASE("ObjectAllocated: LARGEOBJECT reports large pinned objects too under net10") {
  CHECK(reported(0, kLarge) == Sizes{85'000, 100'024});
}

}  // namespace
}  // namespace gcrucible::tests
