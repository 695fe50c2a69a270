// Standard input of a program that the user may stop meanwhile.
#pragma once

#include <functional>
#include <string_view>

#include "harness/expected.h"

namespace gcrucible::platform {

// Passes the bytes to `take` until the input ends, `take` returns false, or the user stops the program
// (PatientInterruption). Fails if the input cannot be read. Not on Windows.
Expected<void> read_standard_input(const std::function<bool(std::string_view bytes)>& take);

}  // namespace gcrucible::platform
