// Whether the runtime is suspended, by what the suspension callbacks say.
#pragma once

#include <cstdint>

#include "harness/rules/callback.h"

namespace gcrucible::rules {

class Suspension {
 public:
  enum class State : std::uint8_t { kRunning, kSuspending, kSuspended, kResuming };

  void take(const Callback& callback);

  State state() const { return state_; }
  // COR_PRF_SUSPEND_REASON of the suspension under way.
  std::uint32_t reason() const { return reason_; }
  bool ever_told() const { return ever_told_; }

 private:
  State state_ = State::kRunning;
  std::uint32_t reason_ = 0;
  bool ever_told_ = false;
};

}  // namespace gcrucible::rules
