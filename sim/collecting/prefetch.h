// A prefetch hint for the processor. Does nothing if the compiler has no such hint.
#pragma once

namespace gcrucible::sim {

// Marking and relocating index columns at random, so most reads miss every cache. Prefetching the line a few
// objects ahead hides most of the latency. This distance was measured to be enough and not too much.
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
