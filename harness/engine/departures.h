// Records which object left which place in which collection, to name a stale ObjectID.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/engine/stale_address.h"
#include "sim/collecting/collection.h"

namespace gcrucible::engine {

// Remembers ranges, not objects. To find an object, find() goes back to the collection that emptied the
// address, and follows the object through all later collections. A collection with more than kMostOfOne
// ranges and deaths is not remembered, so that big heaps pay nothing. The oldest collections are dropped if
// there are more than kMost ranges and deaths, or more than kMostCollections collections.
//
// Written by the collecting thread. Any thread may call find() while it keeps the heap unchanged. Crash
// handlers may call it too: it takes no memory and no lock.
class Departures {
 public:
  static constexpr std::size_t kMostOfOne = std::size_t{1} << 16;
  static constexpr std::size_t kMost = std::size_t{1} << 18;
  static constexpr std::ptrdiff_t kMostCollections = 1024;

  // Call planned() between the collector's plan and its move, and moved() after the move.
  void planned(const sim::Heap& heap, const sim::Collection& collection);
  void moved() { under_way_ = false; }

  // The number of collections so far that are not remembered. An address that no other collection emptied may
  // have been emptied by one of them.
  std::uint32_t forgotten() const { return forgotten_; }

  // Returns nothing for the start of an existing object, and for an address where no object is known to have
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
  // `forgotten`: set to the collection that ended the search, if that collection is not remembered.
  std::optional<StaleAddress> departed(const sim::Heap& heap, sim::Address address,
                                       std::uint32_t& forgotten) const;
  std::optional<StaleAddress> ahead(const sim::Heap& heap, sim::Address address) const;
  void follow(const sim::Heap& heap, std::size_t entry, sim::Address at, StaleAddress& stale) const;
  std::size_t carried_out() const { return entries_.size() - (under_way_ ? 1 : 0); }

  std::vector<Entry> entries_;  // in the order of the collections
  std::size_t total_ = 0;
  std::uint32_t forgotten_ = 0;
  bool under_way_ = false;  // the last entry's objects have not moved yet
};

}  // namespace gcrucible::engine
