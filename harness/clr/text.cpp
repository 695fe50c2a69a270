#include "harness/clr/text.h"

#include <algorithm>

namespace gcrucible::clr {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at++);
  if (first < 0x80) return first;
  const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : -1;
  if (more < 0 || first > 0xF4) return kReplacement;
  char32_t point = first & (0x3F >> more);
  for (int i = 0; i < more; ++i) {
    if (at >= text.size() || (byte(at) & 0xC0) != 0x80) return kReplacement;
    point = (point << 6) | (byte(at++) & 0x3Fu);
  }
  return point;
}

}  // namespace

std::u16string to_utf16(std::string_view utf8) {
  std::u16string result;
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t point = next_code_point(utf8, at);
    if (point < 0x10000) {
      result += static_cast<char16_t>(point);
    } else {
      result += static_cast<char16_t>(0xD7C0 + (point >> 10));
      result += static_cast<char16_t>(0xDC00 + (point & 0x3FF));
    }
  }
  return result;
}

std::string to_utf8(std::u16string_view utf16) {
  std::string result;
  for (std::size_t at = 0; at < utf16.size(); ++at) {
    char32_t point = utf16[at];
    const bool pair = point >= 0xD800 && point < 0xDC00 && at + 1 < utf16.size() && utf16[at + 1] >= 0xDC00 &&
                      utf16[at + 1] < 0xE000;
    if (pair) {
      point = 0x10000 + ((point - 0xD800) << 10) + (utf16[++at] - 0xDC00u);
    } else if (point >= 0xD800 && point < 0xE000) {
      point = kReplacement;
    }
    if (point < 0x80) {
      result += static_cast<char>(point);
    } else if (point < 0x800) {
      result += static_cast<char>(0xC0 | (point >> 6));
      result += static_cast<char>(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
      result += static_cast<char>(0xE0 | (point >> 12));
      result += static_cast<char>(0x80 | ((point >> 6) & 0x3F));
      result += static_cast<char>(0x80 | (point & 0x3F));
    } else {
      result += static_cast<char>(0xF0 | (point >> 18));
      result += static_cast<char>(0x80 | ((point >> 12) & 0x3F));
      result += static_cast<char>(0x80 | ((point >> 6) & 0x3F));
      result += static_cast<char>(0x80 | (point & 0x3F));
    }
  }
  return result;
}

void copy_text(std::u16string_view text, abi::ULONG capacity, abi::ULONG* count, abi::WCHAR* buffer) {
  if (count != nullptr) *count = static_cast<abi::ULONG>(text.size() + 1);
  if (buffer == nullptr || capacity == 0) return;
  const std::size_t copied = std::min<std::size_t>(text.size(), capacity - 1);
  std::copy_n(text.data(), copied, buffer);
  buffer[copied] = u'\0';
}

}  // namespace gcrucible::clr
