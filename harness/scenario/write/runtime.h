// A runtime as the scenario language has it.
#pragma once

#include "harness/program/runtime_profile.h"
#include "harness/yaml/draft.h"

namespace gcrucible::scenario {

// The name of a built-in runtime, or `like:` the one from which it differs least, with what is different.
yaml::Draft draft_runtime(const program::RuntimeProfile& runtime);

}  // namespace gcrucible::scenario
