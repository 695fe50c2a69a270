// Values of a trace's line, as texts for people show them.
#pragma once

#include <string>
#include <string_view>

namespace gcrucible::driver {

// The JSON with large numbers, which are ids, in hexadecimal digits as in other texts. Strings stay.
std::string with_hexadecimal_ids(std::string_view json);

}  // namespace gcrucible::driver
