// Exit statuses of the benchmarks. 0: every limit is met.
#pragma once

namespace gcrucible::bench {

inline constexpr int kLimitMissed = 1;
inline constexpr int kNotMeasured = 2;  // something could not be

}  // namespace gcrucible::bench
