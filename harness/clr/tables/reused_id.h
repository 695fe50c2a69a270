// An id that can pass to another owner after its first owner is gone.
#pragma once

#include <atomic>
#include <cstdint>

namespace gcrucible::clr {

// Any thread may read it while its owner changes. It orders no other memory access.
class ReusedId {
 public:
  ReusedId(std::uint64_t id = 0) : id_(id) {}
  ReusedId(const ReusedId& other) : id_(static_cast<std::uint64_t>(other)) {}
  ReusedId& operator=(const ReusedId& other) {
    id_.store(other, std::memory_order_relaxed);
    return *this;
  }
  ~ReusedId() = default;

  operator std::uint64_t() const { return id_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> id_;
};

}  // namespace gcrucible::clr
