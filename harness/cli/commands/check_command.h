// `gcrucible check`.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/text/terminal.h"
#include "harness/rules/judge/selection.h"

namespace gcrucible::cli {

struct CheckArguments {
  std::vector<std::string> traces;
  rules::Selection selection;
  bool partial = false;  // a trace without an end is judged like a whole one
  bool quiet = false;
  bool verbose = false;
  ColorChoice color = ColorChoice::kAuto;
  std::vector<std::string> reports;  // "json=FILE", "junit=FILE"
};

// 0 all rules kept, or with `partial` none broken so far, 1 some broken, 2 bad arguments or a trace that is
// none, is damaged or has no end. Of several traces: 1 before 2.
int check_command(const CheckArguments& arguments);

}  // namespace gcrucible::cli
