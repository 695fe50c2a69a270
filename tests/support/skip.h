// Skips a test case whose requirements are missing on this machine. ctest lists it as skipped, never as
// passed.
#pragma once

#include <iostream>
#include <string_view>

namespace gcrucible::tests {

// Prints the words that gcrucible_test() (scripts/cmake/gcrucible.cmake) makes ctest search for. Catch2
// version 2 has no exit code for this: its exit code is the number of failed assertions.
inline void say_skipped(std::string_view reason) {
  std::cout << "gcrucible test skipped: " << reason << std::endl;
}

}  // namespace gcrucible::tests

// Leaves the test case. `reason` states what is missing and how to get it. Use it before the first CHECK.
#define GCRUCIBLE_SKIP(reason)             \
  do {                                     \
    gcrucible::tests::say_skipped(reason); \
    return;                                \
  } while (false)
