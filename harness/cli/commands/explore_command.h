// `gcrucible explore`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/cli/campaign/findings_folder.h"
#include "harness/cli/text/terminal.h"
#include "harness/program/schedule.h"
#include "harness/rules/judge/selection.h"

namespace gcrucible::cli {

struct ExploreArguments {
  std::string scenario;
  std::string profiler;
  std::string clsid;
  std::vector<std::string> environment;  // K=V
  std::string runtime;
  std::uint32_t switches = 2;
  program::Schedule::Turns turns = program::Schedule::Turns::kWithin;
  std::uint32_t jobs = 0;
  double seconds = 0;  // 0: no limit
  double timeout_seconds = 10;
  rules::Selection selection;
  bool strict = false;
  bool quiet = false;
  std::string folder = kUsualFindings;
  ColorChoice color = ColorChoice::kAuto;
};

// Exit status: 0 if no schedule shows a finding, otherwise as `test`; 2 if the scenario cannot be explored.
int explore_command(const ExploreArguments& arguments);

}  // namespace gcrucible::cli
