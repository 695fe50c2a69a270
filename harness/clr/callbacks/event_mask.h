// The event mask: its value, and when which bits may be set.
#pragma once

#include <atomic>
#include <cstdint>

#include "harness/abi/monitor_flags.h"
#include "harness/abi/types.h"

namespace gcrucible::clr {

// The stage of the profiler's life, as far as masks depend on it.
enum class MaskStage : std::uint8_t { kInitialize, kAttach, kRunning };

// Any thread may read or set it at any time (SetEventMask is async-safe). The last writer wins.
class EventMask {
 public:
  std::uint32_t low() const { return static_cast<std::uint32_t>(word_.load(std::memory_order_acquire)); }
  std::uint32_t high() const {
    return static_cast<std::uint32_t>(word_.load(std::memory_order_acquire) >> 32);
  }
  // Collections are reported in full, not only by GarbageCollectionStarted and Finished.
  bool reports_collections() const { return (low() & abi::COR_PRF_MONITOR_GC) != 0; }

  // Returns S_OK, or the failure that CoreCLR returns. After a failure the mask is unchanged.
  // - E_INVALIDARG: a bit that a notification-only profiler may not set.
  // - E_FAIL: an immutable bit outside Initialize.
  // - CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER: a bit that an attached profiler may not set.
  // - CORPROF_E_INCONSISTENT_WITH_FLAGS: a bit that is incompatible with the hooks.
  // - CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE: MONITOR_GC while concurrent collections are on.
  abi::HRESULT set(std::uint32_t low, std::uint32_t high);
  // The result that set() would return.
  abi::HRESULT check(std::uint32_t low, std::uint32_t high) const;
  // True if concurrent collections must be off before these bits are set: an attached profiler enables GC
  // callbacks.
  bool needs_concurrent_off(std::uint32_t low) const {
    return stage_ == MaskStage::kAttach && (low & ~this->low() & abi::COR_PRF_MONITOR_GC) != 0;
  }

  void stage(MaskStage stage) { stage_ = stage; }
  // The profiler attaches to a running process. For its whole life it may set only these bits.
  void attach(std::uint32_t low, std::uint32_t high) {
    allowed_ = (std::uint64_t{high} << 32) | low;
    stage_ = MaskStage::kAttach;
  }
  // The profiler is gone, and the next one starts with a new mask.
  void reset();
  // The profiler accepted LoadAsNotificationOnly. For its whole life it gets only the GC callbacks of
  // BASIC_GC.
  void notification_only() { notification_only_ = true; }
  // SetEnterLeaveFunctionHooks3 has succeeded in Initialize. From then on two kinds of masks are refused:
  // those without COR_PRF_MONITOR_ENTERLEAVE, and those with a flag that needs the slow hooks (.NET 10,
  // measured).
  void fast_hooks() { fast_hooks_ = true; }
  // Concurrent collections are on until a profiler sets MONITOR_GC in Initialize or during its attach. They
  // stay off until that profiler is detached.
  void concurrent(bool on) { concurrent_ = on; }
  bool concurrent() const { return concurrent_; }

 private:
  std::atomic<std::uint64_t> word_{0};
  std::atomic<MaskStage> stage_{MaskStage::kInitialize};
  std::atomic<bool> concurrent_{true};
  std::atomic<bool> notification_only_{false};
  std::atomic<bool> fast_hooks_{false};
  std::atomic<std::uint64_t> allowed_{~std::uint64_t{0}};
};

}  // namespace gcrucible::clr
