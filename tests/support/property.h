// A RapidCheck property as part of a Catch2 test case: fails the case and shows the counterexample.
#pragma once

#include <rapidcheck.h>

#include <sstream>
#include <string>
#include <utility>

#include "tests/support/catch.h"

namespace gcrucible::tests {

// Runs `testable` under RapidCheck with RC_PARAMS respected, as its own Catch glue would, but without
// relying on that glue's header, whose include path differs between Catch2 versions.
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
