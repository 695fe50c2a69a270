#include "harness/platform/threads/lock_scheduler.h"

#include <atomic>
#include <thread>

#include "harness/platform/threads/own_locks.h"

namespace gcrucible::platform {

constinit thread_local LockScheduler* lock_scheduler = nullptr;
constinit thread_local bool locks_are_own = false;

namespace {

std::atomic<bool> intercepted{false};

// Not a system lock, because system locks report to this code.
class Spin {
 public:
  explicit Spin(std::atomic_flag& flag) : flag_(&flag) {
    // The machine may have preempted the holder, or the holder may report a deadlock.
    while (flag_->test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  Spin(const Spin&) = delete;
  Spin& operator=(const Spin&) = delete;
  ~Spin() { flag_->clear(std::memory_order_release); }

 private:
  std::atomic_flag* flag_;
};

struct Entry {
  const void* lock;
  std::uint32_t thread;
  std::uint32_t times;
  bool shared;
};

struct Table {
  std::atomic_flag busy = ATOMIC_FLAG_INIT;
  std::vector<Entry> entries;
};

// Outside the table: allocators query the count before the table exists, and creating the table would call
// them.
constinit std::atomic<std::size_t> entry_count{0};

// Never destroyed: threads of the profiler run until the process ends.
Table& table() {
  static auto* const only = new Table;
  return *only;
}

std::atomic_flag waking = ATOMIC_FLAG_INIT;
std::atomic<LockScheduler*> woken{nullptr};

// A forked process has only one of the scheduled threads, and may have a half-written entry.
constinit std::atomic<bool> orphaned{false};

std::atomic<std::uint64_t> schedulers{0};

}  // namespace

LockScheduler::LockScheduler() : number_(++schedulers) {}

bool locks_are_intercepted() {
  return intercepted;
}

void report_locks() {
  intercepted = true;
}

namespace lock_table {

void took(const void* lock, std::uint32_t thread, bool shared) {
  if (orphaned) return;
  Table& all = table();
  const Spin alone(all.busy);
  for (Entry& each : all.entries) {
    if (each.lock != lock || each.thread != thread) continue;
    ++each.times;
    return;
  }
  all.entries.push_back({.lock = lock, .thread = thread, .times = 1, .shared = shared});
  entry_count = all.entries.size();
}

void gave(const void* lock, std::uint32_t thread) {
  if (orphaned) return;
  Table& all = table();
  const Spin alone(all.busy);
  // A thread may release a lock that another thread has taken, which some kinds of locks allow. The release
  // then counts for the holder. A shared lock may have readers without an entry here; the release of such a
  // reader removes no other thread's entry.
  auto found = all.entries.end();
  for (auto each = all.entries.begin(); each != all.entries.end(); ++each) {
    if (each->lock != lock || (each->shared && each->thread != thread)) continue;
    if (found == all.entries.end() || each->thread == thread) found = each;
  }
  if (found == all.entries.end() || --found->times != 0) return;
  all.entries.erase(found);
  entry_count = all.entries.size();
}

std::vector<Holder> holders(const void* lock) {
  std::vector<Holder> found;
  if (orphaned) return found;
  Table& all = table();
  const Spin alone(all.busy);
  for (const Entry& each : all.entries) {
    if (each.lock == lock) found.push_back({.thread = each.thread, .shared = each.shared});
  }
  return found;
}

void forget(std::uint32_t thread) {
  if (empty()) return;
  Table& all = table();
  const Spin alone(all.busy);
  std::erase_if(all.entries, [thread](const Entry& each) { return each.thread == thread; });
  entry_count = all.entries.size();
}

bool empty() {
  return orphaned || entry_count.load() == 0;
}

}  // namespace lock_table

void wakes_go_to(LockScheduler* scheduler) {
  const Spin alone(waking);
  woken = scheduler;
}

std::uint32_t wake_from_outside(const void* what, std::uint32_t most) {
  if (woken.load() == nullptr) return 0;
  const Spin alone(waking);
  LockScheduler* const scheduler = woken.load();
  return scheduler == nullptr ? 0 : scheduler->wake(what, most, LockScheduler::WakePoint::kNone);
}

void forget_schedule() {
  if (lock_scheduler == nullptr && woken.load() == nullptr) return;
  orphaned = true;
  lock_scheduler = nullptr;
  woken = nullptr;
  waking.clear(std::memory_order_release);
}

}  // namespace gcrucible::platform
