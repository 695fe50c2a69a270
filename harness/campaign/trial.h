// One program told to one profiler, and what speaks against either.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/driver/host_process.h"
#include "harness/driver/outcome.h"
#include "harness/program/program.h"
#include "harness/rules/finding.h"
#include "harness/rules/judge.h"

namespace gcrucible::campaign {

// Which profiler is tested, and how.
struct Subject {
  std::string library;  // absolute path
  std::string clsid;
  driver::RunOptions run;
  rules::Selection selection;
  bool strict = false;  // advice counts too
};

// What two cases must have in common to show the same fault.
struct Cause {
  std::string rule;  // the rule's id; or crash, hang, exit, exception, closed-files, expectation
  std::string
      detail;  // what tells two causes of one rule apart: the callback, or the signal and the callback

  friend bool operator==(const Cause&, const Cause&) = default;
  friend auto operator<=>(const Cause&, const Cause&) = default;
};
std::string text_of(const Cause& cause);

struct Trouble {
  Cause cause;
  std::string what;  // a sentence or more
  std::string native_stack;
};

struct Trial {
  bool refused = false;           // the profiler or the program: no finding
  std::string message;            // of a refusal
  std::vector<Trouble> troubles;  // the ones of a died profiler first, then by the order of the catalogue
  std::vector<rules::Verdict> verdicts;
  driver::Outcome outcome;

  bool has(const Cause& cause) const;
};

// Blocks until the host has ended. Several threads may try a program each. `observer` sees the trace.
Trial try_program(const program::Program& program, const Subject& subject,
                  rules::Observer* observer = nullptr);

}  // namespace gcrucible::campaign
