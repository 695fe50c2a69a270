// Where this program and what came with it are.
#pragma once

#include "harness/report/text/rule_text.h"

namespace gcrucible::cli {

// By the running program's own place: what was installed beside it or, in a build, the sources that it was
// made from. What cannot be found is left empty.
report::Installation installation();

}  // namespace gcrucible::cli
