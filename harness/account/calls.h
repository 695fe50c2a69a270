// The calls of a call tree, and what inclusive numbers count below them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/account/count.h"

namespace gcrucible::account {

// A call of a function in the call of another one, which comes before it. The first one is the root: it
// calls, and is called by nobody.
struct Call {
  std::uint32_t caller = 0;
  std::uint64_t function = 0;
};

// For each call what was counted there and below. `own`: by call, what was counted there; calls behind the
// last one have nothing.
std::vector<Count> totals_of(std::span<const Call> calls, std::span<const Count> own);

// What an inclusive number counts below an outermost call, it must not count again below a call of the same
// function there. For each call whether its function has no other call on the way from the root. False for
// the root. Linear in the calls, however deep. A call whose caller does not come before it is left out.
std::vector<bool> outermost_calls(std::span<const Call> calls);

}  // namespace gcrucible::account
