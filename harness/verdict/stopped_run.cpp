#include "harness/verdict/stopped_run.h"

#include <fmt/format.h>

#include <utility>

#include "harness/platform/process/interruption.h"

namespace gcrucible::verdict {
namespace {

report::RunReport ended(report::RunReport report, report::Result result, std::string message) {
  report.result = result;
  report.stopped_by = platform::PatientInterruption::name();
  report.stopped_status = platform::PatientInterruption::status();
  report.message = std::move(message);
  return report;
}

}  // namespace

report::RunReport stopped(report::RunReport report, std::string_view command, std::string_view where) {
  std::string message = fmt::format("gcrucible {}: {}: stopped by {} before there was a verdict", command,
                                    report.subject(), platform::PatientInterruption::name());
  message += where.empty() ? "\n" : fmt::format(". {}\n", where);
  return ended(std::move(report), report::Result::kStopped, std::move(message));
}

report::RunReport not_run(report::RunReport report, std::string_view command) {
  std::string message = fmt::format("gcrucible {}: {}: not run, because {} stopped the command\n", command,
                                    report.subject(), platform::PatientInterruption::name());
  return ended(std::move(report), report::Result::kNotRun, std::move(message));
}

report::RunReport skipped(report::RunReport report, std::string_view command, std::string_view why) {
  report.message = fmt::format("gcrucible {}: {}: not run, because {}\n", command, report.subject(), why);
  report.result = report::Result::kNotRun;
  return report;
}

bool StopWatch::stops() {
  return ++lines_ % kBetweenLooks == 0 && platform::PatientInterruption::asked();
}

}  // namespace gcrucible::verdict
