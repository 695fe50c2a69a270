// Text for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace gcrucible::report {

// Replaces by '?': control characters, which XML 1.0 cannot express, and bytes above ASCII, which may be
// invalid UTF-8.
std::string escaped(std::string_view text);

}  // namespace gcrucible::report
