// Legal actions of a profiler that change the result of a scenario.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/trace/event.h"

namespace gcrucible::scenario {

// Counts the profiler's Info calls in a trace. A call that fails has no effect.
class ProfilerActions {
 public:
  // Each entry of an Info call after Initialize, and each return.
  void asked(const trace::Event& event);
  void returned(const trace::Event& event);

  // A clause: "the profiler forced 3 collections and made 1 handle"; empty if there was no such action.
  std::string text() const;

 private:
  static constexpr std::size_t kKinds = 5;
  std::vector<std::pair<std::uint64_t, std::size_t>> under_way_;  // line and kind of calls
  std::array<std::uint64_t, kKinds> done_{};
};

}  // namespace gcrucible::scenario
