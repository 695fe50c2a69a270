// The world lock. It makes steps of the program, and collections forced by the profiler's threads, run one at
// a time.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "harness/clr/threads/thread_state.h"

namespace gcrucible::clr {

// First come, first served: a thread that requests a collection gets the lock between the next two steps, and
// the program cannot starve it. Not recursive: a thread that locks it twice deadlocks.
//
// The owner changes the heap. Other threads may look at it while no thread owns the world, or while the owner
// is in the profiler's code. The owner opens the world around each callback, so that a callback may wait for
// a thread that calls Info methods.
class World {
 public:
  void lock();
  // Succeeds only if no thread has the world or waits for it.
  bool try_lock();
  void unlock();
  // For the owner: whether another thread waits for the world.
  bool awaited();

  // From now on `owned` is 1 while a thread has the world. Call before there are threads.
  void show_owned(std::atomic<std::uint32_t>& owned) { owned_ = &owned; }

  // Whether the calling thread may change the heap. Workers hold the world together, and do not
  // change the heap. Program threads that run at the same time also hold it together, and change the heap in
  // turn.
  bool mine() const {
    const ThreadState& thread = this_thread();
    return owner_.load(std::memory_order_relaxed) == std::this_thread::get_id() || thread.in_workers ||
           thread.mutating.in_world;
  }
  // The owner lets another thread work in its place, and waits for it.
  void hand_to(std::thread::id thread) { owner_ = thread; }

  // For the owner: no thread may look.
  bool closed() const { return closed_.load(std::memory_order_relaxed); }
  // For the owner, which must not change the heap until it closes again. The pair has one fence, because it
  // runs for every object of a heap that is reported.
  void open() { closed_.store(false, std::memory_order_release); }
  void close() {
    closed_.store(true, std::memory_order_seq_cst);
    if (readers_.load(std::memory_order_seq_cst) != 0) wait_for_readers();
  }

  // Keeps the heap unchanged while it lives. Any thread may make one; one thread at a time has it. Must not
  // live during calls of the profiler.
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
