// The collector settings in a trace. An environment variable (DOTNET_ or COMPlus_) overrides
// runtimeconfig.json, as in .NET (gcconfig.cpp).
#pragma once

#include "harness/rules/decode/header.h"

namespace gcrucible::rules {

// A recording of a real .NET 10. Rules may demand what was measured there, even if no document states it.
bool is_real_net10(const Header& header);

// gcServer, System.GC.Server.
bool asks_for_server(const Header& header);
// Server GC with possibly more than one heap (GCHeapCount, System.GC.HeapCount).
bool may_have_several_heaps(const Header& header);
// gcConservative, System.GC.Conservative: every word of a stack that looks like an address counts as a root.
bool scans_conservatively(const Header& header);

}  // namespace gcrucible::rules
