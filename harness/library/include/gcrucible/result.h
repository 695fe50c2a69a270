// The result of a run.
#pragma once

#include <gcrucible/export.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible {

enum class Who { kProfiler, kRuntime };

struct Finding {
  // The rule's id, as `gcrucible explain` accepts it. If no rule applies, one of: crash, hang, exit,
  // exception, closed-files, written-files, written-memory, left-processes, process-state; expectation (an
  // expectation of the scenario); array-memory and object-memory (the profiler wrote into that memory);
  // references (reference counts do not balance); traversal (a fault of the simulator).
  std::string rule;
  std::string statement;  // the rule's text
  // One or two sentences with all values. For a heap that was read, they name lines and objects of its
  // scenario, otherwise of the trace.
  std::string what;
  std::string callback;             // or Info method
  Who who = Who::kProfiler;         // the side that violated the rule
  std::uint64_t line = 0;           // in the trace; 0: no line
  std::uint32_t collection = 0;     // 0: none
  std::uint32_t scenario_line = 0;  // of the step, for a heap that was read; 0: no line
};
// For messages of tests: prints "rule: what".
GCRUCIBLE_API std::ostream& operator<<(std::ostream& out, const Finding& finding);

// Immutable; copies are cheap. Any thread may use it.
class GCRUCIBLE_API Result {
 public:
  // True if there are no findings, neither for the profiler nor for the runtime, and unchecked() is empty.
  bool passed() const { return findings().empty() && unchecked().empty(); }
  // Why the finding of a scenario that `gcrucible test` wrote could not be checked: its finding is one of the
  // probe, and this profiler has none. Otherwise empty.
  const std::string& unchecked() const;
  // The first few findings of each rule, in catalogue order. Advice is included only with
  // RunSettings::strict. Rules that the scenario expects to be violated are excluded.
  const std::vector<Finding>& findings() const;
  // `glob` matches ids of rules. broke(): at least one matching rule was violated, advice included. kept():
  // at least one matching rule was judged, and none was violated.
  bool broke(std::string_view rule) const;
  bool kept(std::string_view rule) const;
  // Why a random program could not be played to its end, if the program itself is the reason. Such a run
  // proves nothing and counts as passed. Otherwise empty.
  const std::string& refused() const;
  // How the profiler died, for example "SIGSEGV" or "timeout after 30 s". Empty if it survived. Always empty
  // for runs in this process.
  const std::string& died() const;
  // Findings with histories of objects, and the verdict, as `gcrucible run -q` prints them.
  const std::string& text() const;
  // JSON Lines; see docs/trace-format.md.
  const std::string& trace() const;
  // A scenario for `gcrucible run` that reproduces the result. It fails as long as the profiler violates a
  // rule, and expects the violations of the runtime.
  const std::string& yaml() const;
  // The output of the profiler's own process. Long output is reduced to its beginning and its end.
  const std::string& output() const;
  const std::string& error_output() const;
  std::uint32_t collections() const;

  struct Impl;  // internal

 private:
  friend class ResultAccess;
  explicit Result(std::shared_ptr<const Impl> impl);

  std::shared_ptr<const Impl> impl_;
};
// For messages of tests: prints text().
GCRUCIBLE_API std::ostream& operator<<(std::ostream& out, const Result& result);

}  // namespace gcrucible
