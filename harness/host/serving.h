// A host that runs case after case.
#pragma once

namespace gcrucible::host {

// Files that the driver gives it: the control block, and the trace's memory, of at least one chunk of a log.
// Each case comes as bytes, with a fresh control block. Returns the exit status when no more come; prints why
// where it cannot serve.
int serve();

}  // namespace gcrucible::host
