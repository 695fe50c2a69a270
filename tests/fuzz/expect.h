// What a fuzz target requires of the code that it calls.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace gcrucible::fuzz {

// Ends the process where the condition does not hold. libFuzzer then keeps the input.
inline void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: %s\n", what);
  std::abort();
}

}  // namespace gcrucible::fuzz
