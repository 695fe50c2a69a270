// `gcrucible test`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/campaign/findings_folder.h"
#include "harness/cli/text/terminal.h"
#include "harness/rules/judge/selection.h"

namespace gcrucible::cli {

struct TestArguments {
  std::string profiler;
  std::string clsid;
  std::vector<std::string> environment;  // K=V
  std::string runtime = "documented";
  std::string seed_text = "1";
  std::optional<std::uint64_t> cases;
  double seconds = 0;                    // 0: no limit
  std::optional<double> shrink_seconds;  // 0: no limit; default: as `seconds`
  std::uint32_t jobs = 0;                // 0: number of processors
  std::string shard;
  std::vector<std::string> with;  // features; default: all
  std::vector<std::string> without;
  std::uint32_t objects = 0;  // 0: grows with the case's number
  std::uint32_t collections = 0;
  std::uint32_t heaps = 0;  // of server GC; 0: random
  bool free_running = false;
  std::uint32_t most_faults = 20;
  double timeout_seconds = 10;
  rules::Selection selection;
  bool strict = false;
  bool allow_unchecked = false;
  bool no_shrink = false;
  bool in_process = false;
  std::optional<std::uint64_t> only_case;
  std::string debugger;  // a command line; empty: none
  std::string observe;   // format: scenario::read_observation()
  std::string suppressions;
  std::string folder = kUsualFindings;
  bool forget = false;               // try no known findings, and keep none
  std::vector<std::string> reports;  // words of --report
  bool quiet = false;
  bool verbose = false;
  ColorChoice color = ColorChoice::kAuto;
};

// Exit status: 0 nothing found; 1 rules violated; 2 bad arguments, a profiler that cannot be tested, or some
// cases not playable and no findings in the others; 3 crash, exit or exception; 4 hang; 130 interrupted
// without findings.
int test_command(const TestArguments& arguments);

}  // namespace gcrucible::cli
