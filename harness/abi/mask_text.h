// Parses event masks from text, for environment variables and command lines.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/abi/event_mask.h"

namespace gcrucible::abi {

// Parses decimal or 0x…, 32 bits.
inline std::optional<std::uint32_t> word_from_text(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  }
  std::uint32_t word = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), word, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return word;
}

struct MaskFromText {
  std::optional<EventMask> mask;
  std::string error;  // if there is no mask: the wrong part, and the accepted forms
};

// Accepts "LOW" or "LOW,HIGH" in decimal or 0x…, or names of flags separated by , or |. The prefix COR_PRF_
// is optional.
inline MaskFromText mask_from_text(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::string_view rest = text;;) {
    const std::size_t end = rest.find_first_of(",|");
    std::string_view part = rest.substr(0, end);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.push_back(part);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  if (parts.size() <= 2 && text.find('|') == std::string_view::npos) {
    const auto low = word_from_text(parts.front());
    const auto high = parts.size() == 1 ? std::optional<std::uint32_t>(0) : word_from_text(parts.back());
    if (low && high) return {EventMask{*low, *high}, {}};
  }
  EventMask flags{};
  for (const std::string_view part : parts) {
    const MaskFlag* flag = find_mask_flag(part);
    if (flag == nullptr) flag = find_mask_flag("COR_PRF_" + std::string(part));
    if (flag == nullptr) {
      return {std::nullopt, "'" + std::string(part) +
                                "' is no flag of the event mask; write LOW, LOW,HIGH (decimal or 0x…) or "
                                "names such as MONITOR_GC|MONITOR_SUSPENDS"};
    }
    flags.low |= flag->mask().low;
    flags.high |= flag->mask().high;
  }
  return {flags, {}};
}

}  // namespace gcrucible::abi
