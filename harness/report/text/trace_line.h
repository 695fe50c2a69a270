// References to lines of a trace: by file line for a checked file, otherwise by `n`.
#pragma once

#include <cstdint>
#include <string>

#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// "line 82 of the trace", where 82 is `n`; for a checked file "t.jsonl:83 (n 82)".
std::string trace_line(const RunReport& run, std::uint64_t n, const Style& style);

// Adds file lines to a text of rules or histories, which name lines by `n`. Changes only texts of checked
// files.
std::string with_file_lines(const RunReport& run, const std::string& text);

}  // namespace gcrucible::report
