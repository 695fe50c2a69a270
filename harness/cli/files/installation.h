// Paths of this program and of the files installed with it.
#pragma once

#include "harness/report/text/rules/rule_text.h"

namespace gcrucible::cli {

// Derived from the path of the running program: the installed files, or in a build the sources. Paths that
// cannot be found are empty.
report::Installation installation();

}  // namespace gcrucible::cli
