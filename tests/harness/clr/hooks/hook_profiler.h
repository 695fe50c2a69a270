// A profiler with hooks, which notes each of them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/abi/callback_base.h"
#include "harness/clr/clr.h"
#include "harness/clr/hooks/hooks.h"

namespace gcrucible::tests {

// One at a time: hooks have no argument for a profiler's own data.
class HookProfiler : public abi::CallbackBase {
 public:
  // `version`: of the registration. `mask`: beside COR_PRF_MONITOR_ENTERLEAVE.
  explicit HookProfiler(clr::HookVersion version, std::uint32_t mask = 0);
  ~HookProfiler();

  abi::HRESULT GCRUCIBLE_STDCALL Initialize(abi::IUnknown* runtime) override;
  abi::HRESULT GCRUCIBLE_STDCALL Shutdown() override;

  struct Called {
    clr::HookPoint point = clr::HookPoint::kEnter;
    abi::UINT_PTR id = 0;  // FunctionID or client id
    abi::COR_PRF_ELT_INFO info = 0;
    // Of the second version.
    abi::UINT_PTR client = 0;
    abi::COR_PRF_FRAME_INFO frame = 0;
    const void* data = nullptr;
    // Of a direct hook: above it is the return address of its function.
    const std::uintptr_t* stack = nullptr;
  };
  static void called(const Called& call);

  std::string text(const Called& call) const;

  std::function<void()> beginning = [] {};  // in Initialize, before anything else
  std::function<void(HookProfiler&)> registering = [](HookProfiler&) {};  // after the hooks
  std::function<void(const Called&)> look = [](const Called&) {};
  std::vector<std::string> seen;
  std::map<abi::UINT_PTR, std::string> names;  // of ids
  abi::NewestInfo* info = nullptr;
  abi::HRESULT set = abi::S_OK;
  // Registers of which a direct enter hook changes one: 0 none, 1 rcx, 2 xmm3, 3 rax. A direct leave hook: 4
  // rax, 5 r12.
  static int changes;

 private:
  abi::HRESULT register_hooks();

  clr::HookVersion version_;
  std::uint32_t mask_;
};

}  // namespace gcrucible::tests
