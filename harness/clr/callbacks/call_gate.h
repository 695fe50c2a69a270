// Who may change a call on its way from the mock CLR to the profiler.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "harness/abi/methods.h"
#include "harness/abi/types.h"
#include "harness/trace/read/value.h"

namespace gcrucible::clr {

// Set before there are callbacks, if anything is to be changed at all: runs without have none, and pay
// nothing. Called on the thread that makes the callback, which may be any.
class CallGate {
 public:
  CallGate() = default;
  CallGate(const CallGate&) = delete;
  CallGate& operator=(const CallGate&) = delete;
  virtual ~CallGate() = default;
  // What the runtime sees as the call's result; `honest` makes it as it is. `fields` are its arguments as
  // traces have them, valid during the call.
  virtual abi::HRESULT pass(abi::CallbackMethod method, std::span<const trace::Field> fields,
                            const std::function<abi::HRESULT()>& honest) = 0;
};

// The return of a callback that has been made, but is not written yet.
struct HeldReturn {
  std::uint64_t entry = 0;
  abi::HRESULT hr = 0;
};

}  // namespace gcrucible::clr
