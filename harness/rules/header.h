// What the first line of a trace says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/rules/masks.h"

namespace gcrucible::rules {

struct Header {
  std::string source;  // "simulated" or "recorded"
  std::string runtime;
  bool mask_known = false;
  EventMask mask;
  // The newest ICorProfilerCallback that the profiler answered.
  std::optional<std::uint32_t> callback_version;
  std::optional<std::uint32_t> alignment;  // of objects in bytes, where it is not the runtime's own
  bool attaches = false;                   // the profiler comes no sooner than with InitializeForAttach
  std::string environment;                 // JSON of the settings that the runtime was started with
};

}  // namespace gcrucible::rules
