#include "harness/account/calls.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace gcrucible::account {

std::vector<Count> totals_of(std::span<const Call> calls, std::span<const Count> own) {
  std::vector<Count> totals(calls.size());
  std::copy_n(own.begin(), std::min(own.size(), calls.size()), totals.begin());
  // A call comes after its caller.
  for (std::size_t i = calls.size(); i-- > 1;) totals[calls[i].caller] += totals[i];
  return totals;
}

std::vector<bool> outermost_calls(std::span<const Call> calls) {
  std::vector<bool> outermost(calls.size());
  std::vector<std::vector<std::uint32_t>> callees(calls.size());
  for (std::uint32_t call = 1; call < calls.size(); ++call) {
    if (calls[call].caller < call) callees[calls[call].caller].push_back(call);
  }
  std::unordered_map<std::uint64_t, std::uint32_t> running;  // calls by function, on the current way
  struct Place {
    std::uint32_t call = 0;
    std::size_t next = 0;  // of its callees
  };
  std::vector<Place> way;
  if (!calls.empty()) way.push_back({});
  while (!way.empty()) {
    const auto [call, next] = way.back();
    if (next == callees[call].size()) {
      if (call != 0) --running[calls[call].function];
      way.pop_back();
      continue;
    }
    ++way.back().next;
    const std::uint32_t callee = callees[call][next];
    outermost[callee] = running[calls[callee].function]++ == 0;
    way.push_back({.call = callee});
  }
  return outermost;
}

}  // namespace gcrucible::account
