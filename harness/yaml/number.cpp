#include "harness/yaml/number.h"

#include <array>
#include <limits>

namespace gcrucible::yaml {
namespace {

struct Unit {
  std::string_view name;
  unsigned shift;
};
constexpr std::array<Unit, 4> kUnits = {{{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}}};

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

}  // namespace

NumberText read_number(std::string_view text) {
  NumberText result;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    result.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  unsigned shift = 0;
  for (const Unit& unit : kUnits) {
    if (text.size() > unit.name.size() && text.ends_with(unit.name)) {
      shift = unit.shift;
      text.remove_suffix(unit.name.size());
      if (text.back() == ' ') text.remove_suffix(1);
      break;
    }
  }
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  if (text.empty() || text.front() == '_' || text.back() == '_') return {};
  std::uint64_t value = 0;
  bool too_big = false;
  for (const char c : text) {
    if (c == '_') continue;
    const int d = digit(c);
    if (d >= base) return {};
    const auto step = static_cast<std::uint64_t>(base);
    if (value > (kMost - static_cast<std::uint64_t>(d)) / step) {
      too_big = true;
      continue;
    }
    value = value * step + static_cast<std::uint64_t>(d);
  }
  if (shift != 0 && value > (kMost >> shift)) too_big = true;
  result.too_big = too_big;
  if (result.negative && (value != 0 || too_big)) return result;
  result.negative = false;
  if (!too_big) result.value = value << shift;
  return result;
}

}  // namespace gcrucible::yaml
