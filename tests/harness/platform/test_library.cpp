// The library that files_test.cpp loads.

extern "C" __attribute__((visibility("default"))) int gcrucible_test_answer() {
  return 42;
}

// Not exported, but named in the file.
extern "C" int gcrucible_test_hidden() {
  return 43;
}
