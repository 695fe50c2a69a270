#include "harness/host/client_data.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace gcrucible::host {
namespace {

constexpr std::uint64_t kPages = std::uint64_t{64} << 10;  // a multiple of any page size
constexpr std::uint64_t kAlignment = 8;                    // clients put structures there

}  // namespace

ClientData::ClientData(const std::string& bytes) {
  if (bytes.empty()) return;
  const std::uint64_t length = (bytes.size() / kPages + 1) * kPages;
  // The page after the data is unreadable, to detect reads past the stated length.
  auto reserved = platform::AddressSpace::reserve_anywhere(length + kPages);
  if (reserved && reserved->make_accessible(reserved->actual_base(), length)) {
    const std::uint64_t end = reserved->actual_base() + length;
    data_ = reinterpret_cast<void*>((end - bytes.size()) / kAlignment * kAlignment);
    space_ = std::move(*reserved);
    length_ = length;
    std::memcpy(data_, bytes.data(), bytes.size());
    return;
  }
  plain_.assign(bytes.begin(), bytes.end());
  data_ = plain_.data();
}

void ClientData::take_back() {
  std::ranges::fill(plain_, static_cast<char>(0xDD));
  if (!space_ || taken_back_) return;
  taken_back_ = space_->make_inaccessible(space_->actual_base(), length_);
  if (!taken_back_) {
    std::memset(reinterpret_cast<void*>(space_->actual_base()), 0xDD, length_);
  }
}

}  // namespace gcrucible::host
