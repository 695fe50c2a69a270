// Which functions run on each thread where objects are announced: the tree of calls in the model's lines.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/account/calls.h"
#include "harness/rules/decode/model_line.h"

namespace gcrucible::rules {

// Memory grows with the ways in which functions were called.
class CallTree {
 public:
  // A line `calls`. It names new nodes, and the one that the line's thread executes.
  void take(const ModelLine& calls);
  // 0, the root, is a stack without a managed frame.
  std::uint32_t node_on(std::uint32_t native_thread) const;
  // The functions are FunctionIDs. A node of a function that no profiler sees on a stack has 0, and no
  // callees: these hang below its caller.
  std::span<const account::Call> nodes() const { return nodes_; }
  // Empty for a function that no line names.
  std::string_view name_of(std::uint64_t function) const;
  // False if lines are missing, or name nodes that do not exist.
  bool whole() const { return whole_; }

 private:
  std::vector<account::Call> nodes_{account::Call{}};
  std::vector<std::uint32_t> visible_{0};  // for each node the innermost one on its way that profilers see
  std::map<std::uint32_t, std::uint32_t> on_thread_;
  std::map<std::uint64_t, std::string> names_;
  bool whole_ = true;
};

}  // namespace gcrucible::rules
