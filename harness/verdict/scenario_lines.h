// The steps of a scenario to which the lines of its trace belong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/program/program.h"
#include "harness/report/run_report.h"
#include "harness/trace/event.h"

namespace gcrucible::verdict {

// Only allocations, collections and `shutdown` have lines of their own in a trace. The lines between two of
// them belong to one of the steps from the first to the second.
class ScenarioLines {
 public:
  explicit ScenarioLines(const program::Program& program);

  void take(const trace::Event& event);
  std::vector<report::StepLines> finish() &&;

 private:
  struct Mark {
    std::uint64_t n = 0;
    std::uint64_t end = 0;  // the last line that certainly belongs to the step
    std::uint32_t line = 0;
    bool collects = false;
  };

  void take_model(const trace::Event& event);
  void mark(std::uint64_t n, std::uint32_t line, bool collects);

  std::map<std::uint64_t, std::uint32_t> allocations_;  // line, by the first object of the step
  std::map<std::uint64_t, std::uint32_t> collections_;  // line, by number
  std::uint32_t shutdown_ = 0;                          // the line of that step; 0 without one
  std::uint64_t finished_ = 0;                          // the open GarbageCollectionFinished
  std::vector<Mark> marks_;
};

}  // namespace gcrucible::verdict
