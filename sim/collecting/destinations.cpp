#include "sim/collecting/destinations.h"

#include <cstddef>

namespace gcrucible::sim {

std::optional<Address> FreshDestinations::place(Generation target, std::uint16_t heap, std::uint64_t length) {
  if (rows_.size() <= heap) rows_.resize(heap + 1u);
  Row& row = rows_[heap][index_of(target)];
  if (row.limit - row.next < length) {
    const auto opened = heap_->open_range(target, length, heap);
    if (!opened) return std::nullopt;
    collection_->opened.push_back(*opened);
    const Range& range = heap_->ranges()[*opened];
    const Row fresh{heap_->pad(range.start), range.limit()};
    const Address to = fresh.next;
    // A plug that fills its own range must not end the row that other plugs are packed into.
    const bool own = length > heap_->settings().range_length[index_of(target)];
    if (!own) row = {fresh.next + length, fresh.limit};
    return to;
  }
  const Address to = row.next;
  row.next += length;
  return to;
}

void slide(const Heap& heap, const Range& range, std::span<Plug> plugs,
           std::span<const std::uint64_t> lengths) {
  Address next = heap.pad(range.start);
  std::size_t obstacle = 0;  // the first pinned plug at or above `next`
  const auto to_next_pinned = [&] {
    while (obstacle < plugs.size() && plugs[obstacle].pinned == 0) ++obstacle;
  };
  to_next_pinned();
  for (std::size_t i = 0; i < plugs.size(); ++i) {
    Plug& plug = plugs[i];
    plug.to = plug.from;
    if (plug.pinned != 0) continue;
    // An object below a pinned plug always fits below it. Only objects from above need the check.
    while (obstacle < i && !heap.fits(plugs[obstacle].from - next, lengths[i])) {
      next = plugs[obstacle].from + lengths[obstacle];
      ++obstacle;
      to_next_pinned();
    }
    plug.to = next;
    next += lengths[i];
  }
}

}  // namespace gcrucible::sim
