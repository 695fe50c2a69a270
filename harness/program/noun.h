// The things of a program that have numbers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gcrucible::program {

enum class Noun : std::uint8_t { kObject, kRoot, kHandle, kThread, kFunction, kType, kAssembly };
inline constexpr std::size_t kNounCount = 7;

}  // namespace gcrucible::program
