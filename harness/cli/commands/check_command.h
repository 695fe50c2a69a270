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
  bool partial = false;  // judge a trace without an end as if it were complete
  bool quiet = false;
  bool verbose = false;
  ColorChoice color = ColorChoice::kAuto;
  std::vector<std::string> reports;  // words of --report
};

// Exit status: 0 all rules kept, or with `partial` none violated so far; 1 some violated; 2 bad arguments, or
// a trace that is invalid, damaged or incomplete. For several traces, 1 takes precedence over 2.
int check_command(const CheckArguments& arguments);

}  // namespace gcrucible::cli
