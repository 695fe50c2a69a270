// One big reservation of address space. Each page can be made readable, unreadable or empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/expected.h"

namespace gcrucible::platform {

// Owns the reservation and releases it in the destructor. Addresses and lengths passed to it are multiples of
// the page size inside the reservation. One thread at a time; the pages themselves are plain memory.
//
// No operation aborts. Operations return false when the system refuses, which happens on Linux at 65,530
// mappings (vm.max_map_count). Adjacent pages of one kind are one mapping. The limit therefore counts the
// changes between readable and unreadable pages, not the pages.
class AddressSpace {
 public:
  // Below the addresses at which Linux places position-independent executables. A plain process, the address
  // sanitizer and the thread sanitizer all leave this part of the address space to the program.
  static constexpr std::uint64_t kCanonicalBase = 0x5500'0000'0000;
  static constexpr std::uint64_t kDefaultLength = std::uint64_t{256} << 30;
  static constexpr std::uint64_t kLeastLength = std::uint64_t{1} << 30;
  // The reservation starts at a multiple of this, at every base.
  static constexpr std::uint64_t kAlignment = std::uint64_t{2} << 20;

  // Tries the canonical base first, then any other base. If the system limits address space, the length is
  // halved until it reaches kLeastLength (or `length`, if that is smaller).
  static Expected<AddressSpace> reserve(std::uint64_t length = kDefaultLength);
  // Reserves exactly `length`, at any address. For memory whose addresses appear in no trace. Costs a quarter
  // of reserve().
  static Expected<AddressSpace> reserve_anywhere(std::uint64_t length);

  AddressSpace(AddressSpace&& other) noexcept;
  AddressSpace& operator=(AddressSpace&& other) noexcept;
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;
  ~AddressSpace();

  std::uint64_t actual_base() const { return base_; }
  std::uint64_t canonical_base() const { return kCanonicalBase; }
  std::uint64_t length() const { return length_; }
  std::uint64_t page_size() const { return page_size_; }
  bool contains(std::uint64_t address) const { return address - base_ < length_; }
  // The address that `address` would be if the reservation had the canonical base. Addresses outside the
  // reservation are returned unchanged.
  std::uint64_t canonical(std::uint64_t address) const {
    return contains(address) ? address - base_ + kCanonicalBase : address;
  }

  // Unreadable pages become readable zeroes; readable pages keep their content.
  [[nodiscard]] bool make_accessible(std::uint64_t start, std::uint64_t length);
  // Every access faults from now on. The content of the pages is dropped.
  [[nodiscard]] bool make_inaccessible(std::uint64_t start, std::uint64_t length);
  // Readable pages become zeroes that use no memory until they are written.
  [[nodiscard]] bool discard(std::uint64_t start, std::uint64_t length);
  // Sets one flag for each page from `start` on: 0 if the page was not touched since it became zeroes.
  // Returns false if the system cannot report it.
  [[nodiscard]] bool touched(std::uint64_t start, std::span<std::uint8_t> flags) const;

 private:
  AddressSpace(std::uint64_t base, std::uint64_t length, std::uint64_t page_size)
      : base_(base), length_(length), page_size_(page_size) {}
  void give_back();

  std::uint64_t base_ = 0;
  std::uint64_t length_ = 0;
  std::uint64_t page_size_ = 0;
};

}  // namespace gcrucible::platform
