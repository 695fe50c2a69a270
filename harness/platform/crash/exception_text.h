// Description of a caught exception.
#pragma once

#include <string>

namespace gcrucible::platform {

// Call only inside a catch clause. Returns the type of the exception and, for a std::exception, its text.
// Calls the exception's own what(). Empty if nothing is known about the exception.
std::string text_of_caught_exception();

}  // namespace gcrucible::platform
