// A callback as data: its arguments out of the caller's arrays, so that it can be changed, kept and made
// later.
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
    std::vector<std::uint64_t> cells;  // of an array, row after row
    std::u16string text;
    bool null = false;
  };
  abi::CallbackMethod method = abi::CallbackMethod::kShutdown;
  std::vector<Argument> arguments;       // as program::callback_shape has them
  std::optional<std::uint32_t> claimed;  // what its arrays' count says

  // Nothing for a callback without a shape. The first has all arguments 0, null or empty.
  static std::optional<CallMessage> blank(abi::CallbackMethod method);
  static std::optional<CallMessage> copy(abi::CallbackMethod method, std::span<const trace::Field> fields);

  void set(std::span<const program::SaidArgument> arguments, const SaidValues& values);
};

// Makes the callback, wanted or not; a profiler whose interfaces do not have it is told nothing
// (E_NOINTERFACE). An array that claims more entries than it has ends where memory ends. `info` is what
// Initialize gets. With `held` the return is put there and not written.
abi::HRESULT deliver(const CallMessage& message, Clr& clr, abi::IUnknown* info, HeldReturn* held = nullptr);

}  // namespace gcrucible::clr
