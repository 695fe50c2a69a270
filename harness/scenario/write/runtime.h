// Writes a runtime in the scenario language.
#pragma once

#include "harness/program/runtime_profile.h"
#include "harness/yaml/draft.h"

namespace gcrucible::scenario {

// The name of a built-in runtime. Otherwise `like:` the runtime with the fewest differences, and the
// differences.
yaml::Draft draft_runtime(const program::RuntimeProfile& runtime);

}  // namespace gcrucible::scenario
