// The simulated heap's memory as real pages of the process: addresses are addresses, and stale ones fault.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "harness/engine/unreadable_pages.h"
#include "harness/platform/memory/address_space.h"
#include "sim/memory.h"

namespace gcrucible::engine {

struct ArenaOptions {
  // False: addresses only. bytes() is null everywhere and no page is ever readable (Backing::kAddressSpace).
  bool backed = true;
  // Collections for which the address space of a released range is not handed out again.
  std::uint32_t quarantine = 3;
  // The part of the AddressSpace to use, so that other things can lie in it too. A length of 0: up to its
  // end.
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  // Added to every address. A multiple of the page size.
  std::uint64_t slide = 0;
  // Unless 0, a multiple of kGranule: new ranges begin at multiples of it from the first one, up to kSpaced,
  // and side by side beyond. With 4 GiB the first objects of ranges have the same lower halves of their
  // addresses, which whoever keeps addresses in 32 bits takes for one.
  std::uint64_t spacing = 0;
  // Stretches of unreadable pages inside ranges; what is beyond carries the pattern instead.
  std::size_t unreadable_stretches = UnreadablePages::kSmall;
};

// Ranges come one after another, each behind an unreadable guard, and start 0x28 bytes into their first page
// as the CLR's regions do, so that the header word before the first ObjectID is theirs. Pages are
// demand-zero: a range, or an array of many GB, costs memory only where it was written.
//
// A vacated stretch becomes unreadable page by page (UnreadablePages has the budget) and carries kPattern
// where a page is shared with something alive. Past the budget, stretches of 1 MiB and more read as zeroes,
// because a pattern would cost their memory.
//
// One thread at a time, as Memory says. The AddressSpace outlives it.
class ArenaMemory final : public sim::Memory {
 public:
  // Not canonical on x86-64 (with 57 bits neither) nor on arm64 without tags: a profiler that takes it for a
  // method table faults at once.
  static constexpr std::uint64_t kPattern = 0xDDDD'DDDD'DDDD'DDDD;
  static constexpr std::uint64_t kFirstObject = 0x28;
  // Ranges start at multiples of this, and a guard is as long: no system has larger pages.
  static constexpr std::uint64_t kGranule = std::uint64_t{64} << 10;
  // What lies between ranges is lost, so that some addresses must be left for heaps that need many. The same
  // on systems that reserve less.
  static constexpr std::uint64_t kSpaced = std::uint64_t{96} << 30;

  explicit ArenaMemory(platform::AddressSpace& space, ArenaOptions options = {});

  sim::Address reserve(std::uint64_t length, sim::Generation generation) override;
  std::byte* bytes(sim::Address address) override;
  void move(sim::Address from, sim::Address to, std::uint64_t length) override;
  void vacate(sim::Address start, std::uint64_t length) override;
  void reclaim(sim::Address start, std::uint64_t length) override;
  // The whole range that reserve() returned as `start`; anything else is treated as vacated.
  void release(sim::Address start, std::uint64_t length) override;

  // To be called once a collection: released ranges that sat out their quarantine may be handed out again,
  // those released first before others, to requests of the same length.
  void age();

  // In a released range, on an unreadable page or where the pattern is. Heaps without bytes know of released
  // ranges only. Takes no memory and no lock, for crash handlers.
  bool vacated(sim::Address address) const override;

 private:
  struct Range {
    std::uint64_t length = 0;    // guard included
    std::uint64_t readable = 0;  // bytes after the guard
  };
  struct Released {
    std::uint64_t start = 0;   // of its guard
    std::uint64_t length = 0;  // guard included
    std::uint32_t age = 0;
  };

  std::uint64_t take(std::uint64_t length);
  std::uint64_t take_new(std::uint64_t length);
  std::uint64_t take_joined(std::uint64_t length);
  std::uint64_t page_below(std::uint64_t address) const { return address & ~(page_ - 1); }
  std::uint64_t page_above(std::uint64_t address) const { return (address + page_ - 1) & ~(page_ - 1); }
  void vacate_readable(std::uint64_t from, std::uint64_t to);
  void zero(std::uint64_t from, std::uint64_t to);
  void move_sparse(std::uint64_t from, std::uint64_t to, std::uint64_t length);
  void move_block(std::uint64_t from, std::uint64_t to, std::uint64_t length, bool ascending);

  platform::AddressSpace* space_;
  ArenaOptions options_;
  std::uint64_t page_;
  std::uint64_t next_;  // where the next new range's guard starts
  std::uint64_t end_;
  std::uint64_t spaced_end_;               // below it new ranges are spaced
  std::map<std::uint64_t, Range> ranges_;  // those in use, by the start of the guard
  std::vector<Released> released_;         // in the order of their release
  UnreadablePages unreadable_;
  std::vector<std::uint8_t> flags_;  // scratch of move_block
};

}  // namespace gcrucible::engine
