// Implementation of Result.
#pragma once

#include <gcrucible/result.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/driver/outcome.h"
#include "harness/rules/judge/finding.h"
#include "harness/rules/judge/selection.h"
#include "harness/scenario/scenario.h"

namespace gcrucible {

struct Result::Impl {
  std::vector<Finding> findings;
  std::vector<rules::Verdict> verdicts;
  std::string refused;
  std::string unchecked;
  std::string died;
  std::string text;
  std::string trace;
  std::string yaml;
  std::string output;
  std::string error_output;
  std::uint32_t collections = 0;
};

class ResultAccess {
 public:
  static Result make(Result::Impl impl) {
    return Result(std::make_shared<const Result::Impl>(std::move(impl)));
  }
};

// The profiler under test.
struct Reported {
  std::string library;  // empty: in this process
  std::string sha256;
  std::string clsid;
};

// What a run judges, and how its findings are written.
struct Judging {
  rules::Selection selection;
  bool strict = false;
  bool scenario_lines = false;  // findings name lines of the scenario instead of the trace
};

// For a run that was not refused. Throws Error if its trace cannot be read.
Result judged(driver::Outcome outcome, const scenario::Scenario& scenario, const Reported& reported,
              const Judging& judging);

}  // namespace gcrucible
