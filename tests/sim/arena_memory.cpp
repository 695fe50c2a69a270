#include "tests/sim/arena_memory.h"

#include <algorithm>
#include <cassert>

#include "tests/support/catch.h"

namespace gcrucible::sim {

namespace {
constexpr std::uint64_t kHeaderSize = 8;
}

Address ArenaMemory::reserve(std::uint64_t length, Generation) {
  Block block;
  block.start = next_;
  block.words.resize((length + kHeaderSize - 1) / kHeaderSize);
  block.vacated.resize(block.words.size());
  next_ += (length + 255) / 256 * 256;
  blocks_.push_back(std::move(block));
  return blocks_.back().start + kHeaderSize;
}

const ArenaMemory::Block* ArenaMemory::block_of(Address address) const {
  const auto next = std::upper_bound(blocks_.begin(), blocks_.end(), address,
                                     [](Address at, const Block& block) { return at < block.start; });
  if (next == blocks_.begin()) return nullptr;
  const Block& block = *std::prev(next);
  return (address - block.start) / kHeaderSize < block.words.size() ? &block : nullptr;
}

ArenaMemory::Block& ArenaMemory::block_of(Address address) {
  const Block* block = static_cast<const ArenaMemory*>(this)->block_of(address);
  assert(block != nullptr);
  return blocks_[static_cast<std::size_t>(block - blocks_.data())];
}

std::byte* ArenaMemory::bytes(Address address) {
  if (static_cast<const ArenaMemory*>(this)->block_of(address) == nullptr) return nullptr;
  Block& block = block_of(address);
  return reinterpret_cast<std::byte*>(block.words.data()) + (address - block.start);
}

void ArenaMemory::fill(Address start, std::uint64_t length, std::uint64_t value, bool vacated) {
  if (length == 0) return;
  assert(start % kHeaderSize == 0 && length % kHeaderSize == 0);
  Block& block = block_of(start - kHeaderSize);
  const std::uint64_t first = (start - kHeaderSize - block.start) / kHeaderSize;
  const std::uint64_t end = first + length / kHeaderSize;
  assert(end <= block.words.size());
  for (std::uint64_t i = first; i < end; ++i) {
    block.words[i] = value;
    block.vacated[i] = vacated ? 1 : 0;
  }
}

void ArenaMemory::vacate(Address start, std::uint64_t length) {
  fill(start, length, kPattern, true);
}

void ArenaMemory::release(Address start, std::uint64_t length) {
  // Only whole reservations, as the contract requires.
  const Block& block = block_of(start - kHeaderSize);
  REQUIRE(block.start + kHeaderSize == start);
  REQUIRE(block.words.size() == (length + kHeaderSize - 1) / kHeaderSize);
  ++releases_;
  fill(start, length, kPattern, true);
}

void ArenaMemory::reclaim(Address start, std::uint64_t length) {
  fill(start, length, 0, false);
}

bool ArenaMemory::intact() const {
  for (const Block& block : blocks_) {
    for (std::size_t i = 0; i < block.words.size(); ++i) {
      if (block.vacated[i] != 0 && block.words[i] != kPattern) return false;
    }
  }
  return true;
}

bool ArenaMemory::is_vacated(Address address) const {
  const Block* block = block_of(address);
  return block != nullptr && block->vacated[(address - block->start) / kHeaderSize] != 0;
}

}  // namespace gcrucible::sim
