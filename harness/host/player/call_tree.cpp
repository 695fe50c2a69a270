#include "harness/host/player/call_tree.h"

#include <algorithm>

namespace gcrucible::host {

std::uint32_t CallTree::child_of(std::uint32_t node, std::uint32_t function) {
  const std::uint64_t key = std::uint64_t{node} << 32 | function;
  const auto [found, is_new] = children_.emplace(key, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back({.parent = node, .function = function});
  return found->second;
}

std::uint32_t CallTree::node_of(std::uint32_t thread, program::CallStack& stack) {
  if (of_threads_.size() <= thread) of_threads_.resize(thread + 1);
  std::vector<std::uint32_t>& known = of_threads_[thread];
  const std::span<const std::uint32_t> frames = stack.frames();
  known.resize(std::min(known.size(), stack.take_unchanged()));
  for (std::size_t i = known.size(); i < frames.size(); ++i) {
    const std::uint32_t caller = i == 0 ? 0 : known[i - 1];
    known.push_back(frames[i] == program::kNothing ? caller : child_of(caller, frames[i]));
  }
  return known.empty() ? 0 : known.back();
}

}  // namespace gcrucible::host
