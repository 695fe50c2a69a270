// A library that exports nothing a profiler needs.
extern "C" __attribute__((visibility("default"))) int not_a_profiler() {
  return 1;
}
