// A host that runs one case after another.
#pragma once

namespace gcrucible::host {

// The driver passes two files: the control block, and the trace's memory of at least one log chunk. Each case
// comes as bytes, with a fresh control block. Returns the exit status when no more cases come. Prints the
// reason if it cannot serve.
int serve();

}  // namespace gcrucible::host
