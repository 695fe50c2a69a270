// One big reservation of address space, of which single pages are made readable, unreadable or empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace gcrucible::platform {

// Owns the reservation and gives it back at its end. Addresses and lengths handed to it are multiples of the
// page size inside the reservation. One thread at a time; the pages themselves are plain memory.
//
// No operation aborts: they return false when the system refuses, which on Linux happens at 65,530 mappings
// (vm.max_map_count). Pages of one kind that lie side by side are one mapping, so what counts is the number
// of changes between readable and unreadable, not of pages.
class AddressSpace {
 public:
  // Below the addresses at which Linux places position-independent executables, and inside the part of the
  // address space that a plain process, the address sanitizer and the thread sanitizer all leave to the
  // program.
  static constexpr std::uint64_t kCanonicalBase = 0x5500'0000'0000;
  static constexpr std::uint64_t kDefaultLength = std::uint64_t{256} << 30;
  static constexpr std::uint64_t kLeastLength = std::uint64_t{1} << 30;
  // Wherever the reservation ends up, it starts at a multiple of this.
  static constexpr std::uint64_t kAlignment = std::uint64_t{2} << 20;

  struct Reserved;
  // Tries the canonical base first, then any other, and half of the length again and again down to
  // kLeastLength (or `length`, if that is less) where the system limits address space.
  static Reserved reserve(std::uint64_t length = kDefaultLength);
  // Just `length`, wherever the system likes: for memory whose addresses no trace has, at a quarter of the
  // cost.
  static Reserved reserve_anywhere(std::uint64_t length);

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
  // The address that `address` would be had the reservation got the canonical base; others are left as they
  // are.
  std::uint64_t canonical(std::uint64_t address) const {
    return contains(address) ? address - base_ + kCanonicalBase : address;
  }

  // Pages that were unreadable become readable zeroes; pages that were readable keep what they hold.
  [[nodiscard]] bool make_accessible(std::uint64_t start, std::uint64_t length);
  // Any access faults from now on; what the pages held is dropped.
  [[nodiscard]] bool make_inaccessible(std::uint64_t start, std::uint64_t length);
  // Readable pages become zeroes that cost no memory until they are written.
  [[nodiscard]] bool discard(std::uint64_t start, std::uint64_t length);
  // One flag a page of [start, start + flags.size() pages): 0 if the page was never touched since it became
  // zeroes. False when the system cannot say.
  [[nodiscard]] bool touched(std::uint64_t start, std::span<std::uint8_t> flags) const;

 private:
  AddressSpace(std::uint64_t base, std::uint64_t length, std::uint64_t page_size)
      : base_(base), length_(length), page_size_(page_size) {}
  void give_back();

  std::uint64_t base_ = 0;
  std::uint64_t length_ = 0;
  std::uint64_t page_size_ = 0;
};

struct AddressSpace::Reserved {
  std::optional<AddressSpace> space;
  std::string error;  // why there is none
};

}  // namespace gcrucible::platform
