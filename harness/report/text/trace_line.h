// References to lines of a trace: by file line for a checked file, by lines of the scenario if they are
// known, otherwise by `n`.
#pragma once

#include <cstdint>
#include <string>

#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// "line 82 of the trace", where 82 is `n`. For a checked file: "t.jsonl:83 (n 82)". For lines of a scenario:
// "s.yaml:7", or "s.yaml:7 to 9" if the step is not known exactly.
std::string trace_line(const RunReport& run, std::uint64_t n, const Style& style);

// The first line of the steps that line `n` of the trace may belong to; 0 if it is not known.
std::uint32_t scenario_line(const RunReport& run, std::uint64_t n);

// Translates the lines in a text of rules, histories or expectations, which name them by `n`. Changes nothing
// if `n` is the reference.
std::string with_file_lines(const RunReport& run, const std::string& text);

}  // namespace gcrucible::report
