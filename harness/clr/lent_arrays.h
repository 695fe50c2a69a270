// The arrays that one callback lends the profiler, as they were when they were handed over.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/trace/event.h"
#include "harness/trace/journal.h"

namespace gcrucible::clr {

// Profilers get the addresses of the harness's own arrays, as a CLR lends them those of its buffers. One that
// writes there would change what the calls behind this one tell, and the trace would blame the runtime for
// it. So the arrays are copied before the call and compared behind it.
//
// Only for runs that write a trace, whose lines cost more than the copy. On the stack of the thread that
// makes the callback.
class LentArrays {
 public:
  // Copies every array among `fields`, which are views of what the profiler is about to get.
  explicit LentArrays(std::span<const trace::Field> fields);
  LentArrays(const LentArrays&) = delete;
  LentArrays& operator=(const LentArrays&) = delete;

  // The profiler has returned: writes a model line `scribbled` for each array that differs and puts it back.
  void take_back(trace::Journal& journal, std::string_view callback, std::uint64_t entry);

 private:
  struct Array {
    trace::Column column;
    std::uint8_t number;  // of the callback's arrays
    std::uint64_t cells;
    std::size_t at;  // of the copy
    std::size_t bytes;
  };

  void add(const trace::Column& column, std::uint64_t cells, std::size_t cell_bytes);
  void report(const Array& array, const std::byte* was, trace::Journal& journal, std::string_view callback,
              std::uint64_t entry) const;
  const std::byte* copy() const { return large_.empty() ? small_.data() : large_.data(); }

  static constexpr std::size_t kMostArrays = 5;
  // Enough for most calls of ObjectReferences, of which there is one for each object.
  static constexpr std::size_t kSmallBytes = 256;
  std::array<Array, kMostArrays> arrays_;
  std::uint8_t count_ = 0;
  std::size_t bytes_ = 0;
  std::array<std::byte, kSmallBytes> small_;
  std::vector<std::byte> large_;
};

}  // namespace gcrucible::clr
