// Stretches of null references are skipped only if every reference and every byte of them is null.
#include "sim/reference_bytes.h"

#include <array>

#include "tests/support/catch.h"

namespace gcrucible::sim {

TEST_CASE("null_on_both_sides: one reference that is not null is found") {
  std::array<ObjectIndex, 16> references;
  references.fill(kNoObject);
  std::array<std::byte, 16 * sizeof(Address)> bytes{};
  CHECK(all_null<16>(references.data()));
  CHECK(null_on_both_sides<16>(references.data(), bytes.data()));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = std::byte{0x80};
    CHECK_FALSE(null_on_both_sides<16>(references.data(), bytes.data()));
    bytes[i] = std::byte{0};
  }
  for (ObjectIndex& reference : references) {
    reference = 0;
    CHECK_FALSE(all_null<16>(references.data()));
    CHECK_FALSE(null_on_both_sides<16>(references.data(), bytes.data()));
    reference = kNoObject;
  }
}

}  // namespace gcrucible::sim
