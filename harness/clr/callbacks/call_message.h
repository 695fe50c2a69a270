// A callback as data: arguments are copied from the caller's arrays, so that a call can be changed, kept and
// made later.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/clr/callbacks/call_gate.h"
#include "harness/clr/info/said_values.h"
#include "harness/program/callback_shapes.h"

namespace gcrucible::clr {

struct CallMessage {
  struct Argument {
    std::uint64_t number = 0;
    std::vector<std::uint64_t> cells;  // of an array, row by row
    std::u16string text;
    bool null = false;
  };
  abi::CallbackMethod method = abi::CallbackMethod::kShutdown;
  std::vector<Argument> arguments;       // in the form of program::callback_shape
  std::optional<std::uint32_t> claimed;  // the count that its arrays claim

  // Both return nothing for a callback without a shape. blank() sets all arguments to 0, null or empty.
  static std::optional<CallMessage> blank(abi::CallbackMethod method);
  static std::optional<CallMessage> copy(abi::CallbackMethod method, std::span<const trace::Field> fields);

  void set(std::span<const program::SaidArgument> arguments, const SaidValues& values);
};

// Makes the callback, even if the mask does not enable it. Returns E_NOINTERFACE if the profiler's interfaces
// do not have it. An array that claims more entries than it has ends at unreadable memory. `info` is passed
// to Initialize. With `held`, the return is stored there and not written to the trace.
abi::HRESULT deliver(const CallMessage& message, Clr& clr, abi::IUnknown* info, HeldReturn* held = nullptr);

}  // namespace gcrucible::clr
