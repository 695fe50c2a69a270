#include "sim/literal_memory.h"

namespace gcrucible::sim {

Address LiteralMemory::reserve(std::uint64_t length, Generation) {
  constexpr std::uint64_t kUnit =
      16;  // as aligned as the CLR's regions need to be for 8-byte objects, and readable
  if (length > kLimit || next_ > kLimit - length) return 0;
  const Address start = next_;
  next_ += (length + kUnit - 1) / kUnit * kUnit;
  return start;
}

std::byte* LiteralMemory::bytes(Address) {
  return nullptr;
}
void LiteralMemory::vacate(Address, std::uint64_t) {}
void LiteralMemory::reclaim(Address, std::uint64_t) {}
void LiteralMemory::release(Address, std::uint64_t) {}

}  // namespace gcrucible::sim
