// The built-in types, with their names in C# and in the CLR.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gcrucible::scenario {

struct BuiltIn {
  std::string_view word;
  std::string_view clr_name;
  std::uint8_t element_type;  // CorElementType
};

const std::vector<BuiltIn>& built_ins();
const BuiltIn* find_built_in(std::string_view word);

inline constexpr std::uint8_t kValueElement = 0x11;
inline constexpr std::uint8_t kClassElement = 0x12;
inline constexpr std::uint8_t kArrayElement = 0x14;  // more than one dimension
inline constexpr std::uint8_t kSzArrayElement = 0x1D;
inline constexpr std::uint8_t kStringElement = 0x0E;
inline constexpr std::uint8_t kObjectElement = 0x1C;

}  // namespace gcrucible::scenario
