// Text built inside a signal handler: no allocation, no locale, no stdio.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gcrucible::platform {

// Appends to a buffer that the caller owns. The buffer is zero-terminated after every step, so that the text
// written so far is readable whenever the process stops.
class CrashText {
 public:
  explicit CrashText(std::span<char> buffer) : buffer_(buffer) { terminate(); }

  void text(std::string_view text) {
    for (const char c : text) {
      if (used_ + 1 >= buffer_.size()) break;
      buffer_[used_++] = c;
    }
    terminate();
  }
  void hexadecimal(std::uint64_t value, int least_digits = 1) {
    char digits[16];
    int count = 0;
    for (; count < 16 && (value != 0 || count < least_digits); value >>= 4) {
      digits[15 - count++] = "0123456789abcdef"[value & 15];
    }
    text("0x");
    text({digits + 16 - count, static_cast<std::size_t>(count)});
  }

  void decimal(std::uint64_t value) {
    char digits[20];
    std::size_t count = 0;
    do {
      digits[sizeof digits - ++count] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value != 0);
    text({digits + sizeof digits - count, count});
  }

  std::size_t length() const { return used_; }
  // Removes everything after the first `length` characters.
  void cut(std::size_t length) {
    used_ = length;
    terminate();
  }

 private:
  void terminate() {
    if (!buffer_.empty()) buffer_[used_] = '\0';
  }

  std::span<char> buffer_;
  std::size_t used_ = 0;
};

}  // namespace gcrucible::platform
