// What a run under other conditions than its scenario was written for is not judged by.
#pragma once

#include <string>

#include "harness/cli/options/profiler_choice.h"
#include "harness/cli/options/run_options.h"
#include "harness/driver/outcome.h"
#include "harness/program/own_way.h"
#include "harness/program/runtime_profile.h"
#include "harness/report/run_report.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::cli {

// Why the scenario's expectations say nothing about this run; empty if they do. Rules, traversal and the
// profiler's own fate are judged all the same. The scenario has the command line's settings over it;
// `written_for` is the runtime that it had before.
std::string not_comparable(const RunOptions& options, const scenario::Scenario& scenario,
                           const program::RuntimeProfile& written_for, const ProfilerChoice& profiler);

// Why a profiler of this kind cannot play one of several scenarios, as a clause; empty where it can, where it
// is gcrucible's own recorder, and where the scenario was named alone.
std::string not_played(const RunOptions& options, const scenario::Scenario& scenario, program::OwnWay own,
                       const ProfilerChoice& profiler, const driver::Outcome& outcome);

// Why rules beyond its `breaks` may be broken by what a scenario says in place of the runtime; empty where
// nothing of it can be the cause. `breaks` are those under the recorder with the scenario's own settings:
// with another mask or other answers the same departure meets other rules, and what is legal in one runtime
// is none in another. `incomparable` is not_comparable()'s.
std::string not_as_written(const RunOptions& options, const scenario::Scenario& scenario, program::OwnWay own,
                           const std::string& incomparable, const ProfilerChoice& profiler);

// Broken rules of the runtime's that the scenario does not mean to break, into the report as not compared.
// Those about the profiler's own doing never are.
void set_breaks_aside(const std::string& why, report::RunReport& report);

}  // namespace gcrucible::cli
