// Runs and traces of a command that the user has stopped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "harness/report/run_report.h"

namespace gcrucible::verdict {

// The report of a run that the user ended before it was over; `where` it was then, in sentences, may be
// empty. To be called when platform::PatientInterruption::asked().
report::RunReport stopped(report::RunReport report, std::string_view command, std::string_view where);
// The report of one whose turn did not come.
report::RunReport not_run(report::RunReport report, std::string_view command);

// For loops over the lines of a trace, which may have millions: asked once a line, it looks now and then
// whether the user has stopped the command.
class StopWatch {
 public:
  bool stops();
  // Whether it has just looked.
  bool looks() const { return lines_ % kBetweenLooks == 0; }
  std::size_t lines() const { return lines_; }

 private:
  static constexpr std::size_t kBetweenLooks = 1024;
  std::size_t lines_ = 0;
};

}  // namespace gcrucible::verdict
