// Addresses without bytes: `backing: none`.
#pragma once

#include "sim/memory.h"

namespace gcrucible::sim {

// Hands out address space upward from `base` and never reuses any. Literal ranges of a scenario are created
// with Heap::add_range. The heap skips addresses that overlap them.
class LiteralMemory final : public Memory {
 public:
  // Far above addresses that scenarios write by hand; below the 2^47 limit of user addresses on 64-bit.
  static constexpr Address kDefaultBase = 0x10'0000'0000;
  static constexpr Address kLimit = 0x8000'0000'0000;

  explicit LiteralMemory(Address base = kDefaultBase) : next_(base) {}

  Address reserve(std::uint64_t length, Generation generation) override;
  std::byte* bytes(Address address) override;
  void vacate(Address start, std::uint64_t length) override;
  void reclaim(Address start, std::uint64_t length) override;
  void release(Address start, std::uint64_t length) override;

 private:
  Address next_;
};

}  // namespace gcrucible::sim
