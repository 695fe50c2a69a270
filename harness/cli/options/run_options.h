// The arguments of `gcrucible run`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/text/terminal.h"
#include "harness/rules/judge/selection.h"

namespace gcrucible::cli {

// Converts an option given in seconds.
inline std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

struct RunOptions {
  std::vector<std::string> scenarios;  // files, and folders for all *.yaml in them
  std::vector<std::string> builtin;    // globs of scenarios that come with gcrucible; "": all
  std::string profiler;
  std::string clsid;
  std::vector<std::string> environment;  // K=V
  std::string runtime;
  std::string on = "simulated";  // or "coreclr"
  std::string seed_text;         // as typed
  std::optional<std::uint64_t> seed;
  std::string trace;
  double timeout_seconds = 30;
  rules::Selection selection;
  std::string plant;
  std::string debugger;          // a command line; empty: none
  unsigned jobs = 1;             // scenarios to play at once; 0: one for each processor
  bool fail_fast = false;        // play no scenario after the first that fails
  bool strict = false;           // a pass without any check fails
  bool allow_unchecked = false;  // a pass without any check passes, even without notifications
  bool several = false;          // several scenarios: skip those that this profiler cannot play
  bool quiet = false;
  bool verbose = false;
  ColorChoice color = ColorChoice::kAuto;
  std::vector<std::string> reports;   // words of --report
  std::vector<std::string> accounts;  // values of --account
  bool exact_generics = false;        // in the account

  // The options that differ from their defaults, as typed: "--seed 7 --plant lost-object". Paths are
  // absolute.
  std::string not_default() const;
};

// Decimal or 0x…; empty for anything else, including a sign.
std::optional<std::uint64_t> read_seed(std::string_view text);

// A command line that repeats the run of one scenario from any folder.
std::string replay_line(const RunOptions& options, const std::string& scenario, const std::string& profiler,
                        const std::string& clsid);

}  // namespace gcrucible::cli
