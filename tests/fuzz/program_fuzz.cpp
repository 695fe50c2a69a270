// Any bytes as a program: an error, or a program with exactly these bytes, whose validity can be checked.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/program/code/codec.h"
#include "harness/program/validate/validate.h"
#include "tests/fuzz/expect.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gcrucible;
  const auto bytes = std::as_bytes(std::span(data, size));
  const Expected<program::Program> decoded = program::decode(bytes);
  if (!decoded) {
    fuzz::expect(!decoded.error().empty(), "neither a program nor an error");
    return 0;
  }
  fuzz::expect(std::ranges::equal(program::encode(*decoded), bytes), "a program with other bytes");
  program::validate(*decoded);
  return 0;
}
