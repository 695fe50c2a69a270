// What a caught exception says of itself.
#pragma once

#include <string>

namespace gcrucible::platform {

// Only inside a catch clause: the type of the exception and, where it is a std::exception, its text. Runs the
// exception's own what(). Empty where nothing is known of it.
std::string text_of_caught_exception();

}  // namespace gcrucible::platform
