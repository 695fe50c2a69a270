// How a failed run ended, and the output of the process.
#pragma once

#include <string>
#include <string_view>

#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// Lines of `output` after a vertical rule, under `head`; empty if there are none. Of more than 40 lines, the
// middle is left out if the style says so.
std::string captured(const Style& style, std::string_view head, const std::string& output);

// The last Info calls before a death, and the native stack; empty if there are none.
std::string last_moments_text(const RunReport& run, const Style& style);

// The step of the scenario at a death: "s.yaml:7"; empty if there was none.
std::string death_place(const RunReport& run, const Style& style);

// The side that died or hung, the place, and how to repeat the run; empty if there was no death.
std::string death_text(const RunReport& run, const Style& style);

}  // namespace gcrucible::report
