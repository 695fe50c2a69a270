// The first line of a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/rules/state/event_mask.h"

namespace gcrucible::rules {

struct Header {
  std::string source;   // "simulated" or "recorded"
  std::string runtime;  // decides which rules and leeways apply
  std::string version;  // of the process's runtime: "10.0.12"; empty if unknown
  bool mask_known = false;
  EventMask mask;
  // The newest ICorProfilerCallback that the profiler answers.
  std::optional<std::uint32_t> callback_version;
  // N of each ICorProfilerCallbackN that its QueryInterface returns, 0 for IUnknown; empty if unknown.
  // Then: whether it answers an unknown interface, and whether it returns different pointers for IUnknown.
  std::optional<std::vector<std::uint32_t>> interfaces;
  bool unknown_interface = false;
  bool two_identities = false;
  std::optional<std::uint32_t> alignment;  // of objects in bytes, if not the runtime's own
  bool attaches = false;                   // the profiler is loaded with InitializeForAttach
  // Settings with which the runtime was started: environment variables and runtimeconfig.json.
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::pair<std::string, std::string>> config;
};

}  // namespace gcrucible::rules
