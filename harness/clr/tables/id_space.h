// Allocates ids that are not objects: ThreadIDs, FunctionIDs, GCHandleIDs and others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

namespace gcrucible::clr {

// Hands out pieces of one block of real memory inside the simulated address space. The memory is real,
// because in the CLR a GCHandleID is the address of a slot that profilers may read. The block's fixed place
// makes ids equal from run to run. Any thread may use it. The block must outlive it.
class IdSpace {
 public:
  explicit IdSpace(std::span<std::byte> block) : block_(block) {}

  // `size` zeroed bytes at a multiple of 16; null if the block is used up.
  std::byte* take(std::size_t size) {
    const std::scoped_lock lock(mutex_);
    const std::size_t padded = (size + 15) / 16 * 16;
    if (padded > block_.size() - used_) return nullptr;
    std::byte* piece = block_.data() + used_;
    used_ += padded;
    return piece;
  }
  // The same at the other end of the block: what is taken there changes no id.
  std::byte* take_at_end(std::size_t size) {
    const std::scoped_lock lock(mutex_);
    const std::size_t padded = (size + 15) / 16 * 16;
    if (padded > block_.size() - used_) return nullptr;
    block_ = block_.first(block_.size() - padded);
    return block_.data() + block_.size();
  }
  std::uint64_t take_id(std::size_t size = 16) { return reinterpret_cast<std::uint64_t>(take(size)); }

 private:
  std::mutex mutex_;
  std::span<std::byte> block_;
  std::size_t used_ = 16;  // so that no id is the first byte of the block
};

}  // namespace gcrucible::clr
