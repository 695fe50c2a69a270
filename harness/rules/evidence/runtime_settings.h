// What the settings that a trace names ask of the collector. A variable, DOTNET_ or COMPlus_, goes before
// runtimeconfig.json, as in .NET (gcconfig.cpp).
#pragma once

#include "harness/rules/decode/header.h"

namespace gcrucible::rules {

// A recording of a real .NET 10: what is measured there, and stands in no document, may be demanded.
bool is_real_net10(const Header& header);

// gcServer, System.GC.Server.
bool asks_for_server(const Header& header);
// Server GC, and not of one heap alone (GCHeapCount, System.GC.HeapCount).
bool may_have_several_heaps(const Header& header);
// gcConservative, System.GC.Conservative: every word of a stack that looks like an address counts as a root.
bool scans_conservatively(const Header& header);

}  // namespace gcrucible::rules
