#include "harness/engine/departures.h"

#include <algorithm>

namespace gcrucible::engine {

using sim::Address;
using sim::kNoObject;
using sim::ObjectIndex;

void Departures::planned(const sim::Heap& heap, const sim::Collection& collection) {
  Entry& entry = entries_.emplace_back();
  under_way_ = true;
  entry.collection = collection.number;
  entry.remembered = collection.plugs.size() + collection.dead_count <= kMostOfOne;
  if (entry.remembered) {
    remember(heap, collection, entry);
    total_ += entry.size();
  } else {
    ++forgotten_;
  }
  auto kept = entries_.begin();
  while (kept != entries_.end() - 1 && (total_ > kMost || entries_.end() - kept > kMostCollections)) {
    total_ -= kept->size();
    if (kept->remembered) ++forgotten_;
    ++kept;
  }
  entries_.erase(entries_.begin(), kept);
}

void Departures::remember(const sim::Heap& heap, const sim::Collection& collection, Entry& entry) {
  for (const sim::RangePlan& plan : collection.ranges) {
    const sim::Range& range = heap.ranges()[plan.range];
    for (std::uint32_t i = plan.first_plug; i < plan.first_plug + plan.plug_count; ++i) {
      const sim::Plug& plug = collection.plugs[i];
      if (plug.from == plug.to) continue;
      entry.moves.push_back({plug.from, plug.to, sim::plug_length(heap, range, plug)});
    }
  }
  for (const ObjectIndex object : sim::deaths(heap, collection)) {
    entry.deaths.push_back({heap.objects().address[object], object});
  }
  std::ranges::sort(entry.moves, {}, &Move::from);
  std::ranges::sort(entry.deaths, {}, &Death::at);
}

const Departures::Move* Departures::move_from(const Entry& entry, Address address) {
  const auto next = std::ranges::upper_bound(entry.moves, address, {}, &Move::from);
  if (next == entry.moves.begin()) return nullptr;
  const Move& move = *std::prev(next);
  return address - move.from < move.length ? &move : nullptr;
}

const Departures::Death* Departures::death_at(const sim::Heap& heap, const Entry& entry, Address address) {
  const auto next = std::ranges::upper_bound(entry.deaths, address, {}, &Death::at);
  if (next == entry.deaths.begin()) return nullptr;
  const Death& death = *std::prev(next);
  return address - death.at < heap.padded_size_of(death.object) ? &death : nullptr;
}

// Finds where the object went after the collection of `entry` moved it to `at`.
void Departures::follow(const sim::Heap& heap, std::size_t entry, Address at, StaleAddress& stale) const {
  const Address arrived = at;
  ObjectIndex object = kNoObject;
  Address start = 0;
  for (++entry; entry < carried_out() && object == kNoObject; ++entry) {
    if (!entries_[entry].remembered) {
      stale.forgotten = entries_[entry].collection;
      return;
    }
    if (const Death* death = death_at(heap, entries_[entry], at)) {
      object = death->object;
      start = death->at;
    } else if (const Move* move = move_from(entries_[entry], at)) {
      at += move->to - move->from;
    }
  }
  if (object == kNoObject) {
    object = heap.object_covering(at);
    if (object == kNoObject) return;
    start = heap.objects().address[object];
    stale.lives = true;
    stale.now = start;
  }
  stale.object = object;
  // Every move carried the object as a whole.
  stale.id = arrived - (at - start) - (stale.to - stale.from);
}

std::optional<StaleAddress> Departures::departed(const sim::Heap& heap, Address address,
                                                 std::uint32_t& forgotten) const {
  for (std::size_t i = carried_out(); i-- > 0;) {
    const Entry& entry = entries_[i];
    // An earlier object need not be the last one that was there.
    if (!entry.remembered) {
      forgotten = entry.collection;
      return std::nullopt;
    }
    StaleAddress stale;
    stale.collection = entry.collection;
    if (const Death* death = death_at(heap, entry, address)) {
      stale.kind = StaleAddress::Kind::kDied;
      stale.object = death->object;
      stale.id = death->at;
      return stale;
    }
    if (const Move* move = move_from(entry, address)) {
      stale.kind = StaleAddress::Kind::kMoved;
      stale.id = address;
      stale.from = move->from;
      stale.to = move->to;
      stale.length = move->length;
      follow(heap, i, address + (move->to - move->from), stale);
      return stale;
    }
  }
  return std::nullopt;
}

std::optional<StaleAddress> Departures::ahead(const sim::Heap& heap, Address address) const {
  if (!under_way_) return std::nullopt;
  const Entry& entry = entries_.back();
  for (const Move& move : entry.moves) {
    if (address - move.to >= move.length) continue;
    StaleAddress stale;
    stale.kind = StaleAddress::Kind::kAhead;
    stale.object = heap.object_covering(address - move.to + move.from);
    if (stale.object == kNoObject) return std::nullopt;
    stale.collection = entry.collection;
    stale.now = heap.objects().address[stale.object];
    stale.id = stale.now - move.from + move.to;
    stale.lives = true;
    stale.from = move.from;
    stale.to = move.to;
    stale.length = move.length;
    return stale;
  }
  return std::nullopt;
}

std::optional<StaleAddress> Departures::find(const sim::Heap& heap, Address address) const {
  const ObjectIndex covering = heap.object_covering(address);
  if (covering != kNoObject && heap.objects().address[covering] == address) return std::nullopt;
  // An old ObjectID explains more about a mistake than the object that is there now.
  std::optional<StaleAddress> stale = ahead(heap, address);
  if (stale && stale->id == address) return stale;
  std::uint32_t forgotten = 0;
  std::optional<StaleAddress> past = departed(heap, address, forgotten);
  if (past && past->id == address) return past;
  if (covering != kNoObject) {
    StaleAddress inside;
    inside.kind = StaleAddress::Kind::kInterior;
    inside.object = covering;
    inside.id = inside.now = heap.objects().address[covering];
    inside.lives = true;
    return inside;
  }
  if (stale) return stale;
  if (past) return past;
  if (!heap.memory().vacated(address)) return std::nullopt;
  StaleAddress vacated;
  vacated.forgotten = forgotten;
  return vacated;
}

}  // namespace gcrucible::engine
