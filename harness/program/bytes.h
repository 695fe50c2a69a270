// Bytes out and bytes in: little-endian numbers, strings and counts, checked against the end of the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::program {

class ByteWriter {
 public:
  void unsigned_number(std::uint64_t value, std::size_t width) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + width);
    for (std::size_t i = 0; i < width; ++i) bytes_[at + i] = static_cast<std::byte>(value >> (8 * i));
  }
  void text(std::string_view value) {
    unsigned_number(value.size(), 4);
    raw(std::as_bytes(std::span(value)));
  }
  void raw(std::span<const std::byte> value) {
    if (value.empty()) return;
    const std::size_t at = bytes_.size();
    bytes_.resize(at + value.size());
    std::memcpy(bytes_.data() + at, value.data(), value.size());
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

// Remembers the first thing that was wrong; after it every read gives zeroes and does nothing else.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::uint64_t unsigned_number(std::size_t width, const char* what);
  std::string text(const char* what);
  // A number of elements that take at least one byte each, so that a short input cannot ask for much memory.
  std::uint32_t count(const char* what);
  std::span<const std::byte> raw(std::size_t length, const char* what);

  void fail(std::string what);
  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }
  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t position_ = 0;
  std::string error_;
};

}  // namespace gcrucible::program
