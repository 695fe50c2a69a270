// How a run ended that did not end well, and what a process printed.
#pragma once

#include <string>
#include <string_view>

#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// Lines of `output` behind a rule, under `head`; empty if there are none.
std::string captured(const Style& style, std::string_view head, const std::string& output);

// Who died or hung, where, and how to repeat it; empty if nobody did.
std::string death_text(const RunReport& run, const Style& style);

}  // namespace gcrucible::report
