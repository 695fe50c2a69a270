// Calls of the profiler's that the program lets fail.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "harness/abi/methods.h"
#include "harness/abi/types.h"
#include "harness/program/program.h"

namespace gcrucible::clr {

// Set before there is a profiler; then any thread asks. Calls are counted in the order in which they come, so
// that a program whose threads take the same turns has the same ones fail.
class FailingCalls {
 public:
  // `failing` outlives it.
  void set(std::span<const program::InfoFailure> failing) {
    failing_ = failing;
    seen_ = std::make_unique<std::atomic<std::uint32_t>[]>(failing.size());
  }
  // What a call that would go on is to answer.
  std::optional<abi::HRESULT> next(abi::InfoMethod method) {
    std::optional<abi::HRESULT> answer;
    for (std::size_t i = 0; i < failing_.size(); ++i) {
      const program::InfoFailure& each = failing_[i];
      if (each.slot != static_cast<std::uint16_t>(method)) continue;
      const std::uint32_t number = seen_[i]++;
      if (each.which == program::kNothing || each.which == number) answer = each.answer;
    }
    return answer;
  }

 private:
  std::span<const program::InfoFailure> failing_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> seen_;
};

}  // namespace gcrucible::clr
