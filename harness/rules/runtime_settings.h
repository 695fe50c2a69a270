// What the environment that a trace names asks of the collector.
#pragma once

#include "harness/rules/header.h"

namespace gcrucible::rules {

// DOTNET_gcServer.
bool asks_for_server(const Header& header);
// DOTNET_gcConservative: every word of a stack that looks like an address counts as a root.
bool scans_conservatively(const Header& header);

}  // namespace gcrucible::rules
