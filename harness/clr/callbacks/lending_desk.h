// Memory for the arrays that one thread's callbacks lend the profiler, apart from everything else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "harness/platform/memory/address_space.h"

namespace gcrucible::clr {

// Address space for the first blocks of a thread, most of which never need more than a page: one reservation
// instead of one for each. Outlives the blocks in it.
class LendingShelf {
 public:
  // Where a block's one page may be, unreadable ones around it; 0 once the shelf is full or there is none.
  std::uint64_t take();
  platform::AddressSpace& space() { return *space_; }

 private:
  static constexpr std::uint64_t kPlaces = 16;

  std::optional<platform::AddressSpace> space_;
  std::uint64_t taken_ = 0;
};

// Pages of its own for one array at a time, unreadable ones around them. All of it holds kPoison but the
// array that is lent: what is written before or behind it shows, and a pointer that was kept reads nothing
// that looks like an answer. Arrays end at the same place, so that only what was lent has to be filled anew.
class LentBlock {
 public:
  static constexpr unsigned char kPoison = 0xDD;
  // Writes this far from an array are found; further behind it lie unreadable pages.
  static constexpr std::size_t kMargin = 1024;

  // Room for `bytes`; null if the system has no memory.
  static std::unique_ptr<LentBlock> make(std::size_t bytes, LendingShelf& shelf);

  std::size_t room() const { return room_; }
  // Where an array of `bytes` lies; 8-aligned at its end.
  std::byte* place(std::size_t bytes) const { return end_ - bytes; }
  std::span<const std::byte> before(std::size_t bytes) const { return {place(bytes) - kMargin, kMargin}; }
  std::span<const std::byte> behind() const { return {end_, kMargin}; }
  // Poison again in and around an array of `bytes`.
  void poison(std::size_t bytes);
  // In it alone, where the rest still is.
  void poison_array(std::size_t bytes);
  static bool poisoned(std::span<const std::byte> bytes);

  // What was lent here last, for writes that come after the return.
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
  LentBlock() = default;

  std::optional<platform::AddressSpace> own_;  // where it is not on a shelf
  std::byte* end_ = nullptr;
  std::size_t room_ = 0;
};

// The calling thread's; nobody else touches it. Each array of each callback has a block of its own, so that
// one who writes there later is known by it; a callback inside one of its own kind gets another.
class LendingDesk {
 public:
  // Null where the thread is ending and its desk is gone: destructors of the profiler's may still lead to
  // callbacks, whose arrays lie in the runtime's own memory then.
  static LendingDesk* of_this_thread();

  // Valid until give_back(). Null if the system has no memory. `callback` is a name that stays where it is.
  LentBlock* take(std::string_view callback, std::uint8_t array, std::size_t bytes);
  void give_back(const LentBlock& block);

  template <typename Use>
  void each(Use use) {
    for (const Place& place : places_) use(*place.block);
  }

 private:
  struct Place {
    std::string_view callback;
    std::uint8_t array = 0;
    bool taken = false;
    std::unique_ptr<LentBlock> block;
  };
  LendingShelf shelf_;
  std::vector<Place> places_;
  // Outgrown, but the profiler may have kept pointers there.
  std::vector<std::unique_ptr<LentBlock>> outgrown_;
};

}  // namespace gcrucible::clr
