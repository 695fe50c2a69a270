// One call of a hook, or of the function that maps functions to client ids.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "harness/clr/clr.h"
#include "harness/clr/hooks/hooks.h"

namespace gcrucible::clr {

// What a hook is called for.
struct HookedFunction {
  abi::FunctionID function = 0;
  abi::UINT_PTR client = 0;
  std::uint32_t number = 0;
  abi::UINT_PTR return_address = 0;
};

// Lives on the stack of the thread that runs the function.
class HookCall final : public CallbackCall {
 public:
  HookCall(Clr& clr, const Hook& hook, const HookedFunction& of);

  // Calls the hook, writes the call to the trace, and the registers that a direct hook has changed.
  void make();

  std::span<const trace::Field> fields() override { return fields_; }
  abi::HRESULT call(const ProfilerInterfaces&, const CopyArgument&) override;

 private:
  void call_first() const;
  void call_second(abi::COR_PRF_FRAME_INFO frame) const;
  void call_with_info(abi::COR_PRF_ELT_INFO info) const;

  Clr* clr_;
  Hook hook_;
  HookedFunction of_;
  std::array<trace::Field, 1> fields_;
  std::uint64_t entry_ = 0;    // its line of the trace
  std::uint32_t changed_ = 0;  // registers
};

struct Mapping {
  abi::UINT_PTR client = 0;
  bool hooked = true;
};
// Calls the profiler's mapper, in preemptive mode. There must be one.
Mapping ask_mapper(Clr& clr, abi::FunctionID function);

}  // namespace gcrucible::clr
