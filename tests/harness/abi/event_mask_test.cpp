#include "harness/abi/event_mask.h"

#include <bit>

#include "tests/support/catch.h"

namespace gcrucible::abi {
namespace {

const MaskFlag& flag(std::string_view name) {
  const MaskFlag* const found = find_mask_flag(name);
  REQUIRE(found != nullptr);
  return *found;
}

TEST_CASE("EventMask: the flags for collections have their values") {
  CHECK(flag("COR_PRF_MONITOR_GC").mask() == EventMask{0x80, 0});
  CHECK(flag("COR_PRF_MONITOR_OBJECT_ALLOCATED").mask() == EventMask{0x100, 0});
  CHECK(flag("COR_PRF_MONITOR_SUSPENDS").mask() == EventMask{0x10000, 0});
  CHECK(flag("COR_PRF_ENABLE_OBJECT_ALLOCATED").mask() == EventMask{0x800000, 0});
  CHECK(flag("COR_PRF_ENABLE_STACK_SNAPSHOT").mask() == EventMask{0x10000000, 0});
  CHECK(flag("COR_PRF_HIGH_BASIC_GC").mask() == EventMask{0, 0x10});
  CHECK(flag("COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS").mask() == EventMask{0, 0x20});
  CHECK(flag("COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED").mask() == EventMask{0, 0x40});
  CHECK(flag("COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED").mask() == EventMask{0, 0x100});
}

TEST_CASE("EventMask: composites have the values of .NET Core 3.0 and later") {
  CHECK(COR_PRF_MONITOR_ALL == 0x0107FFFFU);
  CHECK(COR_PRF_ALL == 0x8FFFFFFFU);
  CHECK(COR_PRF_REQUIRE_PROFILE_IMAGE == 0x20001800U);
  CHECK(COR_PRF_ALLOWABLE_AFTER_ATTACH == 0x100502FEU);
  CHECK(COR_PRF_ALLOWABLE_NOTIFICATION_PROFILER == 0xB1E32B7FU);
  CHECK(COR_PRF_MONITOR_IMMUTABLE == 0xEEF8CC00U);
  CHECK(COR_PRF_HIGH_REQUIRE_PROFILE_IMAGE == 0);
  CHECK(COR_PRF_HIGH_ALLOWABLE_AFTER_ATTACH == 0xF6);
  CHECK(COR_PRF_HIGH_ALLOWABLE_NOTIFICATION_PROFILER == 0xFE);
  CHECK(COR_PRF_HIGH_MONITOR_IMMUTABLE == 0x8);
}

// The composite flags again, built from the flags that the interface documentation lists for them.
TEST_CASE("EventMask: composites are the union of their documented flags") {
  CHECK(COR_PRF_ALLOWABLE_AFTER_ATTACH ==
        (COR_PRF_MONITOR_THREADS | COR_PRF_MONITOR_MODULE_LOADS | COR_PRF_MONITOR_ASSEMBLY_LOADS |
         COR_PRF_MONITOR_APPDOMAIN_LOADS | COR_PRF_ENABLE_STACK_SNAPSHOT | COR_PRF_MONITOR_GC |
         COR_PRF_MONITOR_SUSPENDS | COR_PRF_MONITOR_CLASS_LOADS | COR_PRF_MONITOR_EXCEPTIONS |
         COR_PRF_MONITOR_JIT_COMPILATION | COR_PRF_ENABLE_REJIT));
  CHECK(COR_PRF_MONITOR_IMMUTABLE ==
        (COR_PRF_MONITOR_CODE_TRANSITIONS | COR_PRF_MONITOR_REMOTING | COR_PRF_MONITOR_REMOTING_COOKIE |
         COR_PRF_MONITOR_REMOTING_ASYNC | COR_PRF_ENABLE_INPROC_DEBUGGING | COR_PRF_ENABLE_JIT_MAPS |
         COR_PRF_DISABLE_OPTIMIZATIONS | COR_PRF_DISABLE_INLINING | COR_PRF_ENABLE_OBJECT_ALLOCATED |
         COR_PRF_ENABLE_FUNCTION_ARGS | COR_PRF_ENABLE_FUNCTION_RETVAL | COR_PRF_ENABLE_FRAME_INFO |
         COR_PRF_USE_PROFILE_IMAGES | COR_PRF_DISABLE_TRANSPARENCY_CHECKS_UNDER_FULL_TRUST |
         COR_PRF_DISABLE_ALL_NGEN_IMAGES));
  CHECK(COR_PRF_HIGH_ALLOWABLE_AFTER_ATTACH ==
        (COR_PRF_HIGH_IN_MEMORY_SYMBOLS_UPDATED | COR_PRF_HIGH_MONITOR_DYNAMIC_FUNCTION_UNLOADS |
         COR_PRF_HIGH_BASIC_GC | COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS |
         COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED | COR_PRF_HIGH_MONITOR_EVENT_PIPE));
}

TEST_CASE("MaskFlag: each flag knows when it may be set") {
  CHECK(flag("COR_PRF_ENABLE_OBJECT_ALLOCATED").immutable());
  CHECK_FALSE(flag("COR_PRF_ENABLE_OBJECT_ALLOCATED").allowed_after_attach());
  CHECK(flag("COR_PRF_MONITOR_GC").allowed_after_attach());
  CHECK_FALSE(flag("COR_PRF_MONITOR_GC").immutable());
  CHECK_FALSE(flag("COR_PRF_MONITOR_GC").allowed_for_notification_only());
  CHECK_FALSE(flag("COR_PRF_MONITOR_OBJECT_ALLOCATED").allowed_after_attach());
  CHECK(flag("COR_PRF_MONITOR_OBJECT_ALLOCATED").allowed_for_notification_only());
  CHECK(flag("COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED").allowed_after_attach());
  CHECK_FALSE(flag("COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED").allowed_after_attach());
  CHECK(flag("COR_PRF_HIGH_DISABLE_TIERED_COMPILATION").immutable());
  CHECK_FALSE(flag("COR_PRF_MONITOR_NONE").immutable());
}

TEST_CASE("find_mask_flag: every flag is found by name and by value") {
  for (const MaskFlag& each : kMaskFlags) {
    INFO(each.name);
    CHECK(find_mask_flag(each.name) == &each);
    const MaskFlag* const by_value = find_mask_flag(each.word, each.value);
    REQUIRE(by_value != nullptr);
    CHECK(by_value->value == each.value);
    if (!each.composite) CHECK(by_value == &each);
  }
  CHECK(find_mask_flag("COR_PRF_MONITOR_GCX") == nullptr);
  CHECK(find_mask_flag(MaskWord::kHigh, 0x200) == nullptr);
}

TEST_CASE("EventMask: single flags fill the low word without overlap") {
  EventMask seen{};
  for (const MaskFlag& each : kMaskFlags) {
    if (each.composite) continue;
    std::uint32_t& word = each.word == MaskWord::kLow ? seen.low : seen.high;
    const std::uint32_t own = each.value & ~word;
    INFO(each.name);
    CHECK(std::popcount(own) == 1);
    word |= each.value;
  }
  CHECK(seen == EventMask{0xFFFFFFFF, 0x1FF});
  CHECK(unknown_bits(EventMask{0xFFFFFFFF, 0x1FF}) == EventMask{0, 0});
  CHECK(unknown_bits(EventMask{0x80, 0x80000210}) == EventMask{0, 0x80000200});
}

}  // namespace
}  // namespace gcrucible::abi
