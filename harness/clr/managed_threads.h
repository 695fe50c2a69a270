// The managed threads of the simulated process, each on a native thread of its own.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/world.h"

namespace gcrucible::clr {

struct ManagedThread {
  abi::ThreadID id = 0;
  std::uint32_t os_id = 0;
  bool alive = false;
};

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
  // A thread of the profiler's that the runtime made a managed one; it runs no steps.
  void adopt_foreign(abi::ThreadID id);
  // A new native thread that waits for work.
  void start(std::uint32_t thread, abi::ThreadID id);
  // Runs `work` on the thread and returns when it is done. A thread that waits for work of its own to be done
  // elsewhere runs it meanwhile; one that is in the profiler's code cannot, then it is run here.
  // What `work` throws is thrown here.
  void run(std::uint32_t thread, const std::function<void()>& work);
  // The same on the one thread of the runtime's that has no managed thread, as a collector's; made when it is
  // first needed.
  void run_on_native(const std::function<void()>& work);
  // Lets the native thread end.
  void end(std::uint32_t thread);

  bool alive(std::uint32_t thread) const;
  ManagedThread at(std::uint32_t thread) const;
  // In order of creation; any thread may ask.
  std::vector<abi::ThreadID> living() const;
  std::optional<ManagedThread> find(abi::ThreadID id) const;

 private:
  struct Request;
  // Where a thread waits and gets work. All but `native` belong to `turn_`.
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
  std::unique_ptr<Desk> open_desk();
  void hand(Desk& desk, const std::function<void()>& work);
  // Until `finished`, which is asked under the lock.
  void attend(std::unique_lock<std::mutex>& lock, Desk& desk, const std::function<bool()>& finished);
  // Of the calling thread; null if it has none.
  Desk* own_desk();
  void finish(Desk& desk);

  World* world_;
  std::mutex turn_;
  std::unique_ptr<Desk> native_;
  mutable std::mutex mutex_;  // of `threads_`, which profiler threads read
  std::vector<ManagedThread> threads_;
  std::vector<ManagedThread> foreign_;
  std::vector<std::unique_ptr<Desk>> desks_;
};

std::uint32_t native_thread_number();

}  // namespace gcrucible::clr
