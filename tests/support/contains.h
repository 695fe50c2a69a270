// Whether a text has a part, as most tests of messages ask.
#pragma once

#include <string>
#include <string_view>

namespace gcrucible::tests {

inline bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace gcrucible::tests
