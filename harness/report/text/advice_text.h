// Mistakes of the profiler, and advice to it, that no rule covers.
#pragma once

#include <string>
#include <vector>

#include "harness/report/narrator.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// One or two sentences, without names of callback arguments.
std::string text_of(const Scribble& scribble);
std::string text_of(const Intrusion& intrusion, const std::string& name);
// `name`: the object's name in the scenario, or "object 3".
std::string text_of(const StaleUse& use, const std::string& name);

// Sections of the verdict; empty if there is nothing to report.
std::string intrusions_text(const RunReport& run, const Style& style);
std::string process_text(const RunReport& run, const Style& style);
std::string scribbles_text(const RunReport& run, const Style& style);
std::string references_text(const RunReport& run, const Style& style);
std::string slow_callbacks_text(const RunReport& run, const Style& style);

}  // namespace gcrucible::report
