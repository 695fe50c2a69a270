// Who left which place in which collection, so that a stale ObjectID can be named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/engine/stale_address.h"
#include "sim/collecting/collection.h"

namespace gcrucible::engine {

// Remembers ranges, not objects: what was at an address is found by going back to the collection that emptied
// it and following the object through all collections since. A collection of more than kMostOfOne ranges and
// deaths is not remembered, so that big heaps pay nothing; the oldest go where there are more than kMost in
// all.
//
// Written by the collecting thread. find() may be called by whoever keeps the heap as it is, and by a crash
// handler: it takes no memory and no lock.
class Departures {
 public:
  static constexpr std::size_t kMostOfOne = std::size_t{1} << 16;
  static constexpr std::size_t kMost = std::size_t{1} << 18;
  static constexpr std::ptrdiff_t kMostCollections = 1024;

  // Between the collector's plan and its move, and after the move.
  void planned(const sim::Heap& heap, const sim::Collection& collection);
  void moved() { under_way_ = false; }

  // Collections so far that are not remembered: an address that none of the others emptied may have been
  // emptied by one of them.
  std::uint32_t forgotten() const { return forgotten_; }

  // Nothing for the start of an object that is there, and for an address where no object is known to have
  // been.
  std::optional<StaleAddress> find(const sim::Heap& heap, sim::Address address) const;

 private:
  struct Move {
    sim::Address from = 0;
    sim::Address to = 0;
    std::uint64_t length = 0;
  };
  struct Death {
    sim::Address at = 0;
    sim::ObjectIndex object = 0;
  };
  struct Entry {
    std::uint32_t collection = 0;
    bool remembered = true;
    std::vector<Move> moves;    // ascending by `from`
    std::vector<Death> deaths;  // ascending by `at`
    std::size_t size() const { return moves.size() + deaths.size(); }
  };

  static void remember(const sim::Heap& heap, const sim::Collection& collection, Entry& entry);
  static const Move* move_from(const Entry& entry, sim::Address address);
  static const Death* death_at(const sim::Heap& heap, const Entry& entry, sim::Address address);
  // `forgotten`: the collection that is not remembered and stands between, if one does.
  std::optional<StaleAddress> departed(const sim::Heap& heap, sim::Address address,
                                       std::uint32_t& forgotten) const;
  std::optional<StaleAddress> ahead(const sim::Heap& heap, sim::Address address) const;
  void follow(const sim::Heap& heap, std::size_t entry, sim::Address at, StaleAddress& stale) const;
  std::size_t carried_out() const { return entries_.size() - (under_way_ ? 1 : 0); }

  std::vector<Entry> entries_;  // in the order of the collections
  std::size_t total_ = 0;
  std::uint32_t forgotten_ = 0;
  bool under_way_ = false;  // the last entry's objects are still where they were
};

}  // namespace gcrucible::engine
