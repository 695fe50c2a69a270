#include "harness/clr/callbacks/event_mask.h"

#include "harness/abi/event_mask.h"
#include "harness/abi/hresults.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

TEST_CASE("EventMask: any flag in Initialize and later no immutable one") {
  for (const abi::MaskFlag& flag : abi::kMaskFlags) {
    if (flag.composite) continue;
    const abi::EventMask one = flag.mask();
    INFO(flag.name);
    EventMask set;
    CHECK(set.set(0xFFFF'FFFF, 0xFFFF'FFFF) == abi::S_OK);
    CHECK(set.set(0, 0) == abi::S_OK);
    set.stage(MaskStage::kRunning);
    set.concurrent(false);
    const abi::HRESULT added = set.set(one.low, one.high);
    CHECK(added == (flag.immutable() ? abi::E_FAIL : abi::S_OK));
    CHECK(set.low() == (flag.immutable() ? 0 : one.low));
    CHECK(set.high() == (flag.immutable() ? 0 : one.high));

    EventMask clear;
    CHECK(clear.set(one.low, one.high) == abi::S_OK);
    clear.stage(MaskStage::kRunning);
    CHECK(clear.set(0, 0) == (flag.immutable() ? abi::E_FAIL : abi::S_OK));
  }
}

TEST_CASE("EventMask: a notification-only profiler may set only its flags") {
  for (const abi::MaskFlag& flag : abi::kMaskFlags) {
    const abi::EventMask one = flag.mask();
    INFO(flag.name);
    EventMask mask;
    mask.notification_only();
    const bool allowed = (one.low & ~0xB1E3'2B7Fu) == 0 && (one.high & ~0xFEu) == 0;
    CHECK(mask.set(one.low, one.high) == (allowed ? abi::S_OK : abi::E_INVALIDARG));
    CHECK(mask.low() == (allowed ? one.low : 0));
    CHECK(mask.high() == (allowed ? one.high : 0));
  }
  // This check precedes all others.
  EventMask running;
  running.notification_only();
  running.stage(MaskStage::kRunning);
  CHECK(running.set(abi::COR_PRF_MONITOR_GC, 0) == abi::E_INVALIDARG);
  CHECK(running.set(abi::COR_PRF_MONITOR_ENTERLEAVE, 0) == abi::E_INVALIDARG);
}

TEST_CASE("EventMask: an attached profiler may set only the allowed flags") {
  for (const abi::MaskFlag& flag : abi::kMaskFlags) {
    if (flag.composite) continue;
    const abi::EventMask one = flag.mask();
    INFO(flag.name);
    EventMask mask;
    mask.attach(abi::COR_PRF_ALLOWABLE_AFTER_ATTACH, abi::COR_PRF_HIGH_ALLOWABLE_AFTER_ATTACH);
    const bool allowed = flag.allowed_after_attach();
    const abi::HRESULT refused =
        flag.immutable() ? abi::E_FAIL : abi::CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER;
    CHECK(mask.needs_concurrent_off(one.low) == (one.low == abi::COR_PRF_MONITOR_GC));
    CHECK(mask.check(one.low, one.high) == (allowed ? abi::S_OK : refused));
    CHECK(mask.low() == 0);
    CHECK(mask.set(one.low, one.high) == (allowed ? abi::S_OK : refused));
    CHECK(mask.low() == (allowed ? one.low : 0));
    CHECK(!mask.needs_concurrent_off(one.low));
    mask.stage(MaskStage::kRunning);
    CHECK(mask.set(0, 0) == abi::S_OK);
    if (!allowed) CHECK(mask.set(one.low, one.high) == refused);
  }
  // The order of .NET's checks: 0x00101000 is immutable and not allowed for attached profilers.
  EventMask both;
  both.attach(abi::COR_PRF_ALLOWABLE_AFTER_ATTACH, abi::COR_PRF_HIGH_ALLOWABLE_AFTER_ATTACH);
  CHECK(both.set(abi::COR_PRF_ENABLE_JIT_MAPS | abi::COR_PRF_MONITOR_ENTERLEAVE, 0) == abi::E_FAIL);
  // Too late to disable concurrent collections.
  EventMask late;
  late.attach(abi::COR_PRF_ALLOWABLE_AFTER_ATTACH, abi::COR_PRF_HIGH_ALLOWABLE_AFTER_ATTACH);
  late.stage(MaskStage::kRunning);
  CHECK(late.set(abi::COR_PRF_MONITOR_GC, 0) == abi::CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE);
  // The next profiler starts with a new mask.
  late.reset();
  CHECK(late.set(abi::COR_PRF_ENABLE_OBJECT_ALLOCATED, 0) == abi::S_OK);
}

TEST_CASE("EventMask: MONITOR_GC may be added only while concurrent collections are off") {
  EventMask mask;
  mask.stage(MaskStage::kRunning);
  CHECK(mask.set(abi::COR_PRF_MONITOR_GC, 0) == abi::CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE);
  CHECK(mask.low() == 0);
  mask.concurrent(false);
  CHECK(mask.set(abi::COR_PRF_MONITOR_GC, 0) == abi::S_OK);
  mask.concurrent(true);
  CHECK(mask.set(abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_THREADS, 0) == abi::S_OK);
  CHECK(mask.set(0, 0) == abi::S_OK);
  CHECK(mask.set(abi::COR_PRF_MONITOR_GC, 0) == abi::CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE);
}

}  // namespace
}  // namespace gcrucible::clr
