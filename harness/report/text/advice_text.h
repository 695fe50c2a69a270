// What the profiler itself did wrong or should think about, as far as no rule says it.
#pragma once

#include <string>
#include <vector>

#include "harness/report/narrator.h"
#include "harness/report/run_report.h"
#include "harness/report/style.h"

namespace gcrucible::report {

// One sentence or two, without the names of callbacks' arguments that the reader does not know.
std::string text_of(const Scribble& scribble);
std::string text_of(const Intrusion& intrusion, const std::string& name);
// "name" is the object's in the scenario, or "object 3".
std::string text_of(const StaleUse& use, const std::string& name);

// Sections of the verdict; empty where there is nothing to say.
std::string intrusions_text(const RunReport& run, const Style& style);
std::string process_text(const RunReport& run, const Style& style);
std::string scribbles_text(const RunReport& run, const Style& style);
std::string references_text(const RunReport& run, const Style& style);
std::string hold_ups_text(const RunReport& run, const Style& style);

}  // namespace gcrucible::report
