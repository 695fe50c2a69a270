// Text for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace gcrucible::report {

// XML 1.0 has no way to write most control characters, and bytes above ASCII may be no UTF-8: they become
// '?'.
std::string escaped(std::string_view text);

}  // namespace gcrucible::report
