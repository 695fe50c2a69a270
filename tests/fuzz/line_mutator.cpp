// libFuzzer's hook, for targets whose input is any text.
#include "tests/fuzz/line_mutations.h"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t capacity,
                                               unsigned seed) {
  return gcrucible::fuzz::mutate_lines(data, size, capacity, seed);
}
