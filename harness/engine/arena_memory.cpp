#include "harness/engine/arena_memory.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace gcrucible::engine {
namespace {

constexpr std::uint64_t kHeader = 8;
// From this length on, checking pages before touching them is cheaper than copying all.
constexpr std::uint64_t kSparse = std::uint64_t{1} << 20;
// From this length on, giving pages back is cheaper than writing zeroes.
constexpr std::uint64_t kDiscard = std::uint64_t{64} << 10;
constexpr std::uint64_t kBlock = std::uint64_t{2} << 20;

std::byte* at(std::uint64_t address) {
  return reinterpret_cast<std::byte*>(address);
}

void write_pattern(std::uint64_t from, std::uint64_t to) {
  if (from < to) std::memset(at(from), static_cast<int>(ArenaMemory::kPattern & 0xFF), to - from);
}

bool is_zero(std::uint64_t from, std::uint64_t length) {
  const std::byte* const first = at(from);
  return length == 0 || (*first == std::byte{0} && std::memcmp(first, first + 1, length - 1) == 0);
}

// Writing zeroes to an untouched page would make the system allocate memory for it.
void zero_if_needed(std::uint64_t from, std::uint64_t length) {
  if (!is_zero(from, length)) std::memset(at(from), 0, length);
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// The caller cannot continue without the memory that it was promised.
[[noreturn]] void out_of_mappings() {
  std::fputs("gcrucible: the system refuses to change pages of the simulated heap; raise vm.max_map_count\n",
             stderr);
  std::abort();
}

}  // namespace

ArenaMemory::ArenaMemory(platform::AddressSpace& space, ArenaOptions options)
    : space_(&space),
      options_(options),
      page_(space.page_size()),
      next_(space.actual_base() + options.offset + options.slide),
      end_(space.actual_base() + (options.length == 0
                                      ? space.length()
                                      : std::min(space.length(), options.offset + options.length))),
      spaced_end_(next_ + (options.spacing == 0 ? 0 : kSpaced)),
      unreadable_(space, options.unreadable_stretches) {
  assert(options.offset % kGranule == 0 && options.slide % page_ == 0 && kGranule % page_ == 0 &&
         options.spacing % kGranule == 0);
}

// Returns address space of `length` bytes, or 0. An old range of exactly this length is reused first. A heap
// of equal ranges therefore never grows beyond its needs and never fragments.
std::uint64_t ArenaMemory::take(std::uint64_t length) {
  const auto old = std::find_if(released_.begin(), released_.end(), [&](const Released& piece) {
    return piece.age >= options_.quarantine && piece.length == length;
  });
  if (old != released_.end()) {
    const std::uint64_t start = old->start;
    released_.erase(old);
    return start;
  }
  if (const std::uint64_t start = take_new(length); start != 0) return start;
  return take_joined(length);
}

std::uint64_t ArenaMemory::take_new(std::uint64_t length) {
  if (next_ > end_ || length > end_ - next_) return 0;
  const std::uint64_t start = next_;
  next_ += start < spaced_end_ ? round_up(length, options_.spacing) : length;
  return start;
}

// For when all new address space is used up. Takes the lowest run of adjacent old ranges that is long enough.
std::uint64_t ArenaMemory::take_joined(std::uint64_t length) {
  std::vector<Released> old;
  std::copy_if(released_.begin(), released_.end(), std::back_inserter(old),
               [&](const Released& piece) { return piece.age >= options_.quarantine; });
  std::sort(old.begin(), old.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
  for (std::size_t first = 0; first < old.size(); ++first) {
    std::uint64_t end = old[first].start + old[first].length;
    std::size_t last = first;
    while (end - old[first].start < length && last + 1 < old.size() && old[last + 1].start == end) {
      end += old[++last].length;
    }
    const std::uint64_t start = old[first].start;
    if (end - start < length) continue;
    std::erase_if(released_,
                  [&](const Released& piece) { return piece.start >= start && piece.start < end; });
    if (end - start > length)
      released_.push_back({start + length, end - start - length, options_.quarantine});
    return start;
  }
  return 0;
}

sim::Address ArenaMemory::reserve(std::uint64_t length, sim::Generation) {
  if (length > space_->length()) return 0;
  const std::uint64_t whole = kGranule + round_up(kFirstObject + length, kGranule);
  const std::uint64_t guard = take(whole);
  if (guard == 0) return 0;
  const std::uint64_t start = guard + kGranule;
  const std::uint64_t readable = options_.backed ? round_up(kFirstObject + length, page_) : 0;
  if (options_.backed && !space_->make_accessible(start, readable)) {
    released_.push_back({guard, whole, options_.quarantine});
    return 0;
  }
  ranges_.emplace(guard, Range{whole, readable});
  return start + kFirstObject;
}

std::byte* ArenaMemory::bytes(sim::Address address) {
  return options_.backed ? at(address) : nullptr;
}

void ArenaMemory::vacate(sim::Address start, std::uint64_t length) {
  if (!options_.backed || length == 0) return;
  assert(space_->contains(start - kHeader) && length % kHeader == 0);
  const std::uint64_t to = start + length - kHeader;
  for (std::uint64_t from = start - kHeader; from < to;) {
    const UnreadablePages::Stretch part = unreadable_.first_part(from, to);
    if (!part.unreadable) vacate_readable(part.from, part.to);
    from = part.to;
  }
}

void ArenaMemory::vacate_readable(std::uint64_t from, std::uint64_t to) {
  const std::uint64_t first = page_above(from);
  const std::uint64_t last = page_below(to);
  if (first >= last) {
    write_pattern(from, to);
    return;
  }
  write_pattern(from, first);
  if (!unreadable_.hide(first, last)) {
    const bool dropped = last - first >= UnreadablePages::kLargeBytes && space_->discard(first, last - first);
    if (!dropped) write_pattern(first, last);
  }
  write_pattern(last, to);
}

void ArenaMemory::reclaim(sim::Address start, std::uint64_t length) {
  if (!options_.backed || length == 0) return;
  assert(space_->contains(start - kHeader) && length % kHeader == 0);
  const std::uint64_t to = start + length - kHeader;
  for (std::uint64_t from = start - kHeader; from < to;) {
    const UnreadablePages::Stretch part = unreadable_.first_part(from, to);
    from = part.to;
    if (!part.unreadable) {
      zero(part.from, part.to);
      continue;
    }
    const UnreadablePages::Stretch shown = unreadable_.show(page_below(part.from), page_above(part.to));
    if (shown.from == shown.to) out_of_mappings();
    write_pattern(shown.from, part.from);
    write_pattern(part.to, shown.to);
  }
}

void ArenaMemory::zero(std::uint64_t from, std::uint64_t to) {
  const std::uint64_t first = page_above(from);
  const std::uint64_t last = page_below(to);
  if (to - from >= kDiscard && space_->discard(first, last - first)) {
    zero_if_needed(from, first - from);
    zero_if_needed(last, to - last);
  } else {
    zero_if_needed(from, to - from);
  }
}

void ArenaMemory::release(sim::Address start, std::uint64_t length) {
  const auto range = ranges_.find(start - kFirstObject - kGranule);
  if (range == ranges_.end()) {
    vacate(start, length);
    return;
  }
  const std::uint64_t guard = range->first;
  const Range released = range->second;
  ranges_.erase(range);
  unreadable_.forget(guard, guard + released.length);
  if (options_.backed && !space_->make_inaccessible(guard + kGranule, released.readable)) out_of_mappings();
  released_.push_back({guard, released.length, 0});
}

void ArenaMemory::age() {
  for (Released& piece : released_) {
    if (piece.age < options_.quarantine) ++piece.age;
  }
}

bool ArenaMemory::vacated(sim::Address address) const {
  if (std::any_of(released_.begin(), released_.end(), [&](const Released& piece) {
        return address >= piece.start + kGranule && address - piece.start < piece.length;
      })) {
    return true;
  }
  const auto after = ranges_.upper_bound(address);
  if (after == ranges_.begin() || address % sizeof(std::uint64_t) != 0) return false;
  const std::uint64_t start = std::prev(after)->first + kGranule;
  if (address < start || address - start >= std::prev(after)->second.readable) return false;
  if (unreadable_.covers(address)) return true;
  std::uint64_t word = 0;
  std::memcpy(&word, at(address), sizeof word);
  return word == kPattern;
}

void ArenaMemory::move(sim::Address from, sim::Address to, std::uint64_t length) {
  if (!options_.backed || length == 0 || from == to) return;
  if (length >= kSparse) {
    move_sparse(from - kHeader, to - kHeader, length);
  } else {
    std::memmove(at(to - kHeader), at(from - kHeader), length);
  }
}

// Copies block by block, in the direction that memmove takes, so that no block is overwritten before it is
// read.
void ArenaMemory::move_sparse(std::uint64_t from, std::uint64_t to, std::uint64_t length) {
  const bool ascending = to < from;
  for (std::uint64_t done = 0; done < length;) {
    const std::uint64_t size = std::min(kBlock, length - done);
    const std::uint64_t offset = ascending ? done : length - done - size;
    move_block(from + offset, to + offset, size, ascending);
    done += size;
  }
}

void ArenaMemory::move_block(std::uint64_t from, std::uint64_t to, std::uint64_t length, bool ascending) {
  const std::uint64_t first = page_below(from);
  const auto edge = [&](std::size_t page) { return std::clamp(first + page * page_, from, from + length); };
  flags_.assign((page_above(from + length) - first) / page_, 1);
  if (!space_->touched(first, flags_)) std::fill(flags_.begin(), flags_.end(), std::uint8_t{1});
  for (std::size_t page = 0; page < flags_.size(); ++page) {
    if (flags_[page] != 0 && is_zero(edge(page), edge(page + 1) - edge(page))) flags_[page] = 0;
  }
  // Splits the block into runs of pages with and without contents. An untouched array then costs one system
  // call per block and nothing else.
  for (std::size_t done = 0; done < flags_.size();) {
    std::size_t end = done;
    const auto flag = [&](std::size_t i) { return flags_[ascending ? i : flags_.size() - 1 - i]; };
    while (end < flags_.size() && flag(end) == flag(done)) ++end;
    const std::uint64_t a = edge(ascending ? done : flags_.size() - end);
    const std::uint64_t b = edge(ascending ? end : flags_.size() - done);
    if (flag(done) != 0) {
      std::memmove(at(to + (a - from)), at(a), b - a);
    } else {
      zero(to + (a - from), to + (b - from));
    }
    done = end;
  }
}

}  // namespace gcrucible::engine
