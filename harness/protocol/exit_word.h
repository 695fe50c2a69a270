// How a process ended, as written in the trace's last line.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "harness/program/specs.h"

namespace gcrucible::protocol {

inline std::string_view word_of(program::LifeSpec::Exit exit) {
  static constexpr std::array<std::string_view, 4> kWords{"normal", "hosted", "abrupt", "store"};
  return kWords[static_cast<std::size_t>(exit)];
}

}  // namespace gcrucible::protocol
