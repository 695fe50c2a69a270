// The scenarios of one `gcrucible run`, one after the other or several at once.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/options/run_options.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"
#include "harness/verdict/input_files.h"

namespace gcrucible::cli {

// The file of the scenario's trace. For several runs, --trace names a folder. A scenario in a subfolder of a
// folder argument has its trace in a subfolder of the same name.
std::string trace_path(const std::string& trace, const verdict::InputFile& scenario, bool several);

// Plays the scenarios and prints each result, in the order of the files. With one job, the output appears
// while a scenario is played.
std::vector<report::RunReport> run_all(const RunOptions& options,
                                       const std::vector<verdict::InputFile>& files,
                                       const report::Style& style);

}  // namespace gcrucible::cli
