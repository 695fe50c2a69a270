// Out pointers of a profiler's, which may be null.
#pragma once

namespace gcrucible::clr {

// Writes through an out pointer that may be null (GC-INFO-011).
template <typename T, typename U>
void set_out(T* out, U value) {
  if (out != nullptr) *out = static_cast<T>(value);
}

}  // namespace gcrucible::clr
