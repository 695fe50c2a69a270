// The profiler's Info calls that the program makes fail.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "harness/abi/tables/methods.h"
#include "harness/abi/types.h"
#include "harness/program/program.h"

namespace gcrucible::clr {

// Set before a profiler is loaded; afterwards any thread may call next(). Calls are counted in the order in
// which they come. If a program's threads take the same turns, the same calls fail.
class FailingCalls {
 public:
  // `failing` must outlive it.
  void set(std::span<const program::InfoFailure> failing) {
    failing_ = failing;
    seen_ = std::make_unique<std::atomic<std::uint32_t>[]>(failing.size());
  }
  // The failure to return for a call that otherwise passes its guards.
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
