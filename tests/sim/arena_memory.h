// Real bytes for canonical addresses, with checks of vacated memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/memory.h"

namespace gcrucible::sim {

// Knows for every word whether it may be used. Vacated memory contains a pattern. intact() is false if it was
// written without being reclaimed first. For heaps of alignment 8.
class ArenaMemory final : public Memory {
 public:
  static constexpr Address kBase = 0x1'0000'0000;

  Address reserve(std::uint64_t length, Generation generation) override;
  std::byte* bytes(Address address) override;
  void vacate(Address start, std::uint64_t length) override;
  void reclaim(Address start, std::uint64_t length) override;
  void release(Address start, std::uint64_t length) override;

  bool intact() const;
  // Whether the word at `address` is vacated or released.
  bool is_vacated(Address address) const;
  std::size_t releases() const { return releases_; }

 private:
  static constexpr std::uint64_t kPattern = 0xDDDDDDDDDDDDDDDD;
  struct Block {
    Address start = 0;  // of the first byte: 8 before the first ObjectID
    std::vector<std::uint64_t> words;
    std::vector<std::uint8_t> vacated;  // by word
  };
  const Block* block_of(Address address) const;
  Block& block_of(Address address);
  void fill(Address start, std::uint64_t length, std::uint64_t value, bool vacated);

  std::vector<Block> blocks_;
  Address next_ = kBase;
  std::size_t releases_ = 0;
};

}  // namespace gcrucible::sim
