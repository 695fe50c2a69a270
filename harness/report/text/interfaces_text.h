// The callback interfaces that a profiler's QueryInterface returns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/rules/decode/header.h"

namespace gcrucible::report {

struct CallbackInterfaces {
  std::uint32_t newest = 0;            // N of ICorProfilerCallbackN; 0: unknown
  std::vector<std::string> refused{};  // the names of older ones that it does not return
  bool answers_any = false;            // it returns a pointer for IIDs that no interface has
};

// From the header of a trace.
CallbackInterfaces callback_interfaces(const rules::Header& header);

// Whether a profiler lacks interfaces: a base of its own, or one whose methods report a collection of this
// runtime. Also if it claims interfaces that it cannot know. `of_runtime`: the newest version that the
// runtime calls; 0: unknown.
bool are_incomplete(const CallbackInterfaces& interfaces, std::uint32_t of_runtime);

// A clause: the newest interface, and what its absence or that of an older one means. Empty if unknown.
std::string interfaces_text(const CallbackInterfaces& interfaces, std::uint32_t of_runtime);

}  // namespace gcrucible::report
