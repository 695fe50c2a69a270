// The library that these tests load.

#include <cstdlib>

extern "C" __attribute__((visibility("default"))) int gcrucible_test_answer() {
  return 42;
}

// Nothing of a function follows a call that does not return, so the next function begins there.
extern "C" __attribute__((visibility("default"), noinline)) void gcrucible_test_abort() {
  std::abort();
}
extern "C" __attribute__((visibility("default"), noinline)) void gcrucible_test_behind() {}

// Not exported, but named in the file.
extern "C" int gcrucible_test_hidden() {
  return 43;
}
