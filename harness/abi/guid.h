// A GUID in COM's memory layout, and conversion to and from text. The functions do not allocate or throw. All
// are usable in constant expressions and from any thread.
#pragma once

#if defined(__cplusplus) && __cplusplus < 201709L && !defined(_MSVC_LANG)
#error "gcrucible's headers need C++20: -std=c++20"
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gcrucible::abi {

struct GUID {
  std::uint32_t Data1;
  std::uint16_t Data2;
  std::uint16_t Data3;
  std::uint8_t Data4[8];

  friend constexpr bool operator==(const GUID&, const GUID&) = default;
};
static_assert(sizeof(GUID) == 16 && alignof(GUID) == 4);

using IID = GUID;
using CLSID = GUID;
using REFGUID = const GUID&;
using REFIID = const IID&;
using REFCLSID = const CLSID&;
using LPCGUID = const GUID*;

namespace detail {

constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace detail

// Parses "176FBED1-A55C-4796-98CA-A9DA0EF883E7", in upper or lower case, with or without braces. For any
// other text it returns false and leaves `out` unchanged.
constexpr bool parse_guid(std::string_view text, GUID& out) {
  if (text.size() == 38 && text.front() == '{' && text.back() == '}') text = text.substr(1, 36);
  if (text.size() != 36) return false;
  std::array<std::uint8_t, 16> bytes{};
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (text[i] != '-') return false;
      continue;
    }
    const int digit = detail::hex_digit(text[i]);
    if (digit < 0) return false;
    bytes[digits / 2] = static_cast<std::uint8_t>(bytes[digits / 2] * 16 + digit);
    ++digits;
  }
  out.Data1 = (std::uint32_t{bytes[0]} << 24) | (std::uint32_t{bytes[1]} << 16) |
              (std::uint32_t{bytes[2]} << 8) | std::uint32_t{bytes[3]};
  out.Data2 = static_cast<std::uint16_t>((bytes[4] << 8) | bytes[5]);
  out.Data3 = static_cast<std::uint16_t>((bytes[6] << 8) | bytes[7]);
  for (std::size_t i = 0; i < 8; ++i) out.Data4[i] = bytes[8 + i];
  return true;
}

// The GUID of a literal. A malformed literal does not compile.
consteval GUID make_guid(std::string_view text) {
  GUID guid{};
  if (!parse_guid(text, guid)) throw "not a GUID";
  return guid;
}

// The text of a GUID in capitals and braces, as in .NET's own variables.
struct GuidText {
  std::array<char, 38> characters;
  constexpr std::string_view view() const { return {characters.data(), characters.size()}; }
};

constexpr GuidText format_guid(const GUID& guid) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  GuidText text{};
  std::size_t at = 0;
  const auto put = [&](char c) { text.characters[at++] = c; };
  const auto put_hex = [&](std::uint32_t value, int digits) {
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) put(kDigits[(value >> shift) & 0xF]);
  };
  put('{');
  put_hex(guid.Data1, 8);
  put('-');
  put_hex(guid.Data2, 4);
  put('-');
  put_hex(guid.Data3, 4);
  put('-');
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == 2) put('-');
    put_hex(guid.Data4[i], 2);
  }
  put('}');
  return text;
}

}  // namespace gcrucible::abi
