// Method tables and the reference maps below them, read as a collector reads them.
#include "harness/engine/method_table.h"

#include <cstring>
#include <set>
#include <vector>

#include "tests/support/property.h"

namespace gcrucible::engine {
namespace {

struct Written {
  std::vector<std::byte> memory;
  std::size_t at = 0;

  explicit Written(const sim::Type& type)
      : memory(method_table_size(type)), at(write_method_table(type, memory)) {}

  template <typename T>
  T read(std::int64_t offset) const {
    T value{};
    std::memcpy(&value, memory.data() + static_cast<std::int64_t>(at) + offset, sizeof value);
    return value;
  }
  std::uint32_t flags() const { return read<std::uint32_t>(0); }
  std::uint32_t base_size() const { return read<std::uint32_t>(4); }
  bool contains_pointers() const { return (flags() & 0x01000000) != 0; }

  // Offsets of references in an object of `size` bytes, from the map. The map has a count below the table,
  // followed by pairs that grow downwards. A pair is a length minus the object's size, and a start.
  std::set<std::uint64_t> references(std::uint64_t size) const {
    std::set<std::uint64_t> offsets;
    if (!contains_pointers()) return offsets;
    const auto count = read<std::int64_t>(-8);
    for (std::int64_t i = 1; i <= count; ++i) {
      const auto length = read<std::int64_t>(-8 - 16 * i) + static_cast<std::int64_t>(size);
      const auto start = read<std::int64_t>(-16 * i);
      for (std::int64_t at_byte = 0; at_byte < length; at_byte += 8) {
        offsets.insert(static_cast<std::uint64_t>(start + at_byte));
      }
    }
    return offsets;
  }
};

TEST_CASE("method table: a type without references has no map") {
  sim::Type type;
  type.base_size = 40;
  const Written table(type);
  CHECK(table.at == 0);
  CHECK(!table.contains_pointers());
  CHECK(table.base_size() == 40);
  CHECK((table.flags() & 0x80000000) == 0);
}

// The map of an array of values: the negative number of reference runs in an element, and the offset of the
// first. Below it: for each run, the number of references and the bytes to the next run.
TEST_CASE("method table: an array of values has the references of one element") {
  sim::Type type;
  type.kind = sim::TypeKind::kArray;
  type.base_size = 24;
  type.component_size = 40;
  type.element_offsets = {0, 8, 24};
  const Written table(type);
  CHECK(table.contains_pointers());
  CHECK(table.at == 32);
  CHECK(table.read<std::int64_t>(-8) == -2);
  CHECK(table.read<std::int64_t>(-16) == 16);
  CHECK(table.read<std::uint32_t>(-24) == 2);
  CHECK(table.read<std::uint32_t>(-20) == 8);
  CHECK(table.read<std::uint32_t>(-32) == 1);
  CHECK(table.read<std::uint32_t>(-28) == 8);
}

TEST_CASE("method table: has component size and finalizer flag") {
  sim::Type type;
  type.kind = sim::TypeKind::kString;
  type.base_size = 22;
  type.component_size = 2;
  const Written string(type);
  CHECK((string.flags() & 0x80000000) != 0);
  CHECK((string.flags() & 0xFFFF) == 2);
  CHECK((string.flags() & 0x00080000) == 0);
  type.kind = sim::TypeKind::kArray;
  CHECK((Written(type).flags() & 0x00080000) != 0);
  sim::Type finalizable;
  finalizable.finalizer = sim::Finalizer::kNormal;
  CHECK((Written(finalizable).flags() & 0x00100000) != 0);
}

TEST_CASE("method table: an array of references maps each element") {
  sim::Type type;
  type.kind = sim::TypeKind::kArray;
  type.base_size = 24;
  type.component_size = 8;
  type.elements_are_references = true;
  type.first_element_offset = 16;
  CHECK(Written(type).references(24 + 3 * 8) == std::set<std::uint64_t>{16, 24, 32});
  CHECK(Written(type).references(24).empty());
}

TEST_CASE("method table: a class maps exactly its reference fields") {
  tests::property("reference offsets are read back", [](const std::set<std::uint8_t>& slots) {
    sim::Type type;
    std::set<std::uint64_t> expected;
    for (const std::uint8_t slot : slots) {
      type.reference_offsets.push_back(8 + 8u * slot);
      expected.insert(8 + 8u * slot);
    }
    type.base_size = slots.empty() ? 24 : 16 + 8u * (*slots.rbegin() + 1u);
    const Written table(type);
    RC_ASSERT(table.contains_pointers() == !slots.empty());
    RC_ASSERT(table.references(type.base_size) == expected);
  });
}

}  // namespace
}  // namespace gcrucible::engine
