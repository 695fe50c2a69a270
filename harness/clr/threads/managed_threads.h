// The managed threads of the simulated process, each on a native thread of its own.
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

// One step of the program runs at a time: the thread that makes the steps hands it to the managed thread it
// belongs to and waits, so that runs are deterministic and yet every callback comes on the native thread it
// would come on.
class ManagedThreads {
 public:
  // `world` is handed to the managed thread whose turn it is.
  explicit ManagedThreads(World& world) : world_(&world) {}
  ManagedThreads(const ManagedThreads&) = delete;
  ManagedThreads& operator=(const ManagedThreads&) = delete;
  ~ManagedThreads();

  // Thread 0 is the calling one. `id` is the ThreadID it gets. Returns its number.
  std::uint32_t adopt(abi::ThreadID id);
  // Those of the profiler's that the runtime made managed ones; they run no steps.
  ForeignThreads& foreign() { return foreign_; }
  // A new native thread that waits for work.
  void start(std::uint32_t thread, abi::ThreadID id);
  // Runs `work` on the thread and returns when it is done; any thread may hand it over. A thread that waits
  // for work of its own to be done elsewhere runs it meanwhile. False, and nothing is run, if there is no
  // such thread or it is in the profiler's code. What `work` throws is thrown here.
  bool try_run(std::uint32_t thread, const std::function<void()>& work);
  // The same on the one thread of the runtime's that has no managed thread, as a collector's; made when it is
  // first needed.
  bool try_run_on_native(const std::function<void()>& work);
  // The same on the thread of the collector's that has this heap of server GC, made when it is first needed.
  // Whoever has the world finds it waiting: it keeps the world in every callback, and ForceGC needs that.
  void run_on_collector(std::uint32_t heap, const std::function<void()>& work);
  // On the collector's threads of heaps 0 to `heaps` - 1 at once, of which the calling one is the first;
  // returns when all are done. What they throw is thrown here, the lowest heap's first.
  void run_on_collectors(std::uint16_t heaps, const std::function<void(std::uint16_t)>& work);
  // On these threads of the program's, which run and have nothing to do, at once; the calling one may be of
  // them. `work` is given the place in the list. Returns when all are done. What they throw is thrown here.
  void run_at_once(std::span<const std::uint32_t> threads, const std::function<void(std::size_t)>& work);
  // Lets the collector's threads end and waits for them, while they have no work and never will again; the
  // world must be open, as in end().
  void end_collectors();
  // What cannot be run there is run here.
  void run(std::uint32_t thread, const std::function<void()>& work) {
    if (!try_run(thread, work)) work();
  }
  void run_on_native(const std::function<void()>& work) {
    if (!try_run_on_native(work)) work();
  }
  // Lets the native thread end and waits for it. It has no managed thread any more by then, but destructors
  // of the profiler's run on it, which may call the runtime: the world must be open.
  void end(std::uint32_t thread);

  // Native threads that this object has started and that have not ended.
  std::uint32_t natives() const { return natives_; }

  bool alive(std::uint32_t thread) const;
  ManagedThread at(std::uint32_t thread) const;
  // In order of creation; any thread may ask.
  std::vector<abi::ThreadID> living() const;
  std::optional<ManagedThread> find(abi::ThreadID id) const;

 private:
  struct Request;
  // Where a thread waits and gets work. All but `native`, which is whoever's starts and ends threads, belong
  // to `turn_`.
  struct Desk {
    std::thread native;      // not of threads that others have started
    std::thread::id thread;  // whose it is
    std::condition_variable wake;
    Request* request = nullptr;
    bool attended = false;  // its thread waits there and has no request yet
    bool quit = false;
  };
  struct Request {
    const std::function<void()>* work;
    Desk* from;
    bool done = false;
    std::exception_ptr failure = nullptr;  // what `work` threw
  };
  // Of a new thread of that name. Under the lock. It stays for as long as this object: others may be about to
  // hand something over.
  Desk& open_desk(std::string name);
  bool hand(std::unique_lock<std::mutex> lock, Desk* desk, const std::function<void()>& work);
  // Under the lock, which is no business of whoever is told of the profiler's.
  static void call(Desk& desk);
  // On the threads of all desks at once, null being the calling one's.
  void run_at_desks(std::unique_lock<std::mutex> lock, const std::vector<Desk*>& desks,
                    const std::function<void(std::size_t)>& work);
  // Until `finished`, which is asked under the lock.
  void attend(std::unique_lock<std::mutex>& lock, Desk& desk, const std::function<bool()>& finished);
  // Of a thread of the collector's, opened when it is first needed; under the lock.
  Desk& collector(std::uint32_t heap);
  // Under the lock.
  Desk* desk_of(std::uint32_t thread) const;
  // Of the calling thread, under the lock; null if it has none.
  Desk* own_desk();
  void finish(Desk& desk);

  World* world_;
  std::atomic<std::uint32_t> natives_{0};
  std::mutex turn_;  // of what follows
  std::vector<std::unique_ptr<Desk>> desks_;
  std::vector<Desk*> desk_of_;  // of each thread of the program's; null before it is started
  Desk* native_ = nullptr;
  std::vector<Desk*> collectors_;  // by heap; null before it is needed
  mutable std::mutex mutex_;       // of `threads_`, which profiler threads read
  std::vector<ManagedThread> threads_;
  ForeignThreads foreign_;
};

std::uint32_t native_thread_number();

}  // namespace gcrucible::clr
