#include "tests/sim/arena_memory.h"

#include <algorithm>
#include <cassert>

namespace gcrucible::sim {

namespace {
constexpr std::uint64_t kHeaderSize = 8;
}

Address ArenaMemory::reserve(std::uint64_t length, Generation) {
  Block block;
  block.start = next_;
  block.bytes.resize(length);
  block.vacated.resize(length);
  next_ += (length + 255) / 256 * 256;
  blocks_.push_back(std::move(block));
  return blocks_.back().start + kHeaderSize;
}

const ArenaMemory::Block* ArenaMemory::block_of(Address address) const {
  const auto next = std::upper_bound(blocks_.begin(), blocks_.end(), address,
                                     [](Address at, const Block& block) { return at < block.start; });
  if (next == blocks_.begin()) return nullptr;
  const Block& block = *std::prev(next);
  return address - block.start < block.bytes.size() ? &block : nullptr;
}

ArenaMemory::Block& ArenaMemory::block_of(Address address) {
  const Block* block = static_cast<const ArenaMemory*>(this)->block_of(address);
  assert(block != nullptr);
  return blocks_[static_cast<std::size_t>(block - blocks_.data())];
}

std::byte* ArenaMemory::bytes(Address address) {
  if (static_cast<const ArenaMemory*>(this)->block_of(address) == nullptr) return nullptr;
  Block& block = block_of(address);
  return block.bytes.data() + (address - block.start);
}

void ArenaMemory::fill(Address start, std::uint64_t length, std::byte value, bool vacated) {
  if (length == 0) return;
  Block& block = block_of(start - kHeaderSize);
  const std::uint64_t first = start - kHeaderSize - block.start;
  assert(first + length <= block.bytes.size());
  for (std::uint64_t i = first; i < first + length; ++i) {
    block.bytes[i] = value;
    block.vacated[i] = vacated;
  }
}

void ArenaMemory::vacate(Address start, std::uint64_t length) { fill(start, length, kPattern, true); }
void ArenaMemory::release(Address start, std::uint64_t length) { fill(start, length, kPattern, true); }
void ArenaMemory::reclaim(Address start, std::uint64_t length) { fill(start, length, std::byte{0}, false); }

bool ArenaMemory::intact() const {
  for (const Block& block : blocks_) {
    for (std::size_t i = 0; i < block.bytes.size(); ++i) {
      if (block.vacated[i] && block.bytes[i] != kPattern) return false;
    }
  }
  return true;
}

bool ArenaMemory::is_vacated(Address address) const {
  const Block* block = block_of(address);
  return block != nullptr && block->vacated[address - block->start];
}

}  // namespace gcrucible::sim
