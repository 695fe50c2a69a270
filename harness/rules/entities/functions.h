// The FunctionIDs in a trace.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_set>
#include <vector>

#include "harness/rules/decode/callback.h"
#include "harness/rules/decode/model_line.h"

namespace gcrucible::rules {

// JITCompilationStarted for JITCompilationFinished, and likewise for the others; kOther for other callbacks.
Call started_of(Call finished);

// Memory grows with the number of compiled functions.
class Functions {
 public:
  void take(const ModelLine& functions);
  void take(const Callback& callback);

  bool known(std::uint64_t function) const { return known_.contains(function); }
  struct Compiling {
    Call started = Call::kOther;
    std::uint64_t function = 0;
    std::uint64_t line = 0;
  };
  // The compilation that the callback ends: a Started of the same kind, on the same thread, of the same
  // function. Null if there is none. A compilation that failed has no Finished and stays open.
  const Compiling* compiling(const Callback& finished) const;
  // The innermost compilation of that thread; null if there is none.
  const Compiling* compiling_on(std::uint32_t thread) const;
  // The model has listed all functions. A JIT reports only the functions that it compiles; many were
  // compiled earlier.
  bool complete() const { return complete_; }

 private:
  std::unordered_set<std::uint64_t> known_;
  std::map<std::uint32_t, std::vector<Compiling>> compiling_;  // by native thread, the innermost last
  bool complete_ = false;
};

}  // namespace gcrucible::rules
