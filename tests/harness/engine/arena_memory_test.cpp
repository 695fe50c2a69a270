#include "harness/engine/arena_memory.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "tests/harness/platform/fate.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::engine {
namespace {

using platform::AddressSpace;
using sim::Address;
using sim::Generation;
using tests::is_unreadable;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

AddressSpace space_of(std::uint64_t length = AddressSpace::kDefaultLength) {
  Expected<AddressSpace> reserved = AddressSpace::reserve(length);
  REQUIRE(reserved);
  return std::move(*reserved);
}

std::uint64_t word(Address address) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

void fill(ArenaMemory& memory, Address start, std::uint64_t length, int value) {
  std::memset(memory.bytes(start) - 8, value, length);
}

bool all(Address from, std::uint64_t length, std::uint8_t value) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(from);
  return std::all_of(bytes, bytes + length, [&](std::uint8_t byte) { return byte == value; });
}

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  return resident * static_cast<std::uint64_t>(getpagesize());
}

std::size_t mappings() {
  std::ifstream file("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(file, line);) ++count;
  return count;
}

}  // namespace

TEST_CASE("ArenaMemory: a range is zero and has an unreadable guard before it") {
  AddressSpace space = space_of();
  ArenaMemory memory(space);
  const Address first = memory.reserve(4 * kMiB, Generation::k0);
  const Address second = memory.reserve(4 * kMiB, Generation::k0);
  REQUIRE(first != 0);
  CHECK(first % ArenaMemory::kGranule == 0x28);
  CHECK(second > first + 4 * kMiB);
  CHECK(all(first - 8, 4 * kMiB + 8, 0));
  CHECK(memory.bytes(first) == reinterpret_cast<std::byte*>(first));
  CHECK(is_unreadable(first - 0x29));
  CHECK(is_unreadable(second - 0x29));
  CHECK_FALSE(is_unreadable(second - 8));
}

TEST_CASE("ArenaMemory: addresses depend on the calls only") {
  const auto history = [](std::uint64_t length) {
    AddressSpace space = space_of(length);
    ArenaMemory memory(space);
    std::vector<Address> addresses;
    for (const std::uint64_t size : {kMiB, 4 * kMiB, kMiB}) {
      const Address at = memory.reserve(size, Generation::k2);
      if (size == kMiB) memory.release(at, size);
      memory.age();
      addresses.push_back(space.canonical(at));
    }
    return addresses;
  };
  const auto whole = history(AddressSpace::kDefaultLength);
  CHECK(whole == history(kGiB));
  CHECK(whole.front() == AddressSpace::kCanonicalBase + ArenaMemory::kGranule + 0x28);
}

TEST_CASE("ArenaMemory: slide moves each address by the same number of bytes") {
  AddressSpace space = space_of();
  ArenaMemory plain(space, {.length = kGiB});
  ArenaMemory slid(space, {.offset = kGiB, .slide = 0x5000});
  CHECK(slid.reserve(100, Generation::k0) == plain.reserve(100, Generation::k0) + kGiB + 0x5000);
}

TEST_CASE("ArenaMemory: spaced ranges have the same lower address halves") {
  AddressSpace space = space_of(AddressSpace::kDefaultLength);
  constexpr std::uint64_t kApart = 4 * kGiB;
  constexpr std::uint64_t kFew = ArenaMemory::kSpaced / kApart;
  ArenaMemory memory(space, {.backed = false, .slide = 0x5000, .spacing = kApart});
  const Address first = memory.reserve(kMiB, Generation::k0);
  // Longer than the spacing.
  CHECK(memory.reserve(5 * kGiB, Generation::kLarge) == first + kApart);
  const Address third = memory.reserve(100, Generation::k2);
  CHECK(third == first + 3 * kApart);
  memory.release(third, 100);
  for (int i = 0; i < 3; ++i) memory.age();
  CHECK(memory.reserve(100, Generation::k1) == third);
  Address last = third;
  for (std::uint64_t i = 4; i < kFew; ++i) last = memory.reserve(kMiB, Generation::k2);
  CHECK(last == first + (kFew - 1) * kApart);
  const Address beyond = memory.reserve(kMiB, Generation::k2);
  CHECK(beyond == first + ArenaMemory::kSpaced);
  CHECK(memory.reserve(kMiB, Generation::k2) < beyond + 2 * kMiB);
}

TEST_CASE("ArenaMemory: vacated bytes have the pattern and the next header stays") {
  AddressSpace space = space_of();
  ArenaMemory memory(space);
  const Address start = memory.reserve(kMiB, Generation::k0);
  fill(memory, start, 96, 0x11);
  memory.vacate(start + 24, 48);
  CHECK(all(start - 8, 24, 0x11));
  CHECK(all(start + 16, 48, 0xDD));
  CHECK(all(start + 64, 24, 0x11));
  CHECK(word(start + 24) == ArenaMemory::kPattern);
  CHECK(memory.vacated(start + 24));
  CHECK(memory.vacated(start + 48));
  CHECK_FALSE(memory.vacated(start));
  CHECK_FALSE(memory.vacated(start + 72));
  memory.reclaim(start + 24, 48);
  CHECK(all(start + 16, 48, 0));
  CHECK(all(start + 64, 24, 0x11));
  CHECK_FALSE(memory.vacated(start + 24));
}

TEST_CASE("ArenaMemory: whole vacated pages are unreadable until reclaimed") {
  AddressSpace space = space_of();
  ArenaMemory memory(space);
  const std::uint64_t page = space.page_size();
  const Address start = memory.reserve(kMiB, Generation::k0);
  fill(memory, start, kMiB, 0x22);
  memory.vacate(start + 64, 10 * page);
  CHECK(word(start + 64) == ArenaMemory::kPattern);
  CHECK(is_unreadable(start + 2 * page));
  CHECK(memory.vacated(start + 2 * page));
  CHECK(word(start + 64 + 10 * page - 8) == 0x2222222222222222);

  // A plan puts one object into the middle. The rest of its pages stays vacated.
  const Address inside = start + 4 * page + 256;
  memory.reclaim(inside, 128);
  CHECK(all(inside - 8, 128, 0));
  CHECK(word(inside - 16) == ArenaMemory::kPattern);
  CHECK(word(inside + 120) == ArenaMemory::kPattern);
  CHECK(is_unreadable(inside + page));
  CHECK(is_unreadable(inside - page));
  CHECK(memory.vacated(inside + page));

  // Vacating and reclaiming the whole stretch is allowed, although parts are unreadable.
  memory.vacate(start, 20 * page);
  CHECK(memory.vacated(inside));
  memory.reclaim(start, 20 * page);
  CHECK(all(start - 8, 20 * page, 0));
  CHECK(word(start + 20 * page) == 0x2222222222222222);
}

TEST_CASE("ArenaMemory: a released range is reused after its quarantine") {
  AddressSpace space = space_of();
  ArenaMemory memory(space, {.quarantine = 2});
  const Address a = memory.reserve(kMiB, Generation::k0);
  const Address b = memory.reserve(kMiB, Generation::k0);
  const Address keep = memory.reserve(kMiB, Generation::k0);
  fill(memory, b, kMiB, 0x33);
  memory.release(b, kMiB);
  memory.release(a, kMiB);
  CHECK(is_unreadable(a));
  CHECK(is_unreadable(b + kMiB - 8));
  CHECK(memory.vacated(a));
  CHECK(memory.vacated(b + 0x100));
  CHECK_FALSE(memory.vacated(keep));
  CHECK(memory.reserve(kMiB, Generation::k0) > keep);
  memory.age();
  CHECK(memory.reserve(kMiB, Generation::k0) > keep);
  memory.age();
  CHECK(memory.reserve(kMiB, Generation::k1) == b);
  CHECK(all(b - 8, kMiB + 8, 0));
  CHECK_FALSE(memory.vacated(b + 0x100));
  CHECK(memory.reserve(kMiB, Generation::k1) == a);
}

TEST_CASE("ArenaMemory: without free space neighbouring old ranges are joined") {
  AddressSpace space = space_of(8 * kMiB);
  ArenaMemory memory(space, {.quarantine = 1});
  std::vector<Address> ranges;
  while (const Address at = memory.reserve(kMiB, Generation::k0)) ranges.push_back(at);
  REQUIRE(ranges.size() >= 4);
  CHECK(memory.reserve(2 * kMiB, Generation::k0) == 0);
  memory.release(ranges[1], kMiB);
  memory.release(ranges[2], kMiB);
  CHECK(memory.reserve(2 * kMiB, Generation::k0) == 0);
  memory.age();
  CHECK(memory.reserve(2 * kMiB, Generation::k0) == ranges[1]);
  CHECK(all(ranges[1] - 8, 2 * kMiB + 8, 0));
}

TEST_CASE("ArenaMemory: an impossible size -> address 0") {
  AddressSpace space = space_of(64 * kMiB);
  ArenaMemory memory(space);
  CHECK(memory.reserve(~std::uint64_t{0}, Generation::k0) == 0);
  CHECK(memory.reserve(~std::uint64_t{0} - 0x20000, Generation::k0) == 0);
  CHECK(memory.reserve(65 * kMiB, Generation::k0) == 0);
  CHECK(memory.reserve(kMiB, Generation::k0) != 0);
}

TEST_CASE("ArenaMemory: without backing there are addresses but no bytes") {
  AddressSpace space = space_of();
  ArenaMemory memory(space, {.backed = false});
  const Address at = memory.reserve(40 * kGiB, Generation::kLarge);
  REQUIRE(at != 0);
  CHECK(memory.bytes(at) == nullptr);
  CHECK(is_unreadable(at));
  memory.vacate(at, kGiB);
  memory.reclaim(at, kGiB);
  memory.move(at, at + kGiB, kGiB);
  memory.release(at, 40 * kGiB);
  CHECK(memory.vacated(at));
}

TEST_CASE("ArenaMemory: an array of 5 GB uses address space only") {
  AddressSpace space = space_of();
  ArenaMemory memory(space);
  constexpr std::uint64_t kLength = 5 * kGiB + 24;
  const std::uint64_t before = resident_bytes();
  const Address old = memory.reserve(kLength, Generation::kLarge);
  const Address fresh = memory.reserve(kLength + 64, Generation::kLarge) + 64;
  REQUIRE(old != 0);
  const std::vector<std::uint64_t> touched = {0, 8, 4 * kGiB - 8, 4 * kGiB + 4096 * 3 + 16, kLength - 16};
  for (const std::uint64_t at : touched) std::memcpy(memory.bytes(old + at), &at, sizeof at);
  CHECK(word(old + kGiB) == 0);  // reading must not make the page count as written
  memory.move(old, fresh, kLength);
  for (const std::uint64_t at : touched) CHECK(word(fresh + at) == at);
  CHECK(word(fresh + 2 * kGiB) == 0);

  // Slides down by less than its length, so source and destination overlap.
  memory.move(fresh, fresh - 40, kLength);
  for (const std::uint64_t at : touched) CHECK(word(fresh - 40 + at) == at);
  memory.move(fresh - 40, fresh, kLength);
  for (const std::uint64_t at : touched) CHECK(word(fresh + at) == at);
  memory.vacate(old, kLength);
  memory.reclaim(old, kLength);
#ifndef GCRUCIBLE_SANITIZED  // shadow memory counts as resident
  CHECK(resident_bytes() < before + 64 * kMiB);
#else
  static_cast<void>(before);
#endif
}

TEST_CASE("ArenaMemory: beyond the limit of unreadable stretches the pattern is used") {
  AddressSpace space = space_of();
  ArenaMemory memory(space, {.unreadable_stretches = 4});
  const std::uint64_t page = space.page_size();
  const Address start = memory.reserve(64 * page, Generation::k0);
  for (std::uint64_t i = 0; i < 8; ++i) memory.vacate(start + i * 8 * page, 4 * page);
  std::size_t unreadable = 0;
  for (std::uint64_t i = 0; i < 8; ++i) {
    const Address inside = start + i * 8 * page + 2 * page;
    CHECK(memory.vacated(inside));
    if (is_unreadable(inside)) {
      ++unreadable;
    } else {
      CHECK(word(inside) == ArenaMemory::kPattern);
    }
  }
  CHECK(unreadable == 4);
}

TEST_CASE("ArenaMemory: many holes stay below the limit of mappings") {
  AddressSpace space = space_of();
  ArenaMemory memory(space);
  const std::uint64_t page = space.page_size();
  const std::uint64_t holes = 40'000;
  const Address start = memory.reserve(holes * 4 * page, Generation::k2);
  REQUIRE(start != 0);
  for (std::uint64_t i = 0; i < holes; ++i) memory.vacate(start + i * 4 * page, 3 * page);
  CHECK(mappings() < 20'000);
  // Making the middle of one huge stretch readable, again and again, must not exhaust anything either.
  const Address huge = memory.reserve(holes * 2 * page, Generation::k2);
  memory.vacate(huge, holes * 2 * page);
  for (std::uint64_t i = 1; i + 1 < holes; ++i) memory.reclaim(huge + i * 2 * page, 64);
  CHECK(mappings() < 40'000);
  CHECK(word(huge + 4 * page) == 0);
  CHECK(memory.vacated(huge + 4 * page + 128));
}

TEST_CASE("ArenaMemory: move equals memmove for any bytes") {
  tests::property("move is memmove", [] {
    AddressSpace space = space_of(kGiB);
    ArenaMemory memory(space);
    constexpr std::uint64_t kRange = 6 * kMiB;
    const Address start = memory.reserve(kRange, Generation::kLarge);
    std::vector<std::uint8_t> model(kRange + 8, 0);
    auto* const bytes = reinterpret_cast<std::uint8_t*>(start - 8);
    const int runs = *rc::gen::inRange(0, 20);
    for (int i = 0; i < runs; ++i) {
      const auto at = *rc::gen::inRange<std::size_t>(0, model.size() - 9000);
      const auto length = *rc::gen::inRange<std::size_t>(1, 9000);
      const auto value = *rc::gen::inRange<int>(0, 256);
      std::memset(bytes + at, value, length);
      std::memset(model.data() + at, value, length);
    }
    const auto length = *rc::gen::inRange<std::uint64_t>(1, 3 * kMiB / 8) * 8;
    const auto from = *rc::gen::inRange<std::uint64_t>(0, (kRange - length) / 8) * 8;
    const auto to = *rc::gen::inRange<std::uint64_t>(0, (kRange - length) / 8) * 8;
    memory.move(start + from, start + to, length);
    std::memmove(model.data() + to, model.data() + from, length);
    RC_ASSERT(std::memcmp(bytes, model.data(), model.size()) == 0);
  });
}

TEST_CASE("ArenaMemory: vacate and reclaim in any order keep live bytes") {
  tests::property("cells are alive or vacated or zero as set last", [] {
    AddressSpace space = space_of(kGiB);
    ArenaMemory memory(space, {.unreadable_stretches = *rc::gen::inRange<std::size_t>(0, 12)});
    constexpr std::uint64_t kCell = 1024;
    constexpr std::uint64_t kCells = 64 * 4;
    const Address start = memory.reserve(kCell * kCells, Generation::k0);
    enum class State { kAlive, kVacated, kZero };
    std::vector<State> model(kCells, State::kAlive);
    fill(memory, start, kCell * kCells, 0x77);
    const int steps = *rc::gen::inRange(1, 40);
    for (int step = 0; step < steps; ++step) {
      const auto cell = *rc::gen::inRange<std::uint64_t>(0, kCells);
      const auto count = *rc::gen::inRange<std::uint64_t>(1, kCells - cell + 1);
      const Address at = start + cell * kCell;
      const auto next = *rc::gen::element(State::kAlive, State::kVacated, State::kVacated, State::kZero);
      if (next == State::kVacated) memory.vacate(at, count * kCell);
      if (next != State::kVacated) memory.reclaim(at, count * kCell);
      if (next == State::kAlive) fill(memory, at, count * kCell, 0x77);
      std::fill_n(model.begin() + static_cast<std::ptrdiff_t>(cell), count, next);
    }
    for (std::uint64_t cell = 0; cell < kCells; ++cell) {
      const Address at = start + cell * kCell;
      RC_ASSERT(memory.vacated(at) == (model[cell] == State::kVacated));
      if (model[cell] == State::kAlive) RC_ASSERT(all(at - 8, kCell, 0x77));
      if (model[cell] == State::kZero) RC_ASSERT(all(at - 8, kCell, 0));
    }
  });
}

}  // namespace gcrucible::engine
