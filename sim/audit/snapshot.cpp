#include "sim/audit/snapshot.h"

#include <array>
#include <cstring>

namespace gcrucible::sim {

namespace {

constexpr std::uint64_t kWholeHashLimit = 16u << 20;
constexpr std::uint64_t kEndHashLength = 64u << 10;
constexpr std::uint64_t kHeaderSize = 8;

// FNV-1a over words, with a final mix so that the high bits count. Hashes four long stretches at the same
// time, because a processor can work on the others while one multiplies.
class Hash {
 public:
  void add(const std::byte* bytes, std::uint64_t length) {
    constexpr std::uint64_t kLong = 256;
    if (length >= kLong) {
      std::array<Hash, 4> lanes;
      for (std::uint64_t i = 0; i < lanes.size(); ++i) lanes[i].mix(i);
      for (; length >= sizeof(std::uint64_t) * lanes.size(); length -= sizeof(std::uint64_t) * lanes.size()) {
        for (Hash& lane : lanes) {
          std::uint64_t word = 0;
          std::memcpy(&word, bytes, sizeof word);
          lane.mix(word);
          bytes += sizeof word;
        }
      }
      for (const Hash& lane : lanes) mix(lane.value_);
    }
    for (; length >= 8; bytes += 8, length -= 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes, sizeof word);
      mix(word);
    }
    std::uint64_t rest = length << 56;
    std::memcpy(&rest, bytes, length);
    mix(rest);
  }
  std::uint64_t value() const { return value_ == 0 ? 1 : value_; }

 private:
  void mix(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x100000001B3ull;
    value_ ^= value_ >> 29;
  }
  std::uint64_t value_ = 0xCBF29CE484222325ull;
};

}  // namespace

std::uint64_t hash_of_bytes(const Heap& heap, ObjectIndex object) {
  const ObjectColumns& columns = heap.objects();
  const std::byte* bytes = heap.memory().bytes(columns.address[object]);
  if (bytes == nullptr) return 0;
  const Type& type = heap.type(columns.type[object]);
  const std::uint64_t size = heap.size_of(object);
  Hash hash;
  if (type.elements_are_references || !type.element_offsets.empty()) {
    hash.add(bytes - kHeaderSize, kHeaderSize + type.first_element_offset);
  } else if (size > kWholeHashLimit) {
    hash.add(bytes - kHeaderSize, kEndHashLength);
    hash.add(bytes - kHeaderSize + size - kEndHashLength, kEndHashLength);
  } else {
    const std::byte* from = bytes - kHeaderSize;
    for (const std::uint32_t offset : type.reference_offsets) {
      hash.add(from, static_cast<std::uint64_t>(bytes + offset - from));
      from = bytes + offset + sizeof(Address);
    }
    const std::byte* end = bytes - kHeaderSize + size;
    if (end > from) hash.add(from, static_cast<std::uint64_t>(end - from));
  }
  return hash.value();
}

HeapSnapshot::HeapSnapshot(const Heap& heap)
    : address(heap.objects().address),
      generation(heap.objects().generation),
      dead(heap.objects().dead),
      slots(heap.objects().slots),
      first_slot(heap.objects().first_slot),
      ranges(heap.ranges()),
      regions(heap.regions()),
      roots(heap.roots().begin(), heap.roots().end()),
      handles(heap.handles().begin(), heap.handles().end()),
      finalization(heap.finalization()) {
  for (const Range& range : ranges) {
    if (range.released || heap.memory().bytes(range.start) == nullptr) continue;
    byte_hash.resize(count());
    for (const ObjectIndex object : range.objects) byte_hash[object] = hash_of_bytes(heap, object);
  }
}

}  // namespace gcrucible::sim
