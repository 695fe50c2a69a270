// `gcrucible explore`, as the tests call it.
#pragma once

#include <string>
#include <vector>

#include "tests/harness/cli/command.h"

namespace gcrucible::tests {

inline const std::string kTracker = in_build("/libgcrucible_faulty.so");
inline const std::string kTrackerClsid = "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}";

// The tracker without a fault. Empty: gcrucible's own recorder.
inline const std::string kNoFault = "no fault";

// Each heap reports its ranges with four callbacks, in which no Info call is made.
inline std::string four_callbacks_each() {
  std::string text = "scenario: two heaps\nheap: {server: 2}\ntypes: {Node: {fields: {next: ref}}}\nsteps:\n";
  for (int i = 0; i < 16; ++i) {
    const std::string name = "o" + std::to_string(i);
    text += "  - allocate: {id: " + name + ", type: Node, heap: " + std::to_string(i % 2) + "}\n";
    if (i / 2 % 2 == 0) text += "  - root: " + name + "\n";
  }
  return text + "  - collect: {generation: 0, compact: 0, report: {batch: 2}}\n";
}

inline Called explored(const Scratch& scratch, const std::string& scenario, std::vector<std::string> more,
                       const std::string& fault = {}) {
  std::vector<std::string> words{"explore", scratch.write("s.yaml", scenario), "--findings",
                                 scratch.path("found")};
  if (!fault.empty()) words.insert(words.end(), {"--profiler", kTracker, "--clsid", kTrackerClsid});
  if (!fault.empty() && fault != kNoFault) words.insert(words.end(), {"--env", "GCRUCIBLE_FAULT=" + fault});
  words.insert(words.end(), more.begin(), more.end());
  return call(words, {"COLUMNS=400"});
}

}  // namespace gcrucible::tests
