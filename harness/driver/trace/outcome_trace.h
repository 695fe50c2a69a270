// Reads the trace of a case from its file or from memory: trace::Reader (harness/trace/read/reader.h) returns
// its lines.
#pragma once

#include "harness/driver/outcome.h"
#include "harness/trace/read/reader.h"

namespace gcrucible::driver {

// `outcome` must outlive the reader, and must have a trace.
inline trace::Reader reader_of(const Outcome& outcome) {
  return outcome.trace_path.empty() ? trace::Reader::of_text("the trace", outcome.trace_text)
                                    : trace::Reader::of_file(outcome.trace_path);
}

}  // namespace gcrucible::driver
