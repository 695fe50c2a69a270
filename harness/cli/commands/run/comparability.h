// Which checks do not apply to a run whose conditions differ from those of its scenario.
#pragma once

#include <string>

#include "harness/cli/options/profiler_choice.h"
#include "harness/cli/options/run_options.h"
#include "harness/driver/outcome.h"
#include "harness/program/runtime_deviations.h"
#include "harness/program/runtime_profile.h"
#include "harness/report/run_report.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::cli {

// Why the scenario's expectations do not apply to this run; empty if they do. Rules, traversal and the
// profiler's fate are judged in any case. `scenario` already contains the command line's settings;
// `written_for` is its original runtime.
std::string not_comparable(const RunOptions& options, const scenario::Scenario& scenario,
                           const program::RuntimeProfile& written_for, const ProfilerChoice& profiler);

// Why this profiler cannot play one of several scenarios, as a clause. Empty if it can, if it is gcrucible's
// own recorder, or if the scenario is the only one.
std::string not_played(const RunOptions& options, const scenario::Scenario& scenario,
                       program::RuntimeDeviations own, const ProfilerChoice& profiler,
                       const driver::Outcome& outcome);

// Why the run may violate rules other than the scenario's `breaks`. Empty if the scenario's own reporting
// cannot be the cause. `breaks` holds for the recorder with the scenario's settings. With another mask or
// other answers the same deviation violates other rules, and what is legal in one runtime is illegal in
// another. `incomparable`: the result of not_comparable().
std::string not_as_written(const RunOptions& options, const scenario::Scenario& scenario,
                           program::RuntimeDeviations own, const std::string& incomparable,
                           const ProfilerChoice& profiler);

// Whether the profiler may do things that the scenario does not mention, such as forcing a collection or
// creating a handle. gcrucible's own recorder does only what the scenario sets, except if the command line
// lets it query objects.
bool is_foreign(const RunOptions& options, const ProfilerChoice& profiler);

// Marks violated runtime rules that the scenario does not expect as not compared. Rules about the profiler's
// own behaviour are never set aside.
void set_breaks_aside(const std::string& why, report::RunReport& report);

}  // namespace gcrucible::cli
