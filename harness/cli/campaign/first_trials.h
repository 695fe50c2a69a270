// What is tried before the first case is drawn: whether the profiler can be loaded, whether it can be
// attached, and whether it can be detached and attached again.
#pragma once

#include <string>
#include <vector>

#include "harness/campaign/campaign.h"

namespace gcrucible::cli {

struct FirstTrials {
  std::string refusal;  // why there can be no campaign; empty if there can
  // Why no case attaches it, and what to do; empty if cases do, or the runtime has no attaching.
  std::string not_attached;
  std::string only_attached;  // why every case attaches it; empty where it can be there from the start
  // Why no case detaches it, or what of its own it does not do where cases do; empty if it cannot be
  // attached.
  std::string detaching;
  bool detaches = false;
  // Where it was when the user had asked for the end of it all; else empty.
  std::string standing;
  std::vector<campaign::Fault> faults;  // what the attach itself has shown; suppressed ones are left out
};

// Blocks until the programs have ended.
FirstTrials try_first(const campaign::Plan& plan, const campaign::TypePool& pool);

}  // namespace gcrucible::cli
