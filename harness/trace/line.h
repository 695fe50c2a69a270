// One line of a trace that was read from a file, with everything it holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "harness/trace/event.h"

namespace gcrucible::trace {

// Memory that is given up all at once and keeps its place when moved. Not for types with a destructor.
class Arena {
 public:
  void clear();
  std::string_view copy(std::string_view characters);

  template <typename T>
  std::span<const T> copy(std::span<const T> values) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (values.empty()) return {};
    T* const place = static_cast<T*>(allocate(values.size_bytes()));
    std::uninitialized_copy(values.begin(), values.end(), place);
    return {place, values.size()};
  }

 private:
  void* allocate(std::size_t bytes);

  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };
  std::vector<Block> blocks_;
  std::size_t used_ = 0;  // of the last block
};

// Filled by a Reader, which keeps the memory from line to line; moved to be kept. The event and its views
// live as long as the line is neither read into again nor destroyed.
class Line {
 public:
  Line() = default;
  Line(Line&&) = default;
  Line& operator=(Line&&) = default;

  // Numbers are kNumber or, below zero, kSigned; which of them are ids cannot be seen. A string "0x…" counts
  // as number and has its text too. Arrays of numbers, of booleans or of rows of numbers, all equally long,
  // are tables; `args`, `out` and all other arrays are lists. A number with a fraction and an object are
  // given as the text that they are.
  const Event& event() const { return event_; }

 private:
  friend class LineParser;

  Event event_;
  Arena arena_;
};

}  // namespace gcrucible::trace
