// A library with a symbol that GCC makes unique in the process, even if all other libraries here avoid that.

namespace {
struct Counter {
  int value = 41;
};
}  // namespace

template <typename T>
struct __attribute__((visibility("default"))) Shared {
  static T counter;
};
template <typename T>
T Shared<T>::counter;

extern "C" __attribute__((visibility("default"))) int gcrucible_test_answer() {
  return ++Shared<int>::counter + Counter().value;
}
