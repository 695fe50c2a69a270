// How a trace ends.
#pragma once

#include <cstdint>
#include <string>

namespace gcrucible::rules {

struct End {
  std::uint64_t line = 0;
  bool told = false;  // there is an end line; without one the trace is cut off
  bool died = false;
  bool refused = false;
  std::string exit;  // how the process ended, where the trace says so
};

}  // namespace gcrucible::rules
