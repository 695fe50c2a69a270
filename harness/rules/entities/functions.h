// The FunctionIDs in a trace.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/model_line.h"

namespace gcrucible::rules {

// Memory grows with the number of compiled functions.
class Functions {
 public:
  void take(const ModelLine& functions);
  void take(const Callback& callback);

  bool known(std::uint64_t function) const { return known_.contains(function); }
  // The model has listed all functions. A JIT reports only the functions that it compiles; many were
  // compiled earlier.
  bool complete() const { return complete_; }

 private:
  std::unordered_set<std::uint64_t> known_;
  bool complete_ = false;
};

}  // namespace gcrucible::rules
