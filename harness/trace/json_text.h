// Values as the text of one JSON line.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/trace/read/value.h"

namespace gcrucible::trace {

// Ids in [actual, actual + length] are written as if `actual` were `canonical`. The end is included: ranges
// are half open, and their ends are addresses too.
struct Rebase {
  std::uint64_t actual = 0;
  std::uint64_t canonical = 0;
  std::uint64_t length = 0;
};

// A growing line. One thread at a time. Each invalid unit of UTF-8 or UTF-16 text becomes U+FFFD. A profiler
// may pass garbage, but the line must stay valid JSON.
class JsonText {
 public:
  void clear() { size_ = 0; }
  std::span<const char> characters() const { return {buffer_.data(), size_}; }

  void add_rebase(const Rebase& rebase) { rebases_.push_back(rebase); }

  void raw(std::string_view characters);
  // `,"key":` with a key that needs no escapes.
  void key(std::string_view key);
  void boolean(bool value) { raw(value ? "true" : "false"); }
  void number(std::uint64_t value);
  void signed_number(std::int64_t value);
  void id(std::uint64_t value) { number(canonical(value)); }
  void text(std::string_view utf8);
  void text(std::u16string_view utf16);
  void table(const Table& table);
  void value(const Value& value);

 private:
  std::uint64_t canonical(std::uint64_t id) const {
    for (const Rebase& rebase : rebases_) {
      if (id - rebase.actual <= rebase.length) return id - rebase.actual + rebase.canonical;
    }
    return id;
  }
  // Space for `count` more characters. put() and decimal() need it.
  void reserve(std::size_t count) {
    if (buffer_.size() - size_ < count) grow(count);
  }
  void grow(std::size_t count);
  void put(char c) { buffer_[size_++] = c; }
  void decimal(std::uint64_t value);
  void hexadecimal(bool negative, std::uint64_t value);
  void code_point(std::uint32_t code);
  void cell(const Column& column, std::uint64_t row);

  std::vector<char> buffer_;
  std::size_t size_ = 0;
  std::vector<Rebase> rebases_;
};

}  // namespace gcrucible::trace
