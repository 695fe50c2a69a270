// An array that ends at unreadable memory, for callbacks that claim more entries than there are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "harness/platform/memory/address_space.h"

namespace gcrucible::clr {

// Owns its pages. If the system has none, it is a plain array with zeroes for the claimed entries.
template <typename T>
class GuardedArray {
 public:
  explicit GuardedArray(std::span<const T> values, std::size_t claimed) {
    const std::size_t bytes = values.size_bytes();
    if (claimed > values.size()) {
      constexpr std::uint64_t kPages = std::uint64_t{64} << 10;  // a multiple of any page size
      const std::uint64_t length = (bytes / kPages + 1) * kPages;
      auto reserved = platform::AddressSpace::reserve(2 * length);
      if (reserved && reserved->make_accessible(reserved->actual_base(), length)) {
        data_ = reinterpret_cast<T*>(reserved->actual_base() + length - bytes);
        space_ = std::move(*reserved);
      }
    }
    if (data_ == nullptr) {
      plain_.resize(std::max(claimed, values.size()) + 1);
      data_ = plain_.data();
    }
    if (bytes != 0) std::memcpy(data_, values.data(), bytes);
  }
  GuardedArray(GuardedArray&&) noexcept = default;
  GuardedArray(const GuardedArray&) = delete;
  GuardedArray& operator=(const GuardedArray&) = delete;

  T* data() { return data_; }

 private:
  std::optional<platform::AddressSpace> space_;
  std::vector<T> plain_;
  T* data_ = nullptr;
};

}  // namespace gcrucible::clr
