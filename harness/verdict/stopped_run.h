// Reports for a command that the user stopped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "harness/report/run_report.h"

namespace gcrucible::verdict {

// The report of a run that the user stopped. `where`: its stage at that moment, in sentences; may be empty.
// Call only if platform::PatientInterruption::asked().
report::RunReport stopped(report::RunReport report, std::string_view command, std::string_view where);
// The report of a run that had not started when the user stopped the command.
report::RunReport not_run(report::RunReport report, std::string_view command);
// The report of a run that is skipped because of an earlier one. `why`: a clause.
report::RunReport skipped(report::RunReport report, std::string_view command, std::string_view why);

// For loops over the lines of a trace, which may have millions of lines. Call stops() once for each line; it
// checks only now and then whether the user has stopped the command.
class StopWatch {
 public:
  bool stops();
  // Whether the last call of stops() checked.
  bool looks() const { return lines_ % kBetweenLooks == 0; }
  std::size_t lines() const { return lines_; }

 private:
  static constexpr std::size_t kBetweenLooks = 1024;
  std::size_t lines_ = 0;
};

}  // namespace gcrucible::verdict
