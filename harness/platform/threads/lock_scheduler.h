// What threads do with the system's locks, told to whoever decides which of them goes on.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace gcrucible::platform {

// Of threads of which one runs at a time. Everything but wake() is called on one of them.
class LockScheduler {
 public:
  // kAlone: it is not for the others to end this; the caller waits for it outside.
  enum class Woken : std::uint8_t { kByOther, kByTime, kByDeadlock, kAlone };
  enum class WakePoint : std::uint8_t { kNone, kHere };  // whether another thread may go on behind it
  static constexpr std::uint32_t kAll = std::numeric_limits<std::uint32_t>::max();

  LockScheduler();
  LockScheduler(const LockScheduler&) = delete;
  LockScheduler& operator=(const LockScheduler&) = delete;
  virtual ~LockScheduler() = default;

  // Which of all that there have been: another one may lie where one was.
  std::uint64_t number() const { return number_; }

  // Another one may go on here.
  virtual void point() = 0;
  // Others go on here: the caller looks again for what only they can do.
  virtual void yield() = 0;
  // Until `what` is woken, if `still` then; nobody can wake it between the two.
  virtual Woken wait(const void* what, std::optional<std::chrono::nanoseconds> timeout,
                     const std::function<bool()>& still) = 0;
  // The same for a condition whose every wake is told here: where none of them can go on and there are no
  // strangers, nobody is left to wake it.
  virtual Woken wait_for_wake(const void* condition, std::optional<std::chrono::nanoseconds> timeout,
                              const std::function<bool()>& still) = 0;
  // Any thread.
  virtual void wake(const void* what, std::uint32_t most, WakePoint point) = 0;
  // Somebody has tried for the lock, and done something else where he did not get it: that shows only while
  // another one has it, so that whoever gives it back comes to a point first.
  virtual void tried(const void* lock) = 0;
  virtual bool is_tried(const void* lock) const = 0;
  // The calling thread waits for somebody else, and no longer.
  virtual void step_out() = 0;
  virtual void step_in() = 0;
  virtual void sleep(std::chrono::nanoseconds time) = 0;
  // Whether the thread of that number is one of them.
  virtual bool has(std::uint32_t thread) const = 0;
  // Whether threads that nobody here knows may wake what waits.
  virtual bool has_strangers() const = 0;

 private:
  std::uint64_t number_;
};

// Whose business the calling thread's locks are; null almost everywhere.
extern constinit thread_local LockScheduler* lock_scheduler;

// The same as long as it lives.
class LocksWatched {
 public:
  explicit LocksWatched(LockScheduler* scheduler) : before_(std::exchange(lock_scheduler, scheduler)) {}
  LocksWatched(const LocksWatched&) = delete;
  LocksWatched& operator=(const LocksWatched&) = delete;
  ~LocksWatched() { lock_scheduler = before_; }

 private:
  LockScheduler* before_;
};

// Whether this process tells of its locks at all: gcrucible-host does, on Linux and without sanitizers.
bool locks_are_told();
void tell_of_locks();

// Which of the threads that tell of their locks has what.
namespace lock_table {

struct Holder {
  std::uint32_t thread;
  bool shared;
};
void took(const void* lock, std::uint32_t thread, bool shared);
// One time of those that it was taken; any thread, also for a lock that is not there.
void gave(const void* lock, std::uint32_t thread);
std::vector<Holder> holders(const void* lock);
// What a thread has that ends: its number may be another one's next.
void forget(std::uint32_t thread);
// Whether anything is there: of a look alone.
bool empty();

}  // namespace lock_table

// Who is told of wakes by threads that are not scheduled, as long as it is there; null: nobody.
void wakes_go_to(LockScheduler* scheduler);
void wake_from_outside(const void* what, std::uint32_t most);

// In a child of fork: those who would give its thread a turn are not there.
void forget_schedule();

}  // namespace gcrucible::platform
