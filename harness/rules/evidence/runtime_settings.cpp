#include "harness/rules/evidence/runtime_settings.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gcrucible::rules {
namespace {

std::optional<std::uint64_t> number_in(std::string_view text, int base) {
  if (base == 16 && (text.starts_with("0x") || text.starts_with("0X"))) text.remove_prefix(2);
  std::uint64_t number = 0;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (bad != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// A variable is hexadecimal. In a file, a truth value is a word and a number is decimal.
std::optional<std::uint64_t> setting(const Header& header, std::string_view variable, std::string_view key) {
  for (const std::string_view prefix : {"DOTNET_", "COMPlus_"}) {
    for (const auto& [name, value] : header.environment) {
      if (name.starts_with(prefix) && name.substr(prefix.size()) == variable) return number_in(value, 16);
    }
  }
  for (const auto& [name, value] : header.config) {
    if (name != key) continue;
    std::string word = value;
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (word == "true") return 1;
    return word == "false" ? std::uint64_t{0} : number_in(word, 10);
  }
  return std::nullopt;
}

}  // namespace

bool is_real_net10(const Header& header) {
  return header.source == "recorded" && header.runtime == "net10";
}

bool asks_for_server(const Header& header) {
  return setting(header, "gcServer", "System.GC.Server").value_or(0) != 0;
}

bool may_have_several_heaps(const Header& header) {
  return asks_for_server(header) && setting(header, "GCHeapCount", "System.GC.HeapCount") != 1;
}

bool scans_conservatively(const Header& header) {
  return setting(header, "gcConservative", "System.GC.Conservative").value_or(0) != 0;
}

}  // namespace gcrucible::rules
