// A line of a trace as people find it: by its number in the file where they have one, by its `n` where not.
#pragma once

#include <cstdint>
#include <string>

#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// "line 82 of the trace", which is its `n`; of a trace that was given to check "t.jsonl:83 (n 82)".
std::string trace_line(const RunReport& run, std::uint64_t n, const Style& style);

// A text of the rules' or the stories', which name lines by `n`: of a trace that was given to check with the
// lines of the file.
std::string with_file_lines(const RunReport& run, const std::string& text);

}  // namespace gcrucible::report
