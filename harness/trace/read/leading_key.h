// Keys that every line may have. Their values are not fields of the event.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gcrucible::trace {

enum class Key : std::uint8_t {
  kNumber,
  kThread,
  kHr,
  kInside,
  kHeader,
  kCall,
  kInfo,
  kReturn,
  kModel,
  kProbe,
  kEnd,
  kOther
};

struct LeadingKey {
  std::string_view text;
  Key key;
};
inline constexpr std::array kLeadingKeys{
    LeadingKey{"n", Key::kNumber},      LeadingKey{"t", Key::kThread},
    LeadingKey{"call", Key::kCall},     LeadingKey{"ret", Key::kReturn},
    LeadingKey{"hr", Key::kHr},         LeadingKey{"info", Key::kInfo},
    LeadingKey{"inside", Key::kInside}, LeadingKey{"model", Key::kModel},
    LeadingKey{"probe", Key::kProbe},   LeadingKey{"gcrucible_trace", Key::kHeader},
    LeadingKey{"end", Key::kEnd},
};

inline Key key_of(std::string_view text) {
  for (const LeadingKey& known : kLeadingKeys) {
    if (known.text == text) return known.key;
  }
  return Key::kOther;
}

}  // namespace gcrucible::trace
