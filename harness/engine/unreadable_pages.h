// Which whole pages of the heap's memory are unreadable, as few stretches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "harness/platform/memory/address_space.h"

namespace gcrucible::engine {

// Every stretch splits a readable mapping and so costs the process two of its 65,530 mappings; the rest of
// them belongs to the profiler. So the number of stretches has a budget, first come first served: up to
// kSmall for any stretch, up to kLarge for those of kLargeBytes and more (whose contents are worth giving
// back), and up to kMost for the pieces that uncovering leaves behind.
//
// One thread at a time. The AddressSpace outlives it.
class UnreadablePages {
 public:
  static constexpr std::size_t kSmall = 8192;
  static constexpr std::size_t kLarge = 12288;
  static constexpr std::size_t kMost = 16384;
  static constexpr std::uint64_t kLargeBytes = std::uint64_t{1} << 20;

  explicit UnreadablePages(platform::AddressSpace& space, std::size_t budget = kSmall)
      : space_(&space), budget_(budget) {}

  struct Stretch {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    bool unreadable = false;
  };
  // The part of [from, to) that begins at `from` and is all readable or all unreadable.
  Stretch first_part(std::uint64_t from, std::uint64_t to) const;

  // Hides the pages of [from, to), all of them readable. False, with nothing done, where the budget is used
  // up or the system refuses.
  bool hide(std::uint64_t from, std::uint64_t to);
  // Makes the pages of [from, to), all of them unreadable, readable zeroes. Returns what became readable,
  // which is the whole stretch around them where splitting it would pass kMost; an empty stretch where the
  // system refuses.
  Stretch show(std::uint64_t from, std::uint64_t to);
  // [from, to) is no longer this class's business; the pages stay as they are.
  void forget(std::uint64_t from, std::uint64_t to);

  bool covers(std::uint64_t address) const { return first_part(address, address + 1).unreadable; }
  std::size_t stretches() const { return ends_.size(); }

 private:
  platform::AddressSpace* space_;
  std::size_t budget_;
  std::map<std::uint64_t, std::uint64_t>
      ends_;  // start of each stretch to its end; they neither touch nor overlap
  // A window without stretches around the last place asked for. Sweeping asks for millions of small gaps in
  // ascending order, and nearly all of them are answered by it.
  mutable std::uint64_t clear_from_ = 0;
  mutable std::uint64_t clear_to_ = 0;
};

}  // namespace gcrucible::engine
