// Text made inside a signal handler: no allocation, no locale, no stdio.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gcrucible::platform {

// Appends to a buffer that somebody else owns and keeps it zero-terminated after every step, so that what was
// written so far can be read whenever the process stops.
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

 private:
  void terminate() {
    if (!buffer_.empty()) buffer_[used_] = '\0';
  }

  std::span<char> buffer_;
  std::size_t used_ = 0;
};

}  // namespace gcrucible::platform
