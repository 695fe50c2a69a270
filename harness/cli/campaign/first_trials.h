// Trials before the first case is generated. They find out whether the profiler can be loaded, whether it can
// attach, and whether it can detach and attach again.
#pragma once

#include <string>
#include <vector>

#include "harness/campaign/campaign.h"
#include "harness/cli/campaign/oracles.h"
#include "harness/report/text/interfaces_text.h"

namespace gcrucible::cli {

struct FirstTrials {
  std::string refusal;  // why no campaign is possible; empty if one is
  // Why no case attaches it, and what to do. Empty if cases attach it or the runtime does not support attach.
  std::string not_attached;
  std::string only_attached;  // why every case attaches it; empty if it can load at startup
  // Why no case detaches it, or a note on what the detaching cases assume. Empty if it cannot attach.
  std::string detaching;
  bool detaches = false;
  Probing probing = Probing::kUnknown;
  report::CallbackInterfaces interfaces;
  std::string slots;  // methods in wrong slots of its table, and what to do; empty if none is known
  std::string uncompared_slots;  // why none can be known; empty if the table was compared
  // The stage of the trials when the user stopped the command; otherwise empty.
  std::string standing;
  std::vector<campaign::Fault> faults;  // findings of the attach itself, without suppressed ones
};

// Blocks until the programs have ended.
FirstTrials try_first(const campaign::Plan& plan, const campaign::TypePool& pool);

}  // namespace gcrucible::cli
