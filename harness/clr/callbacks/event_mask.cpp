#include "harness/clr/callbacks/event_mask.h"

#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"

namespace gcrucible::clr {

abi::HRESULT EventMask::check(std::uint32_t low, std::uint32_t high) const {
  if (notification_only_ &&
      ((low & ~std::uint32_t{abi::COR_PRF_ALLOWABLE_NOTIFICATION_PROFILER}) != 0 ||
       (high & ~std::uint32_t{abi::COR_PRF_HIGH_ALLOWABLE_NOTIFICATION_PROFILER}) != 0)) {
    return abi::E_INVALIDARG;
  }
  const std::uint64_t word = (std::uint64_t{high} << 32) | low;
  const bool adds_gc = (low & ~this->low() & abi::COR_PRF_MONITOR_GC) != 0;
  // Checked before the limits of an attached profiler, in InitializeForAttach too (.NET 10, measured).
  if (stage_ != MaskStage::kInitialize) {
    if (((low ^ this->low()) & abi::COR_PRF_MONITOR_IMMUTABLE) != 0) return abi::E_FAIL;
    if (((high ^ this->high()) & abi::COR_PRF_HIGH_MONITOR_IMMUTABLE) != 0) return abi::E_FAIL;
  }
  if ((word & ~allowed_) != 0) return abi::CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER;
  constexpr std::uint32_t kSlowHooks = abi::COR_PRF_ENABLE_FUNCTION_ARGS |
                                       abi::COR_PRF_ENABLE_FUNCTION_RETVAL | abi::COR_PRF_ENABLE_FRAME_INFO;
  if (fast_hooks_ &&
      (low & (abi::COR_PRF_MONITOR_ENTERLEAVE | kSlowHooks)) != abi::COR_PRF_MONITOR_ENTERLEAVE)
    return abi::CORPROF_E_INCONSISTENT_WITH_FLAGS;
  if (stage_ == MaskStage::kRunning && adds_gc && concurrent_)
    return abi::CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE;
  return abi::S_OK;
}

abi::HRESULT EventMask::set(std::uint32_t low, std::uint32_t high) {
  const abi::HRESULT checked = check(low, high);
  if (abi::succeeded(checked)) word_.store((std::uint64_t{high} << 32) | low, std::memory_order_release);
  return checked;
}

void EventMask::reset() {
  word_ = 0;
  allowed_ = ~std::uint64_t{0};
  stage_ = MaskStage::kInitialize;
  concurrent_ = true;
  notification_only_ = false;
  fast_hooks_ = false;
}

}  // namespace gcrucible::clr
