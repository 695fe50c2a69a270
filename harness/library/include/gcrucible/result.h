// What a run has shown.
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
  // The rule's id, as `gcrucible explain` takes it; or what no rule is about: crash, hang, exit, exception,
  // closed-files, written-files, written-memory, left-processes, process-state, expectation (of a scenario
  // that was read), lent-array and object-memory (written into), references (not given back as taken),
  // traversal (the simulation's own fault).
  std::string rule;
  std::string statement;         // of the rule
  std::string what;              // a sentence or two with all values
  std::string callback;          // or Info method
  Who who = Who::kProfiler;      // who has broken it
  std::uint64_t line = 0;        // of the trace; 0 where it has none
  std::uint32_t collection = 0;  // 0: none
};
// For messages of tests: "rule: what".
GCRUCIBLE_API std::ostream& operator<<(std::ostream& out, const Finding& finding);

// Never changes; copies are cheap. Any thread.
class GCRUCIBLE_API Result {
 public:
  // Nothing speaks against either side: no findings.
  bool passed() const { return findings().empty(); }
  // The first few of each rule, in the order of the catalogue; advice only with RunSettings::strict. A rule
  // that a scenario says it breaks is none.
  const std::vector<Finding>& findings() const;
  // Whether some rule that the glob matches was broken, advice too; whether some was judged, and none broken.
  bool broke(std::string_view rule) const;
  bool kept(std::string_view rule) const;
  // Why a program that was drawn could not be played to its end, where the reason is its own: then nothing is
  // shown, and the run counts as passed. Empty otherwise.
  const std::string& refused() const;
  // "SIGSEGV", "timeout after 30 s"; empty where the profiler lived. Always empty in this process.
  const std::string& died() const;
  // Findings with histories of objects, and the verdict, as `gcrucible run -q` prints them.
  const std::string& text() const;
  // JSON Lines, docs/trace-format.md.
  const std::string& trace() const;
  // A scenario for `gcrucible run` that shows the same.
  const std::string& yaml() const;
  // What the profiler's own process printed; its beginning and its end if that was much.
  const std::string& output() const;
  const std::string& error_output() const;
  std::uint32_t collections() const;

  struct Impl;  // the library's own

 private:
  friend class ResultAccess;
  explicit Result(std::shared_ptr<const Impl> impl);

  std::shared_ptr<const Impl> impl_;
};
// For messages of tests: text().
GCRUCIBLE_API std::ostream& operator<<(std::ostream& out, const Result& result);

}  // namespace gcrucible
