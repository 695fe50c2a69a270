// `gcrucible merge`.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/text/terminal.h"

namespace gcrucible::cli {

struct MergeArguments {
  std::vector<std::string> parts;    // results of `gcrucible test --report json=FILE`
  std::vector<std::string> reports;  // json=FILE, junit=FILE, html=FILE
  bool partial = false;              // parts may be missing
  bool quiet = false;
  ColorChoice color = ColorChoice::kAuto;
};

// As `gcrucible test` would have ended that had run all the parts; 2 where a part cannot be read, is there
// twice or belongs to another campaign.
int merge_command(const MergeArguments& arguments);

}  // namespace gcrucible::cli
