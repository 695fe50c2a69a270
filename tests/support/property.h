// A RapidCheck property as a part of a Catch2 test case. On failure, fails the case and prints the
// counterexample.
#pragma once

#include <rapidcheck.h>

#include <sstream>
#include <string>
#include <utility>

#include "tests/support/catch.h"

namespace gcrucible::tests {

// Runs `testable` under RapidCheck and respects RC_PARAMS, as RapidCheck's own Catch2 integration would. It
// does not use the header of that integration, because the header's include path differs between Catch2
// versions.
template <typename Testable>
void property(const std::string& description, Testable&& testable) {
  const auto result = rc::detail::checkTestable(std::forward<Testable>(testable));
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  INFO(description << ": " << text.str());
  const bool holds = result.template is<rc::detail::SuccessResult>();
  CHECK(holds);
}

}  // namespace gcrucible::tests
