#include "harness/clr/event_mask.h"

#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"

namespace gcrucible::clr {

abi::HRESULT EventMask::set(std::uint32_t low, std::uint32_t high) {
  if (notification_only_ &&
      ((low & ~std::uint32_t{abi::COR_PRF_ALLOWABLE_NOTIFICATION_PROFILER}) != 0 ||
       (high & ~std::uint32_t{abi::COR_PRF_HIGH_ALLOWABLE_NOTIFICATION_PROFILER}) != 0)) {
    return abi::E_INVALIDARG;
  }
  if (stage_ != MaskStage::kInitialize) {
    if (((low ^ this->low()) & abi::COR_PRF_MONITOR_IMMUTABLE) != 0) return abi::E_FAIL;
    if (((high ^ this->high()) & abi::COR_PRF_HIGH_MONITOR_IMMUTABLE) != 0) return abi::E_FAIL;
    const bool adds_gc = (low & ~this->low() & abi::COR_PRF_MONITOR_GC) != 0;
    if (adds_gc && concurrent_) return abi::CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE;
  }
  word_.store((std::uint64_t{high} << 32) | low, std::memory_order_release);
  return abi::S_OK;
}

}  // namespace gcrucible::clr
