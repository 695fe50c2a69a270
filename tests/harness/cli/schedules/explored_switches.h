// The thread switches that a trace contains.
#pragma once

#include <string>
#include <string_view>

#include "tests/support/catch.h"

namespace gcrucible::tests {

// The list of switches in the last line that has one. Fails the test if there is none.
inline std::string switches_of(const std::string& trace) {
  constexpr std::string_view kKey = "\"switches\":";
  const std::size_t from = trace.rfind(kKey);
  REQUIRE(from != std::string::npos);
  const std::size_t start = from + kKey.size();
  return trace.substr(start, trace.find(",\"deterministic\"", start) - start);
}

}  // namespace gcrucible::tests
