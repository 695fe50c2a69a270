// Programs that a machine certainly cannot hold, step by step.
#include "harness/program/memory_need.h"

#include "tests/support/catch.h"

namespace gcrucible::program {
namespace {

// A class of 24 bytes without references, and an array of references.
Program with(Backing backing, const std::vector<Allocate>& steps) {
  Program program;
  program.threads = {{"main"}};
  program.heap.backing = backing;
  TypeSpec plain;
  plain.name = "Plain";
  plain.base_size = 24;
  TypeSpec array;
  array.name = "object[]";
  array.kind = TypeKind::kArray;
  array.base_size = 24;
  array.component_size = 8;
  array.element_type = 0x1C;
  program.types = {plain, array};
  std::uint32_t line = 7;
  for (const Allocate& step : steps) program.steps.push_back({step, line++, 5});
  return program;
}

Allocate objects(std::uint64_t count) {
  Allocate step;
  step.count = count;
  return step;
}

Allocate array(std::uint64_t length, std::uint64_t count = 1) {
  Allocate step;
  step.type = 1;
  step.length = length;
  step.count = count;
  return step;
}

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

TEST_CASE("beyond_memory: objects that fit into memory are no problem") {
  CHECK(!beyond_memory(with(Backing::kMemory, {}), 0));
  CHECK(!beyond_memory(with(Backing::kMemory, {objects(1'000)}), kGiB));
  // 19 bytes each without their own bytes, 24 more with them.
  CHECK(!beyond_memory(with(Backing::kAddressSpace, {objects(1'000)}), 19'000));
  CHECK(beyond_memory(with(Backing::kAddressSpace, {objects(1'000)}), 18'999));
  CHECK(!beyond_memory(with(Backing::kMemory, {objects(1'000)}), 43'000));
  CHECK(beyond_memory(with(Backing::kMemory, {objects(1'000)}), 42'999));
}

TEST_CASE("beyond_memory: dead objects keep their entries but not their bytes") {
  const std::vector<Allocate> twice{objects(1'000), objects(1'000)};
  CHECK(!beyond_memory(with(Backing::kMemory, twice), 2 * 19'000 + 24'000));
  const auto problem = beyond_memory(with(Backing::kMemory, twice), 2 * 19'000 + 24'000 - 1);
  REQUIRE(problem);
  CHECK(problem->step == 1);
  CHECK(problem->line == 8);
  CHECK(problem->column == 5);
}

TEST_CASE("beyond_memory: huge sizes are shown in GiB without overflow") {
  const auto problem = beyond_memory(with(Backing::kAddressSpace, {array(0xFFFFFFFF)}), 8 * kGiB);
  REQUIRE(problem);
  CHECK(problem->message ==
        "the simulated heap needs more memory than there is: the objects up to here take 16 GiB and more, "
        "and this machine has 8 GiB; make fewer or smaller objects");
  CHECK(beyond_memory(with(Backing::kMemory, {array(0xFFFFFFFF, 0xFFFFFFFE)}), ~std::uint64_t{0}));
}

}  // namespace
}  // namespace gcrucible::program
