// A preloaded library that occupies the simulated heap's usual address, so the heap must go elsewhere.
#include <sys/mman.h>

#include <cstdio>

#include "harness/platform/memory/address_space.h"

__attribute__((constructor)) static void sit() {
  auto* const place = reinterpret_cast<void*>(gcrucible::platform::AddressSpace::kCanonicalBase);
  if (mmap(place, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != place) {
    std::puts("the place is taken already");
  }
}
