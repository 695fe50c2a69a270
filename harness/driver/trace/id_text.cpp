#include "harness/driver/trace/id_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <cstdint>

namespace gcrucible::driver {

std::string with_hexadecimal_ids(std::string_view json) {
  constexpr std::uint64_t kLeastId = 4096;
  std::string text;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size();) {
    quoted ^= json[i] == '"';
    std::uint64_t number = 0;
    const auto [end, bad] = std::from_chars(json.data() + i, json.data() + json.size(), number);
    const auto digits = static_cast<std::size_t>(end - (json.data() + i));
    const bool is_id = !quoted && bad == std::errc{} && number >= kLeastId;
    const std::size_t count = !quoted && bad == std::errc{} ? digits : 1;
    text += is_id ? fmt::format("{:#x}", number) : std::string(json.substr(i, count));
    i += count;
  }
  return text;
}

}  // namespace gcrucible::driver
