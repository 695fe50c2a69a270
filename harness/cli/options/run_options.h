// What `gcrucible run` was asked to do.
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

// Of an option in seconds.
inline std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

struct RunOptions {
  std::vector<std::string> scenarios;  // files, and folders for all *.yaml in them
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
  bool strict = false;           // a pass of which nothing was checked is none
  bool allow_unchecked = false;  // and is one without it, also for a profiler that is notified of nothing
  bool several = false;          // scenarios: what this profiler cannot play is left out
  bool quiet = false;
  bool verbose = false;
  ColorChoice color = ColorChoice::kAuto;
  std::vector<std::string> reports;  // "json=FILE", "junit=FILE"

  // "--seed 7 --plant lost-object": what is not as it would be without options, as it would be typed, paths
  // absolute.
  std::string not_default() const;
};

// Decimal or 0x…; nothing for anything else, a sign included.
std::optional<std::uint64_t> read_seed(std::string_view text);

// A command line that makes the same run of one scenario from any folder.
std::string replay_line(const RunOptions& options, const std::string& scenario, const std::string& profiler,
                        const std::string& clsid);

}  // namespace gcrucible::cli
