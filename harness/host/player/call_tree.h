// The tree of calls: for each way by which a function was reached a node. As profilers build it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "harness/program/steps/call_stack.h"

namespace gcrucible::host {

// Not thread-safe.
class CallTree {
 public:
  struct Node {
    std::uint32_t parent = 0;
    std::uint32_t function = program::kNothing;
  };

  // The node of the innermost function that a thread executes. Native frames have no node: managed code that
  // native code calls hangs below the managed function that called the native one. 0, the root, if there is
  // no managed frame. Visits only frames that are new since the last call for that thread.
  std::uint32_t node_of(std::uint32_t thread, program::CallStack& stack);
  // A parent comes before its children; the first one is the root.
  std::span<const Node> nodes() const { return nodes_; }

 private:
  std::uint32_t child_of(std::uint32_t node, std::uint32_t function);

  std::vector<Node> nodes_{Node{}};
  std::unordered_map<std::uint64_t, std::uint32_t> children_;  // by parent and function
  std::vector<std::vector<std::uint32_t>> of_threads_;         // for each frame of each thread its node
};

}  // namespace gcrucible::host
