// A number of objects, and their bytes.
#pragma once

#include <algorithm>
#include <cstdint>

namespace gcrucible::account {

// Bytes are those of ICorProfilerInfo4::GetObjectSize2, without padding.
struct Count {
  std::uint64_t objects = 0;
  std::uint64_t bytes = 0;

  Count& operator+=(const Count& other) {
    objects += other.objects;
    bytes += other.bytes;
    return *this;
  }
  friend Count operator+(Count a, const Count& b) { return a += b; }
  friend bool operator==(const Count&, const Count&) = default;
};

// What is left of `count`, at least nothing.
inline Count without(const Count& count, const Count& part) {
  return {.objects = count.objects - std::min(count.objects, part.objects),
          .bytes = count.bytes - std::min(count.bytes, part.bytes)};
}

}  // namespace gcrucible::account
