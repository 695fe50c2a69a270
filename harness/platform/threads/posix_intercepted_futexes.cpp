// The waits of Rust's standard library, of std::atomic::wait and of std::counting_semaphore. They ask the
// kernel through the C library's syscall(), in front of which this file stands, as
// posix_intercepted_locks.cpp does for locks. The C library's own locks do not come this way.
//
// Only a wait is seen, not the lock that is taken without one. That is enough for a schedule that repeats: a
// thread meets a taken lock only if its holder has reached a switch point.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdarg>
#include <cstdint>

#include "harness/platform/process/posix_until.h"
#include "harness/platform/threads/lock_scheduler.h"
#include "harness/platform/threads/posix_intercepted_holds.h"
#include "harness/platform/threads/posix_real_locks.h"

// glibc does not declare all of these functions with default visibility.
#pragma GCC visibility push(default)

namespace gcrucible::platform {
namespace {

using Words = std::array<long, 6>;
using Woken = LockScheduler::Woken;
using Syscall = decltype(::syscall);

// No local static object: its guard waits through syscall() too.
constinit std::atomic<Syscall*> real_syscall{nullptr};

Syscall* resolved() {
  Syscall* found = real_syscall.load(std::memory_order_relaxed);
  if (found == nullptr) real_syscall = found = next<Syscall>("syscall");
  return found;
}
[[gnu::constructor]] void resolve() {
  resolved();
}

long real_call(const Words& words) {
  return resolved()(SYS_futex, words[0], words[1], words[2], words[3], words[4], words[5]);
}

int command_of(const Words& words) {
  return static_cast<int>(words[1]) & FUTEX_CMD_MASK;
}

// Another process may wake a futex without this flag.
bool is_private(const Words& words) {
  return (static_cast<int>(words[1]) & FUTEX_PRIVATE_FLAG) != 0;
}

// Wakes select by these bits. Only those that select all are scheduled.
bool is_of_any_bit(const Words& words) {
  const int command = command_of(words);
  const bool has_bits = command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET;
  return !has_bits || static_cast<std::uint32_t>(words[5]) == FUTEX_BITSET_MATCH_ANY;
}

// The timeout of FUTEX_WAIT counts from now on.
timespec from_now(const timespec& wait) {
  timespec until{};
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += wait.tv_sec;
  until.tv_nsec += wait.tv_nsec;
  if (until.tv_nsec >= 1'000'000'000) {
    ++until.tv_sec;
    until.tv_nsec -= 1'000'000'000;
  }
  return until;
}

timespec time_of(std::chrono::nanoseconds wait) {
  constexpr std::chrono::nanoseconds::rep kSecond = 1'000'000'000;
  const auto count = std::max<std::chrono::nanoseconds::rep>(wait.count(), 0);
  return {.tv_sec = count / kSecond, .tv_nsec = count % kSecond};
}

long fails_with(int error) {
  errno = error;
  return -1;
}

long wait_in_turn(LockScheduler& scheduler, const Words& words) {
  const auto* const word = reinterpret_cast<const std::uint32_t*>(words[0]);
  const auto* const time = reinterpret_cast<const timespec*>(words[3]);
  const bool relative = command_of(words) == FUTEX_WAIT;
  if (const Until given{.time = time}; !given.valid()) return real_call(words);
  const timespec absolute = relative && time != nullptr ? from_now(*time) : timespec{};
  const bool by_date = !relative && (static_cast<int>(words[1]) & FUTEX_CLOCK_REALTIME) != 0;
  const Until until{.clock = by_date ? CLOCK_REALTIME : CLOCK_MONOTONIC,
                    .time = relative && time != nullptr ? &absolute : time};
  bool same = true;
  const auto still = [&] {
    same = __atomic_load_n(word, __ATOMIC_SEQ_CST) == static_cast<std::uint32_t>(words[2]);
    return same;
  };
  // A thread that is not scheduled here may wake the futex.
  const Woken woken = scheduler.has_strangers() ? Woken::kAlone : scheduler.wait(word, until.left(), still);
  if (!same) return fails_with(EAGAIN);
  switch (woken) {
    case Woken::kByOther:
      return 0;
    case Woken::kByDeadlock:
      return fails_with(EINTR);
    case Woken::kByTime:
      if (scheduler.has_strangers()) break;
      scheduler.sleep(until.left().value_or(std::chrono::nanoseconds(0)));
      return fails_with(ETIMEDOUT);
    case Woken::kAlone:
      break;
  }
  Words rest = words;
  timespec left{};
  // A part of the time may be over. A wait of a century has no rest to speak of.
  if (const auto time_left = until.left(); relative && time_left) {
    left = time_of(*time_left);
    rest[3] = reinterpret_cast<long>(&left);
  }
  return wait_outside(scheduler, [&] { return real_call(rest); });
}

// Threads that wait outside the schedule are woken first.
long wake(const Words& words) {
  const long outside = real_call(words);
  const auto most = static_cast<std::uint32_t>(words[2]);
  if (outside < 0 || static_cast<std::uint32_t>(outside) >= most) return outside;
  return outside +
         wake_scheduled(reinterpret_cast<const void*>(words[0]), most - static_cast<std::uint32_t>(outside));
}

long futex(const Words& words) {
  if (busy || !is_private(words) || !is_of_any_bit(words)) return real_call(words);
  switch (command_of(words)) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: {
      LockScheduler* const scheduler = watched();
      if (scheduler == nullptr) return real_call(words);
      const Busy own;
      scheduler->point();
      return wait_in_turn(*scheduler, words);
    }
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: {
      const Busy own;
      return wake(words);
    }
    default:
      return real_call(words);
  }
}

}  // namespace
}  // namespace gcrucible::platform

using namespace gcrucible::platform;

extern "C" {

// The kernel takes up to six words. As in the C library, those that the caller has not given are never used.
long syscall(long number, ...) noexcept {
  Words words{};
  va_list given;
  va_start(given, number);
  for (long& word : words) word = va_arg(given, long);
  va_end(given);
  if (number == SYS_futex) return futex(words);
  return resolved()(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

}  // extern "C"

#pragma GCC visibility pop
