// The managed threads of the simulated process, each on its own native thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/threads/foreign_threads.h"
#include "harness/clr/threads/managed_thread.h"
#include "harness/clr/threads/world.h"

namespace gcrucible::clr {

// One step of the program runs at a time. The thread that makes the steps hands each step to its managed
// thread and waits. Runs are therefore deterministic, and every callback comes on the right native thread.
class ManagedThreads {
 public:
  // `world` is handed to the managed thread that runs a step.
  explicit ManagedThreads(World& world) : world_(&world) {}
  ManagedThreads(const ManagedThreads&) = delete;
  ManagedThreads& operator=(const ManagedThreads&) = delete;
  ~ManagedThreads();

  // Makes the calling thread thread 0, with ThreadID `id`. Returns its number.
  std::uint32_t adopt(abi::ThreadID id);
  // The profiler's threads that the runtime made managed. They run no steps.
  ForeignThreads& foreign() { return foreign_; }
  // Starts a native thread that waits for work.
  void start(std::uint32_t thread, abi::ThreadID id);
  // Runs `work` on the thread and returns when it is done. Any thread may call this. While a thread waits for
  // its own work on another thread, it runs work that is handed to it. Returns false and runs nothing if
  // there is no such thread or it is in the profiler's code. Rethrows exceptions of `work`.
  bool try_run(std::uint32_t thread, const std::function<void()>& work);
  // Like try_run(), on the runtime's one thread without a managed thread, such as a collector's. Made at
  // first use.
  bool try_run_on_native(const std::function<void()>& work);
  // Like try_run(), on the collector thread of this server heap, which is made at first use. The thread that
  // has the world always finds it waiting: the collector keeps the world in every callback, and ForceGC
  // relies on that.
  void run_on_collector(std::uint32_t heap, const std::function<void()>& work);
  // Runs `work` on the collector threads of heaps 0 to `heaps` - 1 at the same time. The calling thread is
  // that of heap 0. Returns when all are done. Rethrows exceptions, that of the lowest heap first.
  void run_on_collectors(std::uint16_t heaps, const std::function<void(std::uint16_t)>& work);
  // Runs `work` on these program threads at the same time. All must be alive and idle; the calling thread may
  // be one of them. `work` gets the index in the list. Returns when all are done, and rethrows exceptions.
  void run_at_once(std::span<const std::uint32_t> threads, const std::function<void(std::size_t)>& work);
  // Ends the collector's threads and waits for them. They must have no work now or later. The world must be
  // open, as in end().
  void end_collectors();
  // Runs the work on the calling thread if it cannot run there.
  void run(std::uint32_t thread, const std::function<void()>& work) {
    if (!try_run(thread, work)) work();
  }
  void run_on_native(const std::function<void()>& work) {
    if (!try_run_on_native(work)) work();
  }
  // Ends the native thread and waits for it. It then no longer has a managed thread. Destructors of the
  // profiler's may run on it and call the runtime, so the world must be open.
  void end(std::uint32_t thread);

  // Native threads that this object has started and that have not ended.
  std::uint32_t natives() const { return natives_; }

  bool alive(std::uint32_t thread) const;
  ManagedThread at(std::uint32_t thread) const;
  // In order of creation. Any thread may call this.
  std::vector<abi::ThreadID> living() const;
  std::optional<ManagedThread> find(abi::ThreadID id) const;
  // Number of the program's thread with that id; none for another thread. Any thread may call this.
  std::optional<std::uint32_t> number_of(abi::ThreadID id) const;

 private:
  struct Request;
  // The place where a thread waits for work. `turn_` guards all members except `native`, which belongs to the
  // thread that starts and ends threads.
  struct Desk {
    std::thread native;      // empty for threads that this object has not started
    std::thread::id thread;  // the owner of the desk
    std::condition_variable wake;
    Request* request = nullptr;
    bool attended = false;  // its thread waits here and has no request yet
    bool quit = false;
  };
  struct Request {
    const std::function<void()>* work;
    Desk* from;
    bool done = false;
    std::exception_ptr failure = nullptr;  // the exception of `work`
  };
  // Makes a desk with a new thread of that name. Under the lock. Lives as long as this object, because other
  // threads may be about to hand work over.
  Desk& open_desk(std::string name);
  bool hand(std::unique_lock<std::mutex> lock, Desk* desk, const std::function<void()>& work);
  // Wakes the desk's thread. Under the lock, which must not be attributed to the profiler.
  static void call(Desk& desk);
  // Runs `work` on the threads of all desks at the same time. A null desk is the calling thread's.
  void run_at_desks(std::unique_lock<std::mutex> lock, const std::vector<Desk*>& desks,
                    const std::function<void(std::size_t)>& work);
  // Takes work until `finished`, which is called under the lock, returns true.
  void attend(std::unique_lock<std::mutex>& lock, Desk& desk, const std::function<bool()>& finished);
  // The desk of a collector thread, opened at first use. Under the lock.
  Desk& collector(std::uint32_t heap);
  // Under the lock.
  Desk* desk_of(std::uint32_t thread) const;
  // The desk of the calling thread; null if it has none. Under the lock.
  Desk* own_desk();
  void finish(Desk& desk);

  World* world_;
  std::atomic<std::uint32_t> natives_{0};
  std::mutex turn_;  // guards the members below
  std::vector<std::unique_ptr<Desk>> desks_;
  std::vector<Desk*> desk_of_;  // of each program thread; null before its start
  Desk* native_ = nullptr;
  std::vector<Desk*> collectors_;  // by heap; null before its first use
  mutable std::mutex mutex_;       // guards `threads_`, which the profiler's threads read
  std::vector<ManagedThread> threads_;
  ForeignThreads foreign_;
};

std::uint32_t native_thread_number();

}  // namespace gcrucible::clr
