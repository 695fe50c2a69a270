// Reports the lock operations of threads to the scheduler that decides which thread runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace gcrucible::platform {

// Schedules threads of which one runs at a time. All methods except wake() are called on one of these
// threads.
class LockScheduler {
 public:
  // kAlone: the scheduled threads cannot end this wait; the caller waits outside the schedule.
  enum class Woken : std::uint8_t { kByOther, kByTime, kByDeadlock, kAlone };
  enum class WakePoint : std::uint8_t { kNone, kHere };  // whether another thread may run after it
  static constexpr std::uint32_t kAll = std::numeric_limits<std::uint32_t>::max();

  LockScheduler();
  LockScheduler(const LockScheduler&) = delete;
  LockScheduler& operator=(const LockScheduler&) = delete;
  virtual ~LockScheduler() = default;

  // A number that no other scheduler of this process has had. A new scheduler may have the address of an old
  // one.
  std::uint64_t number() const { return number_; }

  // A switch point: another thread may run here.
  virtual void point() = 0;
  // Lets other threads run: the caller waits for something that only they can do, and checks again later.
  virtual void yield() = 0;
  // Waits until `what` is woken, if still() returns true. No thread can wake `what` between the check and the
  // wait.
  virtual Woken wait(const void* what, std::optional<std::chrono::nanoseconds> timeout,
                     const std::function<bool()>& still) = 0;
  // The same for a condition whose wakes are all reported here. If none of the threads can run and there are
  // no strangers, no thread is left to wake the condition.
  virtual Woken wait_for_wake(const void* condition, std::optional<std::chrono::nanoseconds> timeout,
                              const std::function<bool()>& still) = 0;
  // Any thread. Returns how many threads it has woken.
  virtual std::uint32_t wake(const void* what, std::uint32_t most, WakePoint point) = 0;
  // Reports that a thread tries to take the lock and does something else if it fails. It fails only while
  // another thread holds the lock. The holder therefore reaches a switch point before it releases the lock.
  virtual void tried(const void* lock) = 0;
  virtual bool is_tried(const void* lock) const = 0;
  // The calling thread starts or ends a wait for a thread that is not scheduled here.
  virtual void step_out() = 0;
  virtual void step_in() = 0;
  virtual void sleep(std::chrono::nanoseconds time) = 0;
  // Whether the thread with that number is one of the scheduled threads.
  virtual bool has(std::uint32_t thread) const = 0;
  // Whether threads that are not scheduled here may wake a waiting thread.
  virtual bool has_strangers() const = 0;

 private:
  std::uint64_t number_;
};

// The scheduler to which the calling thread reports its locks; null for almost all threads.
extern constinit thread_local LockScheduler* lock_scheduler;

// Sets lock_scheduler for the calling thread while the object is alive.
class LocksWatched {
 public:
  explicit LocksWatched(LockScheduler* scheduler) : before_(std::exchange(lock_scheduler, scheduler)) {}
  LocksWatched(const LocksWatched&) = delete;
  LocksWatched& operator=(const LocksWatched&) = delete;
  ~LocksWatched() { lock_scheduler = before_; }

 private:
  LockScheduler* before_;
};

// Whether this process reports lock operations at all: gcrucible-host does, on Linux and without sanitizers.
bool locks_are_intercepted();
void report_locks();

// The locks that the reporting threads hold.
namespace lock_table {

struct Holder {
  std::uint32_t thread;
  bool shared;
};
void took(const void* lock, std::uint32_t thread, bool shared);
// Removes one of the times that the lock was taken. Any thread, also for a lock without an entry.
void gave(const void* lock, std::uint32_t thread);
std::vector<Holder> holders(const void* lock);
// Removes all entries of a thread that ends, because another thread may get its number.
void forget(std::uint32_t thread);
// Whether the table is empty. Cheap.
bool empty();

}  // namespace lock_table

// Sets the scheduler that is notified of wakes by threads that are not scheduled. The scheduler must exist
// while it is set; null: none.
void wakes_go_to(LockScheduler* scheduler);
// Returns how many threads it has woken.
std::uint32_t wake_from_outside(const void* what, std::uint32_t most);

// Call in a child of fork: the threads that would pass the turn to its only thread do not exist there.
void forget_schedule();

}  // namespace gcrucible::platform
