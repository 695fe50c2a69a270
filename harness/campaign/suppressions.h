// Known findings that the user tolerates for now, each with a reason.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/trial.h"
#include "harness/expected.h"

namespace gcrucible::campaign {

struct Suppression {
  std::string rule;    // glob over Cause::rule
  std::string detail;  // glob over Cause::detail; empty: any
  std::string reason;
};

// Reads a YAML list of maps with `rule`, `reason` and optionally `in`, which limits the callbacks. The
// error is one or more messages: "file:line:column: error: …" with excerpts.
Expected<std::vector<Suppression>> read_suppressions(const std::string& path);

// The first suppression that covers the cause.
const Suppression* suppressed(const std::vector<Suppression>& list, const Cause& cause);

// The troubles to report for one trial: for each rule the first that is not suppressed, in any callback. One
// that names the mistake comes before one that does not.
// Calls `passed` for the suppressed troubles before it.
std::vector<Trouble> leading(std::vector<Trouble> troubles, const std::vector<Suppression>& list,
                             const std::function<void(const Suppression&)>& passed = {});

}  // namespace gcrucible::campaign
