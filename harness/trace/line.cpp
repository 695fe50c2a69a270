#include "harness/trace/line.h"

#include <algorithm>
#include <cstring>

namespace gcrucible::trace {
namespace {

constexpr std::size_t kFirstBlock = 4096;
constexpr std::size_t kAlignment = alignof(std::max_align_t);

}  // namespace

void Arena::clear() {
  // The last block is the largest. With it, the next line of that size needs no allocation.
  if (blocks_.size() > 1) blocks_.erase(blocks_.begin(), blocks_.end() - 1);
  used_ = 0;
}

void* Arena::allocate(std::size_t bytes) {
  bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (blocks_.empty() || blocks_.back().size - used_ < bytes) {
    const std::size_t size = std::max(bytes, blocks_.empty() ? kFirstBlock : blocks_.back().size * 2);
    blocks_.push_back({std::make_unique<std::byte[]>(size), size});
    used_ = 0;
  }
  void* const place = blocks_.back().bytes.get() + used_;
  used_ += bytes;
  return place;
}

std::string_view Arena::copy(std::string_view characters) {
  if (characters.empty()) return {};
  char* const place = static_cast<char*>(allocate(characters.size()));
  std::memcpy(place, characters.data(), characters.size());
  return {place, characters.size()};
}

}  // namespace gcrucible::trace
