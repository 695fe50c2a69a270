// The simulated heap's memory as real pages of the process: addresses are real, and stale addresses fault.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "harness/engine/unreadable_pages.h"
#include "harness/platform/memory/address_space.h"
#include "sim/memory.h"

namespace gcrucible::engine {

struct ArenaOptions {
  // False: addresses only. bytes() is null everywhere and no page is readable (Backing::kAddressSpace).
  bool backed = true;
  // The number of collections before the address space of a released range may be reused.
  std::uint32_t quarantine = 3;
  // The part of the AddressSpace to use, so that other things can share it. Length 0: up to its end.
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  // Added to every address. A multiple of the page size.
  std::uint64_t slide = 0;
  // If not 0, a multiple of kGranule. New ranges then begin at multiples of it, counted from the first range,
  // up to kSpaced. Ranges beyond kSpaced are adjacent. With 4 GiB, the first objects of ranges have the same
  // low 32 address bits. A profiler that keeps addresses in 32 bits then confuses these objects.
  std::uint64_t spacing = 0;
  // The most stretches of unreadable pages inside ranges. Vacated memory beyond this carries the pattern
  // instead.
  std::size_t unreadable_stretches = UnreadablePages::kSmall;
};

// Ranges follow each other, each after an unreadable guard. Each range starts 0x28 bytes into its first page,
// as the CLR's regions do, to leave room for the header word before the first ObjectID. Pages are
// demand-zero: a range, or an array of many GB, costs memory only where it was written.
//
// A vacated stretch becomes unreadable page by page (UnreadablePages has the budget). Pages that are shared
// with live data carry kPattern instead. Past the budget, stretches of 1 MiB and more read as zeroes, because
// a pattern would cost their memory.
//
// One thread at a time may use it, as Memory states. The AddressSpace must outlive it.
class ArenaMemory final : public sim::Memory {
 public:
  // Not canonical on x86-64 (also not with 57 bits), nor on arm64 without tags. A profiler that uses it as a
  // method table faults at once.
  static constexpr std::uint64_t kPattern = 0xDDDD'DDDD'DDDD'DDDD;
  static constexpr std::uint64_t kFirstObject = 0x28;
  // Ranges start at multiples of this, and a guard has this length: no system has larger pages.
  static constexpr std::uint64_t kGranule = std::uint64_t{64} << 10;
  // Spacing wastes the addresses between ranges. Some must be left for heaps that need many. The same value
  // applies on systems that reserve less.
  static constexpr std::uint64_t kSpaced = std::uint64_t{96} << 30;

  explicit ArenaMemory(platform::AddressSpace& space, ArenaOptions options = {});

  sim::Address reserve(std::uint64_t length, sim::Generation generation) override;
  std::byte* bytes(sim::Address address) override;
  void move(sim::Address from, sim::Address to, std::uint64_t length) override;
  void vacate(sim::Address start, std::uint64_t length) override;
  void reclaim(sim::Address start, std::uint64_t length) override;
  // Releases the whole range that reserve() returned as `start`. Any other stretch is treated as vacated.
  void release(sim::Address start, std::uint64_t length) override;

  // Call once a collection. Released ranges whose quarantine is over may be reused for requests of the same
  // length. The oldest is reused first.
  void age();

  // True in a released range, on an unreadable page, or where the pattern is. Heaps without bytes know
  // released ranges only. Takes no memory and no lock, for crash handlers.
  bool vacated(sim::Address address) const override;

 private:
  struct Range {
    std::uint64_t length = 0;    // including the guard
    std::uint64_t readable = 0;  // bytes after the guard
  };
  struct Released {
    std::uint64_t start = 0;   // the start of its guard
    std::uint64_t length = 0;  // including the guard
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
  std::map<std::uint64_t, Range> ranges_;  // in use, by the start of the guard
  std::vector<Released> released_;         // in the order of their release
  UnreadablePages unreadable_;
  std::vector<std::uint8_t> flags_;  // scratch of move_block
};

}  // namespace gcrucible::engine
