// The error of a function that may fail, for the log of a test.
#pragma once

#include <string>

#include "harness/expected.h"

namespace gcrucible::tests {

// Empty on success.
template <class T>
std::string error_in(const Expected<T>& result) {
  return result ? std::string() : result.error();
}

}  // namespace gcrucible::tests
