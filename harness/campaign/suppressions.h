// Findings that somebody knows about and wants to live with for now, each with the reason.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/trial.h"

namespace gcrucible::campaign {

struct Suppression {
  std::string rule;    // glob over Cause::rule
  std::string detail;  // glob over Cause::detail; empty: any
  std::string reason;
};

struct ReadSuppressions {
  std::vector<Suppression> list;
  std::string errors;  // "file:line:column: error: …" with excerpts; then the list is of no use
};

// A YAML list of maps with `rule`, `reason` and, if it is about some callbacks only, `in`.
ReadSuppressions read_suppressions(const std::string& path);

// The first that covers the cause.
const Suppression* suppressed(const std::vector<Suppression>& list, const Cause& cause);

// What one trial is told for: of each rule the first that nothing covers, in whichever callback that is.
// `passed` hears of the others before it.
std::vector<Trouble> leading(std::vector<Trouble> troubles, const std::vector<Suppression>& list,
                             const std::function<void(const Suppression&)>& passed = {});

}  // namespace gcrucible::campaign
