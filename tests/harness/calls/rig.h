// Runs a program with a test's own profiler in this process, as gcrucible-host does with a library.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/abi/gcrucible/probe.h"
#include "harness/program/program.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"
#include "tests/harness/calls/witness.h"

namespace gcrucible::tests {

struct RunOptions {
  bool audit = true;
  bool account = false;
  std::uint32_t detail_limit = 4096;
  bool write_trace = true;
  gcrucible_probe_function probe = nullptr;
};

struct RunResult {
  std::optional<std::string> error;
  std::string trace;
  protocol::Stage stage = protocol::Stage::kStarting;

  // Lines that contain `text`.
  std::vector<std::string> lines(const std::string& text) const;
};

// Runs on a separate thread, which is managed thread 0 of the simulated process. Validates the program first.
// The test fails if the program is invalid.
RunResult run(const program::Program& program, Witness& witness, const RunOptions& options = {});
// The same for a profiler of another class; `with_clr` is called before Initialize.
RunResult run_profiler(const program::Program& program, abi::CallbackBase& profiler,
                       const RunOptions& options = {}, const std::function<void(clr::Clr&)>& with_clr = {});

}  // namespace gcrucible::tests
