// A probe that its library does not export.

extern "C" int gcrucible_probe(void*) {
  return 0;
}
