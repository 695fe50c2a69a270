// Writes and reads bytes: little-endian numbers, strings and counts. Reads are checked against the end of the
// input.
#pragma once

#include <algorithm>
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
    std::byte* const to = room(width);
    for (std::size_t i = 0; i < width; ++i) to[i] = static_cast<std::byte>(value >> (8 * i));
  }
  void text(std::string_view value) {
    unsigned_number(value.size(), 4);
    raw(std::as_bytes(std::span(value)));
  }
  void raw(std::span<const std::byte> value) {
    if (!value.empty()) std::memcpy(room(value.size()), value.data(), value.size());
  }
  std::vector<std::byte> take() {
    bytes_.resize(size_);
    size_ = 0;
    return std::move(bytes_);
  }

 private:
  // Space for the next `count` bytes.
  std::byte* room(std::size_t count) {
    if (bytes_.size() - size_ < count) bytes_.resize(std::max(2 * bytes_.size(), size_ + count + 1024));
    size_ += count;
    return bytes_.data() + size_ - count;
  }

  std::vector<std::byte> bytes_;  // longer than the written bytes
  std::size_t size_ = 0;
};

// Remembers the first error. Every later read returns zeroes and does nothing else.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::uint64_t unsigned_number(std::size_t width, const char* what) {
    const std::span<const std::byte> part = raw(width, what);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < part.size(); ++i) value |= std::to_integer<std::uint64_t>(part[i]) << (8 * i);
    return value;
  }
  std::string text(const char* what);
  // A number of elements of at least one byte each. This prevents a short input from requesting much memory.
  std::uint32_t count(const char* what);
  std::span<const std::byte> raw(std::size_t length, const char* what) {
    if (length > remaining()) fail(std::string("it ends in the middle of ") + what);
    if (failed()) return {};
    position_ += length;
    return bytes_.subspan(position_ - length, length);
  }

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
