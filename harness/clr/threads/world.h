// The lock behind "one thing happens at a time": steps of the program, and collections a profiler's thread
// forces.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "harness/clr/threads/thread_state.h"

namespace gcrucible::clr {

// First come, first served, so that a thread that asks for a collection gets it at the next boundary of steps
// and the program cannot run away from it. Not recursive: a thread that locks it
// twice waits for itself.
//
// The owner changes the heap, other threads may look at it: while nobody owns the world, and while the owner
// is in the profiler's code (it opens the world around each callback), so that a callback may wait for a
// thread that asks the runtime something.
class World {
 public:
  void lock();
  // Only if nobody has it or waits for it.
  bool try_lock();
  void unlock();
  // By the owner: whether another thread waits for it.
  bool awaited();

  // From now on `owned` is 1 while somebody has the world. Before there are threads.
  void show_owned(std::atomic<std::uint32_t>& owned) { owned_ = &owned; }

  // Whether the calling thread may change the heap; those of a crew have the world together, and do not.
  // Threads of the program's that are at work at once have it together too, and change it in their turn.
  bool mine() const {
    const ThreadState& thread = this_thread();
    return owner_.load(std::memory_order_relaxed) == std::this_thread::get_id() || thread.in_crew ||
           thread.mutating.in_world;
  }
  // The owner lets another thread work in its place, and waits for it.
  void hand_to(std::thread::id thread) { owner_ = thread; }

  // By the owner: nobody may look.
  bool closed() const { return closed_.load(std::memory_order_relaxed); }
  // By the owner, who does not change the heap until it closes again. One fence the pair, since there is a
  // pair for every object of a heap that is told.
  void open() { closed_.store(false, std::memory_order_release); }
  void close() {
    closed_.store(true, std::memory_order_seq_cst);
    if (readers_.load(std::memory_order_seq_cst) != 0) wait_for_readers();
  }

  // Keeps the heap as it is for as long as it lives; any thread, one at a time. Not around calls into the
  // profiler.
  class Look {
   public:
    explicit Look(World& world);
    Look(const Look&) = delete;
    Look& operator=(const Look&) = delete;
    ~Look();

   private:
    World* world_;
    bool owner_;
    std::unique_lock<std::mutex> alone_;
  };

 private:
  void wait_for_readers() const;
  void owner(std::thread::id thread);

  std::mutex mutex_;
  std::condition_variable turn_;
  std::uint64_t next_ = 0;
  std::uint64_t serving_ = 0;
  std::atomic<std::thread::id> owner_{};
  std::atomic<std::uint32_t>* owned_ = nullptr;

  std::atomic<bool> closed_{false};
  std::atomic<std::uint32_t> readers_{0};
  std::atomic<std::uint32_t> waiting_{0};  // readers that found it closed
  std::mutex looking_;
};

}  // namespace gcrucible::clr
