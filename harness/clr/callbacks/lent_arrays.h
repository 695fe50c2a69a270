// The arrays that one callback lends the profiler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/clr/callbacks/lending_desk.h"
#include "harness/trace/event.h"
#include "harness/trace/journal.h"

namespace gcrucible::clr {

// A CLR lends profilers the arrays of its own buffers. One that writes there changes what the calls behind
// this one tell, and one that writes beside them, what not; the trace would blame the runtime for it. So the
// profiler gets copies in memory apart (LendingDesk), which are looked at when it has returned and poisoned.
//
// Only for runs that write a trace, whose lines cost more than the copy. On the stack of the thread that
// makes the callback.
class LentArrays {
 public:
  // Copies every array among `fields`, which are views of what the profiler is about to get. Arrays that the
  // profiler has written into since it gave them back are told first.
  LentArrays(std::span<const trace::Field> fields, trace::Journal& journal, std::string_view callback);
  LentArrays(const LentArrays&) = delete;
  LentArrays& operator=(const LentArrays&) = delete;
  ~LentArrays();

  // Tells of writes since the return into what callbacks of the calling thread have lent; none may be under
  // way.
  static void check_kept(trace::Journal& journal);

  // The copy to hand over instead of the caller's array, or that array if it has none.
  template <typename T>
  T* lend(T* own) {
    return static_cast<T*>(handed_over(own));
  }

  // The profiler has returned: writes a model line `scribbled` for each array that differs or beside which
  // something was written. An array that it got itself is put back.
  void take_back(std::uint64_t entry);

 private:
  struct Array {
    trace::Column column;
    std::uint8_t number = 0;  // of the callback's arrays
    std::uint64_t cells = 0;
    std::size_t cell_bytes = 0;
    std::size_t bytes = 0;
    LentBlock* block = nullptr;  // null: there is no copy
    bool handed_over = false;
  };

  void add(const trace::Column& column, std::uint64_t cells, std::size_t cell_bytes);
  static void check_kept(trace::Journal& journal, LentBlock& block, std::size_t bytes);
  void* handed_over(void* own);

  trace::Journal* journal_;
  std::string_view callback_;
  static constexpr std::size_t kMostArrays = 5;
  std::array<Array, kMostArrays> arrays_;
  std::uint8_t count_ = 0;
};

// What a callback's invocation gets to lend its arrays with; nothing happens in runs without a trace.
class Lender {
 public:
  explicit Lender(LentArrays* arrays) : arrays_(arrays) {}
  template <typename T>
  T* operator()(T* own) const {
    return arrays_ == nullptr ? own : arrays_->lend(own);
  }

 private:
  LentArrays* arrays_;
};

}  // namespace gcrucible::clr
