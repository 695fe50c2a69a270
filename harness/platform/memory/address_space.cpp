// The part that is the same on every system: ownership of the reservation.
#include "harness/platform/memory/address_space.h"

#include <utility>

namespace gcrucible::platform {

AddressSpace::AddressSpace(AddressSpace&& other) noexcept
    : base_(std::exchange(other.base_, 0)),
      length_(std::exchange(other.length_, 0)),
      page_size_(other.page_size_) {}

AddressSpace& AddressSpace::operator=(AddressSpace&& other) noexcept {
  if (this != &other) {
    give_back();
    base_ = std::exchange(other.base_, 0);
    length_ = std::exchange(other.length_, 0);
    page_size_ = other.page_size_;
  }
  return *this;
}

AddressSpace::~AddressSpace() {
  give_back();
}

}  // namespace gcrucible::platform
