// Native threads that play on one stage after another.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "harness/schedule/binary_semaphore.h"
#include "harness/schedule/stage.h"

namespace gcrucible::schedule {

// For callers that run the same play many times: starting threads costs more than a play.
class ThreadPool {
 public:
  explicit ThreadPool(std::uint32_t actors);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool();

  // Runs `part` for each actor, on the actor's thread. Returns when all have left. An exception ends the
  // process.
  void play(Stage& stage, const std::function<void(Actor)>& part);

 private:
  void act(Actor actor);

  std::vector<BinarySemaphore> cues_;  // by actor
  BinarySemaphore over_;
  std::atomic<std::uint32_t> playing_{0};
  Stage* stage_ = nullptr;  // null: the threads end
  const std::function<void(Actor)>* part_ = nullptr;
  std::vector<std::thread> threads_;
};

}  // namespace gcrucible::schedule
