// What came of attaches that brought no profiler, for the verdict.
#pragma once

#include <string>
#include <vector>

#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// A text for each that was refused, and one where none came although the profiler should be attached.
std::vector<std::string> attach_texts(const RunReport& run, const Style& style);

}  // namespace gcrucible::report
