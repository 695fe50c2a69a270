#include "harness/platform/memory/memory_limit.h"

#include <cstdlib>

#include "tests/harness/platform/fate.h"
#include "tests/support/catch.h"

#ifndef GCRUCIBLE_SANITIZED  // processes with a sanitizer have no limit
namespace gcrucible::platform {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

bool gets(std::size_t bytes) {
  // Volatile, so that the compiler cannot remove the unused allocation.
  void* volatile const memory = std::malloc(bytes);
  return memory != nullptr;
}

TEST_CASE("limit_memory: allocations fail above the limit until it is changed") {
  const int fate = tests::fate_of([] {
    limit_memory(64 * kMiB);
    if (!gets(16 * kMiB)) _exit(1);
    if (gets(128 * kMiB)) _exit(2);
    limit_memory(256 * kMiB);
    if (!gets(128 * kMiB)) _exit(3);
  });
  CHECK(fate == 0);
}

}  // namespace
}  // namespace gcrucible::platform
#endif
