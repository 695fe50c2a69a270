// May change a call on its way from the simulated CLR to the profiler.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "harness/abi/tables/methods.h"
#include "harness/abi/types.h"
#include "harness/trace/read/value.h"

namespace gcrucible::clr {

// Set before the first callback, if calls are to be changed. Runs without a gate pay nothing. Called on the
// thread that makes the callback, which may be any thread.
class CallGate {
 public:
  CallGate() = default;
  CallGate(const CallGate&) = delete;
  CallGate& operator=(const CallGate&) = delete;
  virtual ~CallGate() = default;
  // Returns the result that the runtime sees. `honest` makes the unchanged call. `fields` are the arguments
  // in the form of the trace, valid during the call.
  virtual abi::HRESULT pass(abi::CallbackMethod method, std::span<const trace::Field> fields,
                            const std::function<abi::HRESULT()>& honest) = 0;
};

// The return of a callback that was made. The trace does not have it yet.
struct HeldReturn {
  std::uint64_t entry = 0;
  abi::HRESULT hr = 0;
};

}  // namespace gcrucible::clr
