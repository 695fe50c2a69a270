// A hint to the processor; does nothing where the compiler has no such hint.
#pragma once

namespace gcrucible::sim {

// Columns are indexed at random while marking and relocating, so most reads miss every cache. Asking for the
// line a few objects ahead hides most of it; this many objects ahead was measured to be enough and not too
// much.
inline constexpr unsigned kPrefetchDistance = 16;

template <typename T>
inline void prefetch(const T* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#else
  static_cast<void>(address);
#endif
}

}  // namespace gcrucible::sim
