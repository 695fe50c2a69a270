// Legal actions of a profiler that change the result of a scenario.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/rules/decode/info_method.h"

namespace gcrucible::scenario {

class ProfilerActions {
 public:
  // Counts a call of the profiler's own that has succeeded.
  void add(rules::InfoMethod method);

  // A clause: "the profiler forced 3 collections and made 1 handle"; empty if there was no such action.
  std::string text() const;

 private:
  static constexpr std::size_t kKinds = 5;
  std::array<std::uint64_t, kKinds> done_{};
};

}  // namespace gcrucible::scenario
