// Histories of the objects that findings name.
#pragma once

#include "harness/report/run_report.h"
#include "harness/report/text/names.h"
#include "harness/trace/read/reader.h"

namespace gcrucible::verdict {

// Reads the trace a second time, but only if a finding, a stale ObjectID or a write into an object names an
// object. Collects the histories of these objects only, so memory does not grow with the heap. `report` must
// already contain verdicts and notes.
void report_objects(trace::Reader trace, const report::Names& names, report::RunReport& report);

}  // namespace gcrucible::verdict
