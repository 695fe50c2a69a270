// Random programs that can be run.
#pragma once

#include <cstdint>
#include <string>

#include "tests/harness/calls/build.h"

namespace gcrucible::tests {

// A few dozen objects in several generations, referring to each other at random; some collections.
Build random_build(std::uint64_t seed, const std::string& runtime);

}  // namespace gcrucible::tests
