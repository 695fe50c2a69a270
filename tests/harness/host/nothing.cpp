// A library without any export that a profiler needs.
extern "C" __attribute__((visibility("default"))) int not_a_profiler() {
  return 1;
}
