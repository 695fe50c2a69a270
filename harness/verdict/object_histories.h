// What became of the objects that findings name.
#pragma once

#include "harness/report/run_report.h"
#include "harness/report/text/names.h"
#include "harness/trace/read/reader.h"

namespace gcrucible::verdict {

// Reads the trace, for the second time, and only where a finding, a stale ObjectID or a write into an object
// names one; a history is told only of those, so that memory does not grow with the heap. Verdicts and notes
// stand in the report already.
void tell_objects(trace::Reader trace, const report::Names& names, report::RunReport& report);

}  // namespace gcrucible::verdict
