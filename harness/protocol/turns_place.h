// The turns of several heaps in the current collection, stored so that they survive a crash.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gcrucible::protocol {

// Part of the control block. Written by the thread that has the turn.
struct TurnsPlace {
  static constexpr std::size_t kMost = 1024;
  std::atomic<std::uint32_t> collection{0};  // 0: none is in progress, or its line has been written
  std::atomic<std::uint32_t> heaps{0};
  // Above 0: the turns belong to the Together step with this number, not to a collection. thread_count and
  // threads then hold the numbers of the program's threads.
  std::atomic<std::uint32_t> together{0};
  std::atomic<std::uint32_t> line{0};
  static constexpr std::size_t kMostThreads = 64;
  std::atomic<std::uint32_t> thread_count{0};
  std::array<std::atomic<std::uint32_t>, kMostThreads> threads{};
  std::atomic<std::uint32_t> kind{0};   // program::Schedule::Kind
  std::atomic<std::uint32_t> turns{0};  // program::Schedule::Turns
  std::atomic<std::uint32_t> decisions{0};
  std::atomic<std::uint32_t> deterministic{0};
  std::atomic<std::uint32_t> count{0};                 // number of switches; only the first ones are kept
  std::array<std::atomic<std::uint64_t>, kMost> kept;  // decision, and the heap in the lower half
};

}  // namespace gcrucible::protocol
