// A probe without extern "C".

__attribute__((visibility("default"))) int gcrucible_probe(void*) {
  return 0;
}
