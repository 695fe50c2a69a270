// How a trace ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gcrucible::rules {

struct End {
  std::uint64_t line = 0;
  bool told = false;  // there is an end line; without one the trace is cut off
  bool died = false;
  bool hung = false;        // it stood still, and was ended for that
  bool bad_access = false;  // it died of reading or writing where nothing is
  std::string callback;     // of one that died: the last one entered
  // Of one that died of reading or writing: what is there instead (docs/trace-format.md), and which object's
  // memory it was until which collection.
  std::string fault;
  std::optional<std::uint32_t> object;
  std::uint32_t lost_in = 0;
  bool refused = false;
  std::string exit;  // how the process ended, where the trace says so
};

}  // namespace gcrucible::rules
