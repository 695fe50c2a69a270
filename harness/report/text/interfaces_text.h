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

// Whether a profiler lacks a base of its newest interface, or claims interfaces that it cannot know.
bool are_incomplete(const CallbackInterfaces& interfaces);

// Whether a reader needs the interfaces: some are missing, or the runtime has newer callbacks, so that it
// skips them. `of_runtime`: the newest version that the runtime calls; 0: unknown.
bool interfaces_matter(const CallbackInterfaces& interfaces, std::uint32_t of_runtime);

// A clause: the newest interface, and which older ones are missing, and which newer methods that
// report a collection are never called. Empty if the newest interface is unknown.
std::string interfaces_text(const CallbackInterfaces& interfaces, std::uint32_t of_runtime);

}  // namespace gcrucible::report
