// What the first line of a trace says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/rules/state/masks.h"

namespace gcrucible::rules {

struct Header {
  std::string source;   // "simulated" or "recorded"
  std::string runtime;  // whose own rules and leeways hold
  std::string version;  // of the process's runtime: "10.0.12"; empty where the trace does not say
  bool mask_known = false;
  EventMask mask;
  // The newest ICorProfilerCallback that the profiler answered.
  std::optional<std::uint32_t> callback_version;
  // N of each ICorProfilerCallbackN that its QueryInterface hands out, 0 for IUnknown; none where the trace
  // does not tell. And whether it hands out what nobody has, and IUnknown as more than one pointer.
  std::optional<std::vector<std::uint32_t>> interfaces;
  bool unknown_interface = false;
  bool two_identities = false;
  std::optional<std::uint32_t> alignment;  // of objects in bytes, where it is not the runtime's own
  bool attaches = false;                   // the profiler comes no sooner than with InitializeForAttach
  // The settings that the runtime was started with: variables, and those of runtimeconfig.json.
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::pair<std::string, std::string>> config;
};

}  // namespace gcrucible::rules
