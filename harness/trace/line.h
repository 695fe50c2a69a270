// One line of a trace that was read from a file, with its memory.
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

// Memory that is freed all at once and keeps its address when moved. Not for types with a destructor.
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

// Filled by a Reader, which reuses the memory for each line. Move the line to keep it. The event and its
// views are valid until the line is read into again or destroyed.
class Line {
 public:
  Line() = default;
  Line(Line&&) = default;
  Line& operator=(Line&&) = default;

  // Numbers are kNumber or, below zero, kSigned. Ids cannot be distinguished from other numbers. A string
  // "0x…" counts as a number and also has its text. Tables are arrays of numbers, of booleans, or of rows of
  // numbers with equal length. `args`, `out` and all other arrays are lists. Numbers with a fraction and
  // objects are passed as their text.
  const Event& event() const { return event_; }

 private:
  friend class LineParser;

  Event event_;
  Arena arena_;
};

}  // namespace gcrucible::trace
