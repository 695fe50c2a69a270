#include "harness/clr/callbacks/buffer_pool.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "harness/platform/threads/thread_end.h"

namespace gcrucible::clr {

namespace {

// Length of the unreadable memory on either side; a multiple of any page size.
constexpr std::uint64_t kAround = std::uint64_t{64} << 10;
constexpr std::uint64_t kLeastPage = 4096;

struct Kept;
constinit thread_local Kept* kept = nullptr;
constinit thread_local bool gone = false;

struct Kept {
  Kept() = default;
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  ~Kept() { gone = true; }

  BufferPool desk;
};

}  // namespace

std::uint64_t PageReserve::take() {
  if (taken_ == 0) {
    // Works for any page size up to kAround.
    auto reserved = platform::AddressSpace::reserve_anywhere((2 * kPlaces + 1) * kAround);
    if (reserved) space_.emplace(std::move(*reserved));
  }
  if (!space_ || taken_ == kPlaces) return 0;
  return space_->actual_base() + (2 * taken_++ + 1) * kAround;
}

std::unique_ptr<GuardedBlock> GuardedBlock::make(std::size_t bytes, PageReserve& reserve) {
  std::unique_ptr<GuardedBlock> block(new GuardedBlock);
  std::uint64_t from = bytes + 2 * kMargin < kLeastPage ? reserve.take() : 0;
  if (from == 0) {
    auto reserved = platform::AddressSpace::reserve_anywhere(bytes + 2 * kMargin + 3 * kAround);
    if (!reserved) return nullptr;
    block->own_.emplace(std::move(*reserved));
    from = block->own_->actual_base() + kAround;
  }
  platform::AddressSpace& space = block->own_ ? *block->own_ : reserve.space();
  // Only the pages that are needed: each is written at once, and a run has a block for every array.
  const std::uint64_t page = space.page_size();
  const std::uint64_t readable = ((bytes + 2 * kMargin) / page + 1) * page;
  if (!space.make_accessible(from, readable)) return nullptr;
  auto* const memory = reinterpret_cast<std::byte*>(from);
  std::memset(memory, kPoison, readable);
  block->end_ = memory + readable - kMargin;
  block->room_ = readable - 2 * kMargin;
  return block;
}

void GuardedBlock::poison(std::size_t bytes) {
  std::memset(place(bytes) - kMargin, kPoison, kMargin + bytes + behind().size());
}

void GuardedBlock::turn(std::size_t bytes, const std::byte* checked) {
  at_edge_ = uses_++ % 2 == 1 && !stays_off_edge_;
  std::byte* const lowest = place(bytes) - kMargin;
  if (lowest < checked) std::memset(lowest, kPoison, static_cast<std::size_t>(checked - lowest));
}

void GuardedBlock::poison_array(std::size_t bytes) {
  if (bytes != 0) std::memset(place(bytes), kPoison, bytes);
}

bool GuardedBlock::poisoned(std::span<const std::byte> bytes) {
  // The first byte is poison, and each byte equals the one before it.
  return bytes.empty() || (bytes[0] == std::byte{kPoison} &&
                           std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

BufferPool* BufferPool::of_this_thread() {
  if (gone) return nullptr;
  if (kept == nullptr) kept = platform::keep_for_thread(std::make_unique<Kept>());
  return &kept->desk;
}

bool BufferPool::explain(std::uint64_t address, platform::CrashText& out) {
  if (gone || kept == nullptr) return false;
  for (const Place& place : kept->desk.places_) {
    const auto end = reinterpret_cast<std::uintptr_t>(place.block->end());
    if (!place.taken || address < end || address - end >= kAround) continue;
    const GuardedBlock::Last& array = place.block->last;
    out.text(", ");
    if (address == end) {
      out.text("directly");
    } else {
      out.decimal(address - end);
      out.text(address - end == 1 ? " byte" : " bytes");
    }
    out.text(" behind the end of ");
    out.text(array.array);
    out.text(", in which ");
    out.text(array.callback);
    out.text(" passed ");
    out.decimal(array.cells);
    out.text(array.cells == 1 ? " entry" : " entries");
    return true;
  }
  return false;
}

GuardedBlock* BufferPool::take(std::string_view callback, std::uint8_t array, std::size_t bytes) {
  const auto free = [&](const Place& place) {
    return !place.taken && place.array == array && place.callback.data() == callback.data();
  };
  auto place = std::ranges::find_if(places_, free);
  const bool first = place == places_.end();
  if (first || place->block->room() < bytes) {
    // At least twice the old size. All outgrown blocks together then stay smaller than the current one.
    const std::size_t least = first ? 0 : 2 * place->block->room();
    std::unique_ptr<GuardedBlock> larger = GuardedBlock::make(std::max(bytes, least), reserve_);
    if (larger == nullptr) return nullptr;
    if (first) {
      places_.push_back({.callback = callback, .array = array, .taken = false, .block = nullptr});
      place = places_.end() - 1;
    } else {
      outgrown_.push_back(std::move(place->block));
    }
    place->block = std::move(larger);
  }
  place->taken = true;
  return place->block.get();
}

void BufferPool::give_back(const GuardedBlock& block) {
  for (Place& place : places_) {
    if (place.block.get() == &block) place.taken = false;
  }
}

}  // namespace gcrucible::clr
