// For the verdict: attaches after which no profiler was attached.
#pragma once

#include <string>
#include <vector>

#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// One text for each refused attach, and one if the profiler should attach and no attach came.
std::vector<std::string> attach_texts(const RunReport& run, const Style& style);

}  // namespace gcrucible::report
