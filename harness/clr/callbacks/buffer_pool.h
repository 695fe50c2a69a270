// Separate memory for the arrays that callbacks pass to the profiler, one pool a thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "harness/platform/crash/crash_text.h"
#include "harness/platform/memory/address_space.h"

namespace gcrucible::clr {

// Address space for a thread's first blocks, most of which never need more than a page. One reservation
// serves all of them. Must outlive its blocks.
class PageReserve {
 public:
  // Returns the address for a block's single page, with unreadable pages around it. Returns 0 if the shelf is
  // full or has no memory.
  std::uint64_t take();
  platform::AddressSpace& space() { return *space_; }

 private:
  static constexpr std::uint64_t kPlaces = 16;

  std::optional<platform::AddressSpace> space_;
  std::uint64_t taken_ = 0;
};

// Its own pages for one array at a time, with unreadable pages around them. Everything except the current
// array holds kPoison. A write before or after the array is therefore visible. A pointer that the profiler
// keeps too long reads nothing plausible. Arrays end at one of two addresses, so that only the array must be
// filled again. In every second use, this is where the unreadable pages begin: poison does not show a read
// behind the array.
class GuardedBlock {
 public:
  static constexpr unsigned char kPoison = 0xDD;
  // Writes up to this far from an array are found. Unreadable pages follow, or are nearer.
  static constexpr std::size_t kMargin = 1024;

  // Makes a block with room for `bytes`; null if the system has no memory.
  static std::unique_ptr<GuardedBlock> make(std::size_t bytes, PageReserve& reserve);

  std::size_t room() const { return room_; }
  // The end of the arrays; 8-aligned.
  std::byte* end() const { return at_edge_ ? end_ + kMargin : end_; }
  // The address of an array of `bytes`.
  std::byte* place(std::size_t bytes) const { return end() - bytes; }
  std::span<const std::byte> before(std::size_t bytes) const { return {place(bytes) - kMargin, kMargin}; }
  std::span<const std::byte> behind() const { return {end(), at_edge_ ? 0 : kMargin}; }
  // Chooses the end of the next array. Everything from `checked`, which is the lowest address that was
  // compared with poison, holds poison.
  void turn(std::size_t bytes, const std::byte* checked);
  // The profiler has written beside an array. It then goes on in memory that shows this.
  void stay_off_edge() { stays_off_edge_ = true; }
  // Restores the poison in and around an array of `bytes`.
  void poison(std::size_t bytes);
  // Restores the poison in the array alone, if the rest is untouched.
  void poison_array(std::size_t bytes);
  static bool poisoned(std::span<const std::byte> bytes);

  // The array that was passed last, to describe writes after the return, and accesses behind it.
  struct Last {
    std::string_view callback;
    std::string_view array;
    std::uint64_t line = 0;
    std::uint64_t cells = 0;
    std::size_t cell_bytes = 1;
    bool is_id = false;
  };
  Last last;

 private:
  GuardedBlock() = default;

  std::optional<platform::AddressSpace> own_;  // if the block is not on a shelf
  std::byte* end_ = nullptr;                   // of an array that is not at the edge
  std::size_t room_ = 0;
  std::uint32_t uses_ = 0;
  bool at_edge_ = false;
  bool stays_off_edge_ = false;
};

// Belongs to the calling thread; no other thread uses it. Each array of each callback has its own block, so
// that a late write identifies the callback. A callback nested in one of its own kind gets another block.
class BufferPool {
 public:
  // Null if the thread is ending and its pool is freed. Destructors of the profiler's may still lead to
  // callbacks; their arrays are then in the runtime's own memory.
  static BufferPool* of_this_thread();

  // For a crash report of the calling thread: describes an address behind an array that is passed at the
  // moment. Takes no locks and allocates no memory. False if there is no such array.
  static bool explain(std::uint64_t address, platform::CrashText& out);

  // Valid until give_back(). Null if the system has no memory. `callback` must point to a permanent name.
  GuardedBlock* take(std::string_view callback, std::uint8_t array, std::size_t bytes);
  void give_back(const GuardedBlock& block);

  template <typename Use>
  void each(Use use) {
    for (const Place& place : places_) use(*place.block);
  }

 private:
  struct Place {
    std::string_view callback;
    std::uint8_t array = 0;
    bool taken = false;
    std::unique_ptr<GuardedBlock> block;
  };
  PageReserve reserve_;
  std::vector<Place> places_;
  // Outgrown blocks stay, because the profiler may have kept pointers into them.
  std::vector<std::unique_ptr<GuardedBlock>> outgrown_;
};

}  // namespace gcrucible::clr
