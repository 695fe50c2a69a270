// The managed threads of the simulated process, each on a native thread of its own.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
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
  // Runs `work` on the thread and returns when it is done.
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
  struct Worker {
    std::thread native;
    std::mutex mutex;
    std::condition_variable wake;
    const std::function<void()>* work = nullptr;
    bool quit = false;
  };
  void hand(Worker& worker, const std::function<void()>& work);
  static void serve(Worker& worker);
  static void finish(Worker& worker);

  World* world_;
  std::unique_ptr<Worker> native_;
  mutable std::mutex mutex_;  // of `threads_`, which profiler threads read
  std::vector<ManagedThread> threads_;
  std::vector<ManagedThread> foreign_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

std::uint32_t native_thread_number();

}  // namespace gcrucible::clr
