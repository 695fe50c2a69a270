#include "harness/rules/probe/estimates/spreads.h"

#include <algorithm>

namespace gcrucible::rules {

void Spreads::state(const Sampling& sampling, bool late) {
  lost_ = lost_ || (sampling_ ? !sampling_->is_same_choice(sampling) : late);
  sampling_ = lost_ ? std::nullopt : std::optional(sampling);
}

void Spreads::allocate(std::uint32_t node, std::uint64_t size) {
  if (!sampling_) return;
  if (node >= by_node_.size()) by_node_.resize(std::size_t{node} + 1);
  by_node_[node].add(spread_of(*sampling_, size));
}

void Spreads::reclaim(std::uint8_t generation, std::uint64_t size) {
  if (sampling_ && generation < kGenerationCount) reclaimed_[generation].add(spread_of(*sampling_, size));
}

Spread Spreads::allocated() const {
  Spread sum;
  for (const Spread& each : by_node_) sum.add(each);
  return sum;
}

Spread Spreads::exclusive() const {
  Spread sum;
  for (std::size_t node = 1; node < by_node_.size(); ++node) sum.add(by_node_[node]);
  return sum;
}

Spread Spreads::inclusive(std::span<const account::Call> nodes) const {
  const std::vector<bool> outermost = account::outermost_calls(nodes);
  std::vector<double> functions(nodes.size());
  Spread sum;
  for (std::size_t node = 1; node < nodes.size(); ++node) {
    functions[node] = functions[nodes[node].caller] + (outermost[node] ? 1 : 0);
    if (node < by_node_.size()) sum.add(by_node_[node], functions[node]);
  }
  return sum;
}

}  // namespace gcrucible::rules
