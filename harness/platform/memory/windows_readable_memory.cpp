#include <windows.h>

#include <algorithm>
#include <cstdint>

#include "harness/platform/memory/readable_memory.h"

namespace gcrucible::platform {

std::size_t copy_readable(const void* address, std::span<std::byte> to) {
  constexpr std::size_t kBlock = 512;
  const auto* const from = static_cast<const std::byte*>(address);
  std::size_t done = 0;
  while (done < to.size()) {
    // No block lies on two pages.
    const std::size_t left_of_block = kBlock - reinterpret_cast<std::uintptr_t>(from + done) % kBlock;
    const std::size_t size = std::min(to.size() - done, left_of_block);
    SIZE_T got = 0;
    if (ReadProcessMemory(GetCurrentProcess(), from + done, to.data() + done, size, &got) == 0 || got != size)
      break;
    done += size;
  }
  return done;
}

}  // namespace gcrucible::platform
