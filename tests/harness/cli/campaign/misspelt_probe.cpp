// A probe whose name lacks its last letter.

extern "C" __attribute__((visibility("default"))) int gcrucible_prob(void*) {
  return 0;
}
