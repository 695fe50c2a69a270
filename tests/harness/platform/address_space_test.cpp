#include "harness/platform/memory/address_space.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "tests/harness/platform/fate.h"
#include "tests/support/catch.h"

namespace gcrucible::platform {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

char* at(std::uint64_t address) {
  return reinterpret_cast<char*>(address);
}

}  // namespace

TEST_CASE("AddressSpace: reserved at the canonical base without access") {
  auto reserved = AddressSpace::reserve();
  REQUIRE(reserved);
  CHECK(reserved->actual_base() == AddressSpace::kCanonicalBase);
  CHECK(reserved->length() == AddressSpace::kDefaultLength);
  CHECK(tests::is_unreadable(AddressSpace::kCanonicalBase));
}

TEST_CASE("AddressSpace: a second reservation maps to canonical addresses") {
  auto first = AddressSpace::reserve(kGiB);
  auto second = AddressSpace::reserve(kGiB);
  REQUIRE(first);
  REQUIRE(second);
  const std::uint64_t base = second->actual_base();
  CHECK(base != AddressSpace::kCanonicalBase);
  CHECK(base % AddressSpace::kAlignment == 0);
  CHECK(second->canonical(base + 123) == AddressSpace::kCanonicalBase + 123);
  CHECK(second->canonical(base + kGiB) == base + kGiB);
  CHECK(second->canonical(7) == 7);
  CHECK(second->make_accessible(base, kGiB));
  CHECK(*at(base + kGiB - 1) == 0);
}

TEST_CASE("AddressSpace: reserve_anywhere leaves the canonical base free") {
  auto some = AddressSpace::reserve_anywhere(100'000);
  auto canonical = AddressSpace::reserve(kGiB);
  REQUIRE(some);
  REQUIRE(canonical);
  CHECK(canonical->actual_base() == AddressSpace::kCanonicalBase);
  AddressSpace& space = *some;
  CHECK(space.length() >= 100'000);
  CHECK(space.length() % space.page_size() == 0);
  const std::uint64_t base = space.actual_base();
  CHECK(tests::is_unreadable(base));
  REQUIRE(space.make_accessible(base + space.page_size(), space.page_size()));
  CHECK(*at(base + space.page_size()) == 0);
  CHECK(tests::is_unreadable(base + 2 * space.page_size()));
}

TEST_CASE("AddressSpace: pages are zero when made accessible and lost when inaccessible") {
  auto reserved = AddressSpace::reserve(kGiB);
  REQUIRE(reserved);
  AddressSpace& space = *reserved;
  const std::uint64_t page = space.page_size();
  const std::uint64_t base = space.actual_base();
  REQUIRE(space.make_accessible(base, 4 * page));
  std::memset(at(base), 1, 4 * page);
  REQUIRE(space.make_accessible(base, 8 * page));
  CHECK(*at(base) == 1);
  CHECK(*at(base + 4 * page) == 0);
  REQUIRE(space.make_inaccessible(base + page, page));
  CHECK(tests::is_unreadable(base + page));
  CHECK_FALSE(tests::is_unreadable(base + 2 * page));
  REQUIRE(space.make_accessible(base + page, page));
  CHECK(*at(base + page) == 0);
  REQUIRE(space.discard(base, page));
  CHECK(*at(base) == 0);
  CHECK(*at(base + 2 * page) == 1);
}

TEST_CASE("AddressSpace: untouched pages are recognised") {
  auto reserved = AddressSpace::reserve(kGiB);
  REQUIRE(reserved);
  AddressSpace& space = *reserved;
  const std::uint64_t page = space.page_size();
  const std::uint64_t base = space.actual_base();
  REQUIRE(space.make_accessible(base, 1000 * page));
  *at(base + 3 * page) = 1;
  *at(base + 700 * page) = 1;
  std::vector<std::uint8_t> flags(1000, 9);
  REQUIRE(space.touched(base, flags));
  CHECK(std::count(flags.begin(), flags.end(), 0) == 998);
  CHECK(flags[3] == 1);
  CHECK(flags[700] == 1);
}

#ifndef GCRUCIBLE_SANITIZED  // a sanitizer needs the address space that this limit takes away
TEST_CASE("AddressSpace: under a limit less is reserved or the error says so") {
  const int fate = tests::fate_of([] {
    rlimit limit = {8 * kGiB, 8 * kGiB};
    setrlimit(RLIMIT_AS, &limit);
    auto some = AddressSpace::reserve();
    if (!some || some->length() < kGiB || some->length() > 8 * kGiB) _exit(1);
    limit = {kGiB / 2, kGiB / 2};
    static_cast<void>(AddressSpace(std::move(*some)));
    setrlimit(RLIMIT_AS, &limit);
    const auto none = AddressSpace::reserve();
    if (none || none.error().find("ulimit -v") == std::string::npos) _exit(2);
  });
  CHECK(fate == 0);
}
#endif

TEST_CASE("AddressSpace: moving the owner keeps the reservation and its end frees it") {
  std::uint64_t base = 0;
  {
    auto reserved = AddressSpace::reserve(kGiB);
    REQUIRE(reserved);
    base = reserved->actual_base();
    AddressSpace moved = std::move(*reserved);
    CHECK(moved.make_accessible(base, moved.page_size()));
    CHECK(*at(base) == 0);
  }
  auto again = AddressSpace::reserve(kGiB);
  REQUIRE(again);
  CHECK(again->actual_base() == base);
}

}  // namespace gcrucible::platform
