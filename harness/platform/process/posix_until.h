// Limit of a wait for one of the system's locks.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>

namespace gcrucible::platform {

// A point in time of a clock, or no limit.
struct Until {
  clockid_t clock = CLOCK_REALTIME;
  const timespec* time = nullptr;

  // The C library checks this before it waits.
  bool valid() const { return time == nullptr || (time->tv_nsec >= 0 && time->tv_nsec < 1'000'000'000); }

  std::optional<std::chrono::nanoseconds> left() const {
    if (time == nullptr) return std::nullopt;
    timespec now{};
    clock_gettime(clock, &now);
    // A condition variable may use this clock without any indication.
    constexpr time_t kLongAgo = time_t{365} * 24 * 3600;
    if (time->tv_sec < now.tv_sec - kLongAgo) clock_gettime(CLOCK_MONOTONIC, &now);
    // Programs use a time this far away to wait without a limit.
    constexpr time_t kForEver = time_t{100} * time_t{365} * 24 * 3600;
    if (time->tv_sec > now.tv_sec + kForEver) return std::nullopt;
    const std::chrono::nanoseconds rest =
        std::chrono::seconds(time->tv_sec - now.tv_sec) +
        std::chrono::nanoseconds(static_cast<std::int64_t>(time->tv_nsec) - now.tv_nsec);
    return std::max(rest, std::chrono::nanoseconds(0));
  }
};

}  // namespace gcrucible::platform
