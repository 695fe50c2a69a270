// The table of methods of a profiler, as the host has read it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gcrucible::protocol {

// Part of the control block: plain memory that both sides map. Only the host writes it.
struct SlotTable {
  static constexpr std::size_t kMostSlots = 128;
  std::atomic<std::uint32_t> count{0};  // of entries that could be read; 0: no profiler was loaded
  std::array<std::atomic<std::uint64_t>, kMostSlots> functions{};  // addresses, by slot
  // The two words in front of the table, where C++ has the offset to the object and the type.
  std::array<std::atomic<std::uint64_t>, 2> before{};
  // The library or program with the functions, and where it is loaded. Empty if it is unknown.
  std::atomic<std::uint64_t> base{0};
  std::atomic<std::uint64_t> end{0};
  char module[1024] = {};
};

}  // namespace gcrucible::protocol
