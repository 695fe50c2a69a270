// Detects changes of a trace in memory that a profiler's code can reach.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace gcrucible::protocol {

// Checksum of a sequence of bytes. The result does not depend on how the bytes are divided into calls. A
// change of any byte changes the checksum.
class Checksum {
 public:
  void add(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      if (held_ == 0) bytes = add_words(bytes);
      if (bytes.empty()) return;
      part_ |= std::to_integer<std::uint64_t>(bytes.front()) << (8 * held_);
      bytes = bytes.subspan(1);
      if (++held_ != sizeof part_) continue;
      state_ = next(state_, part_);
      part_ = held_ = 0;
    }
  }
  std::uint64_t value() const { return next(next(state_, part_), held_); }

 private:
  static constexpr std::uint64_t next(std::uint64_t state, std::uint64_t word) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15u;
    return std::rotl((state ^ word) * kOdd, 29);
  }
  std::span<const std::byte> add_words(std::span<const std::byte> bytes) {
    while (bytes.size() >= sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data(), sizeof word);
      state_ = next(state_, word);
      bytes = bytes.subspan(sizeof word);
    }
    return bytes;
  }

  std::uint64_t state_ = 1;
  std::uint64_t part_ = 0;  // of an incomplete word
  std::uint64_t held_ = 0;  // number of its bytes
};

inline std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.value();
}

// The host's statement about its trace. A process may end between two stores, so the previous seal is kept
// too.
class TraceSeal {
 public:
  // Call before the bytes count as written.
  void set(std::uint64_t bytes, std::uint64_t sum) {
    Sealed& next = seals_[turn_++ % seals_.size()];
    next.bytes.store(bytes, std::memory_order_relaxed);
    next.sum.store(sum, std::memory_order_relaxed);
  }
  bool holds(std::uint64_t bytes, std::uint64_t sum) const {
    if (bytes == 0) return true;
    for (const Sealed& each : seals_) {
      if (each.bytes.load() == bytes && each.sum.load() == sum) return true;
    }
    return false;
  }

 private:
  struct Sealed {
    std::atomic<std::uint64_t> bytes{0};
    std::atomic<std::uint64_t> sum{0};
  };
  std::array<Sealed, 2> seals_;
  std::uint32_t turn_ = 0;
};

}  // namespace gcrucible::protocol
