// A probe that gives no answer.

extern "C" __attribute__((visibility("default"))) int gcrucible_probe(void*) {
  return 1;
}
