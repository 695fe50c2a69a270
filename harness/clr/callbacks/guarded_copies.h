// The arrays that one callback passes to the profiler for the duration of the call.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/abi/tables/callback_methods.h"
#include "harness/clr/callbacks/buffer_pool.h"
#include "harness/trace/event.h"
#include "harness/trace/journal.h"

namespace gcrucible::clr {

// A CLR passes profilers the arrays of its own buffers. A profiler that writes into them changes what later
// calls report. A write next to them may change anything. The trace would then blame the runtime. The
// profiler therefore gets copies in separate memory (BufferPool). The copies are checked after the profiler
// returns, and then poisoned.
//
// Only for runs that write a trace, whose lines cost more than the copies. Lives on the stack of the thread
// that makes the callback.
class GuardedCopies {
 public:
  // Copies every array among `fields`, which are views of the arguments. First reports arrays that the
  // profiler has written into after it returned.
  GuardedCopies(std::span<const trace::Field> fields, trace::Journal& journal, abi::CallbackMethod method);
  GuardedCopies(const GuardedCopies&) = delete;
  GuardedCopies& operator=(const GuardedCopies&) = delete;
  ~GuardedCopies();

  // Reports writes, after the return, into arrays of the calling thread's callbacks. No callback may be under
  // way.
  static void check_kept(trace::Journal& journal);

  // The copy to pass instead of the caller's array; the caller's array if there is no copy.
  template <typename T>
  T* guard(T* own) {
    return static_cast<T*>(handed_over(own));
  }

  // Call after the profiler returns. Writes a model line `scribbled` for each array with a write in it or
  // next to it. If the profiler got the runtime's own array, its contents are restored.
  void take_back(std::uint64_t entry);

 private:
  struct Array {
    trace::Column column;
    std::uint8_t number = 0;  // its position among the callback's arrays
    std::uint64_t cells = 0;
    std::size_t cell_bytes = 0;
    std::size_t bytes = 0;
    GuardedBlock* block = nullptr;  // null: there is no copy
    bool handed_over = false;
  };

  void add(const trace::Column& column, std::uint64_t cells, std::size_t cell_bytes);
  static void check_kept(trace::Journal& journal, GuardedBlock& block);
  void* handed_over(void* own);

  trace::Journal* journal_;
  abi::CallbackMethod method_;
  static constexpr std::size_t kMostArrays = 5;
  std::array<Array, kMostArrays> arrays_;
  std::uint8_t count_ = 0;
};

// Passed to a callback's invocation, to replace its arrays by copies. Does nothing in runs without a trace.
class CopyArgument {
 public:
  explicit CopyArgument(GuardedCopies* arrays) : arrays_(arrays) {}
  template <typename T>
  T* operator()(T* own) const {
    return arrays_ == nullptr ? own : arrays_->guard(own);
  }

 private:
  GuardedCopies* arrays_;
};

}  // namespace gcrucible::clr
