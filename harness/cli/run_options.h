// What `gcrucible run` was asked to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/terminal.h"
#include "harness/rules/judge.h"

namespace gcrucible::cli {

struct RunOptions {
  std::vector<std::string> scenarios;  // files, and folders for all *.yaml in them
  std::string profiler;
  std::string clsid;
  std::vector<std::string> environment;  // K=V
  std::string runtime;
  std::optional<std::uint64_t> seed;
  std::string trace;
  double timeout_seconds = 30;
  rules::Selection selection;
  std::string plant;
  bool quiet = false;
  bool verbose = false;
  ColorChoice color = ColorChoice::kAuto;
  std::vector<std::string> reports;  // "json=FILE", "junit=FILE"

  // "--seed 7 --plant lost-object": what is not as it would be without options, as it would be typed, paths
  // absolute.
  std::string not_default() const;
};

// A command line that makes the same run of one scenario from any folder.
std::string replay_line(const RunOptions& options, const std::string& scenario, const std::string& profiler,
                        const std::string& clsid);

}  // namespace gcrucible::cli
