// Keeps whole pages of the heap's memory unreadable, in as few stretches as possible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "harness/platform/memory/address_space.h"

namespace gcrucible::engine {

// Every stretch splits a readable mapping and so costs two of the process's 65,530 mappings. The profiler
// needs the rest of them. The number of stretches therefore has a budget, in order of request:
//
// - Up to kSmall stretches of any length.
// - Up to kLarge, for those of kLargeBytes and more, whose memory is worth giving back.
// - Up to kMost, for the pieces into which show() splits a stretch.
//
// One thread at a time may use it. The AddressSpace must outlive it.
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
  // The part of [from, to) that begins at `from` and is entirely readable or entirely unreadable.
  Stretch first_part(std::uint64_t from, std::uint64_t to) const;

  // Makes the readable pages of [from, to) unreadable. Returns false and changes nothing if the budget is
  // used up or the system refuses.
  bool hide(std::uint64_t from, std::uint64_t to);
  // Makes the unreadable pages of [from, to) readable zeroes, and returns the part that became readable. That
  // is the whole stretch around them if splitting the stretch would exceed kMost. It is empty if the system
  // refuses.
  Stretch show(std::uint64_t from, std::uint64_t to);
  // Stops tracking [from, to). The pages stay as they are.
  void forget(std::uint64_t from, std::uint64_t to);

  bool covers(std::uint64_t address) const { return first_part(address, address + 1).unreadable; }
  std::size_t stretches() const { return ends_.size(); }

 private:
  platform::AddressSpace* space_;
  std::size_t budget_;
  std::map<std::uint64_t, std::uint64_t>
      ends_;  // the start and end of each stretch; stretches neither touch nor overlap
  // A window without stretches around the last requested place. Sweeping requests millions of small gaps in
  // ascending order; this window answers nearly all of them.
  mutable std::uint64_t clear_from_ = 0;
  mutable std::uint64_t clear_to_ = 0;
};

}  // namespace gcrucible::engine
