// `gcrucible merge`.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/text/terminal.h"

namespace gcrucible::cli {

struct MergeArguments {
  std::vector<std::string> parts;    // results of `gcrucible test --report json=FILE`
  std::vector<std::string> reports;  // words of --report
  bool partial = false;              // parts may be missing
  bool quiet = false;
  bool verbose = false;
  ColorChoice color = ColorChoice::kAuto;
};

// Exit status as one `gcrucible test` over all parts would have; 2 if a part cannot be read, is given twice
// or belongs to another campaign.
int merge_command(const MergeArguments& arguments);

}  // namespace gcrucible::cli
