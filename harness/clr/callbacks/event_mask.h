// The event mask: what is set, and what may be set when.
#pragma once

#include <atomic>
#include <cstdint>

#include "harness/abi/monitor_flags.h"
#include "harness/abi/types.h"

namespace gcrucible::clr {

// The stage of the profiler's life, as far as masks care.
enum class MaskStage : std::uint8_t { kInitialize, kAttach, kRunning };

// Read by any thread at any time; set by any thread (SetEventMask is async-safe), the last one wins.
class EventMask {
 public:
  std::uint32_t low() const { return static_cast<std::uint32_t>(word_.load(std::memory_order_acquire)); }
  std::uint32_t high() const {
    return static_cast<std::uint32_t>(word_.load(std::memory_order_acquire) >> 32);
  }
  // Collections are told in full, and not by their bracket alone.
  bool tells_collections() const { return (low() & abi::COR_PRF_MONITOR_GC) != 0; }

  // S_OK, or the failure that CoreCLR answers and then nothing changed: E_INVALIDARG for a bit that a
  // notification-only profiler may not set, E_FAIL for an immutable bit at any time but in Initialize,
  // CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER for a bit that an attached profiler may not set,
  // CORPROF_E_INCONSISTENT_WITH_FLAGS for one that does not go with the hooks,
  // CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE for MONITOR_GC while concurrent collections are on.
  abi::HRESULT set(std::uint32_t low, std::uint32_t high);
  // What set() would answer.
  abi::HRESULT check(std::uint32_t low, std::uint32_t high) const;
  // Whether concurrent collections have to be off before these bits are set: an attached profiler wants to be
  // told of collections from now on.
  bool needs_concurrent_off(std::uint32_t low) const {
    return stage_ == MaskStage::kAttach && (low & ~this->low() & abi::COR_PRF_MONITOR_GC) != 0;
  }

  void stage(MaskStage stage) { stage_ = stage; }
  // The profiler attaches to a running process: for its whole life no other bits than these.
  void attach(std::uint32_t low, std::uint32_t high) {
    allowed_ = (std::uint64_t{high} << 32) | low;
    stage_ = MaskStage::kAttach;
  }
  // The profiler is gone, and its successor begins anew.
  void reset();
  // The profiler said yes to LoadAsNotificationOnly: for its whole life no GC callbacks but those of
  // BASIC_GC.
  void notification_only() { notification_only_ = true; }
  // SetEnterLeaveFunctionHooks3 has succeeded in Initialize: a mask without COR_PRF_MONITOR_ENTERLEAVE, or
  // with a flag that wants the slow hooks, is refused from then on (.NET 10, measured).
  void fast_hooks() { fast_hooks_ = true; }
  // Concurrent collections are on until a profiler has set MONITOR_GC in Initialize, or while it attached,
  // and then until that is detached.
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
