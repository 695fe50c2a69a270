#include <windows.h>

#include <algorithm>
#include <bit>

#include "harness/platform/memory/address_space.h"
#include "harness/platform/windows_error.h"

namespace gcrucible::platform {
namespace {

void* at(std::uint64_t address) {
  return std::bit_cast<void*>(address);
}

// 0 if the system has no such range.
std::uint64_t map_nothing(std::uint64_t hint, std::uint64_t length) {
  return std::bit_cast<std::uint64_t>(VirtualAlloc(at(hint), length, MEM_RESERVE, PAGE_NOACCESS));
}

std::uint64_t map_anywhere(std::uint64_t length, std::uint64_t alignment) {
  // A reservation cannot be trimmed on Windows. A larger reservation finds the range; the second one takes an
  // aligned part of it.
  const std::uint64_t got = map_nothing(0, length + alignment);
  if (got == 0) return 0;
  VirtualFree(at(got), 0, MEM_RELEASE);
  return map_nothing((got + alignment - 1) / alignment * alignment, length);
}

}  // namespace

Expected<AddressSpace> AddressSpace::reserve(std::uint64_t length) {
  SYSTEM_INFO info = {};
  GetSystemInfo(&info);
  length = (length + kAlignment - 1) / kAlignment * kAlignment;
  for (std::uint64_t tried = length;; tried /= 2) {
    std::uint64_t base = map_nothing(kCanonicalBase, tried);
    if (base == 0) base = map_anywhere(tried, kAlignment);
    if (base != 0) return AddressSpace(base, tried, info.dwPageSize);
    if (tried / 2 < std::min(kLeastLength, length)) {
      return failure("cannot reserve " + std::to_string(tried >> 20) +
                     " MiB of address space: " + last_error_text());
    }
  }
}

Expected<AddressSpace> AddressSpace::reserve_anywhere(std::uint64_t length) {
  SYSTEM_INFO info = {};
  GetSystemInfo(&info);
  length = (length + info.dwPageSize - 1) / info.dwPageSize * info.dwPageSize;
  const std::uint64_t base = map_nothing(0, length);
  if (base != 0) return AddressSpace(base, length, info.dwPageSize);
  return failure("cannot reserve " + std::to_string(length >> 10) +
                 " KiB of address space: " + last_error_text());
}

void AddressSpace::give_back() {
  if (length_ != 0) VirtualFree(at(base_), 0, MEM_RELEASE);
  length_ = 0;
}

bool AddressSpace::make_accessible(std::uint64_t start, std::uint64_t length) {
  return VirtualAlloc(at(start), length, MEM_COMMIT, PAGE_READWRITE) != nullptr;
}

bool AddressSpace::make_inaccessible(std::uint64_t start, std::uint64_t length) {
  return VirtualFree(at(start), length, MEM_DECOMMIT) != 0;
}

bool AddressSpace::discard(std::uint64_t start, std::uint64_t length) {
  return make_inaccessible(start, length) && make_accessible(start, length);
}

bool AddressSpace::touched(std::uint64_t, std::span<std::uint8_t>) const {
  // Committed pages are charged whether touched or not, so this information would save nothing.
  return false;
}

}  // namespace gcrucible::platform
