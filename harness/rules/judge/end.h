// How a trace ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gcrucible::rules {

struct End {
  std::uint64_t line = 0;
  bool reported = false;  // the trace has an end line; otherwise it was cut off
  bool died = false;
  bool hung = false;        // the process made no progress and was ended
  bool bad_access = false;  // the process died because it accessed invalid memory
  std::string callback;     // if the process died: the last callback entered
  // If the process died of an invalid access: the content of that memory (docs/trace-format.md). Then: the
  // object that was there, and the collection in which it moved or died.
  std::string fault;
  std::optional<std::uint32_t> object;
  std::uint32_t lost_in = 0;
  bool refused = false;
  std::string exit;  // how the process ended, if recorded
};

}  // namespace gcrucible::rules
