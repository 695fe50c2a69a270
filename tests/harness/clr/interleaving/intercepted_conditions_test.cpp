// Conditions that are signalled before the wait.
#include <pthread.h>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "harness/schedule/exhaustive.h"
#include "harness/schedule/replay.h"
#include "harness/schedule/thread_pool.h"
#include "tests/harness/clr/interleaving/intercepted_play.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

using schedule::Actor;

// One thread waits until the other has signalled. The signalling thread takes the lock for that or does not.
class Signal {
 public:
  explicit Signal(bool locked) : locked_(locked) {}

  Played play_once(schedule::ThreadPool& pool, schedule::Strategy& strategy) {
    said_ = false;
    return play(pool, strategy, 2, [this](Actor actor) {
      if (actor == 0) {
        std::unique_lock lock(mutex_);
        while (!said_) changed_.wait(lock);
        return;
      }
      std::unique_lock lock(mutex_, std::defer_lock);
      if (locked_) lock.lock();
      said_ = true;
      changed_.notify_all();
    });
  }

 private:
  bool locked_;
  bool said_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
};

TEST_CASE("LockScheduler: a lost wake-up is a deadlock and its switches replay it") {
  schedule::ThreadPool pool(2);
  schedule::Exhaustive every;
  Signal signal(false);
  int plays = 0, lost = 0;
  std::vector<program::Switch> found;
  do {
    const Played played = signal.play_once(pool, every);
    CHECK(played.deterministic);
    ++plays;
    if (played.deadlock.empty()) continue;
    ++lost;
    found = played.switches;
    CHECK(played.deadlock == "That of heap 0 waits for condition 1, which nobody is left to signal.");
  } while (every.advance());
  CHECK_FALSE(every.diverged());
  CHECK(lost > 0);
  CHECK(plays > lost);
  schedule::Replay again(found);
  CHECK_FALSE(signal.play_once(pool, again).deadlock.empty());
}

TEST_CASE("LockScheduler: no wake-up signalled under the lock is lost") {
  schedule::ThreadPool pool(2);
  schedule::Exhaustive every;
  Signal signal(true);
  do {
    const Played played = signal.play_once(pool, every);
    CHECK(played.deterministic);
    CHECK(played.deadlock.empty());
  } while (every.advance());
  CHECK_FALSE(every.diverged());
}

TEST_CASE("LockScheduler: a shared or externally signalled condition is no deadlock") {
  for (const bool shared : {true, false}) {
    schedule::ThreadPool pool(1);
    schedule::Replay strategy({});
    std::mutex mutex;
    pthread_condattr_t kind{};
    pthread_condattr_init(&kind);
    if (shared) pthread_condattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_cond_t changed{};
    pthread_cond_init(&changed, &kind);
    bool said = false;
    std::thread stranger;
    const Played played = play(pool, strategy, 1, [&](Actor) {
      std::unique_lock lock(mutex);
      if (shared) {
        // No thread signals. The waiting thread is woken to check once more.
        CHECK(pthread_cond_wait(&changed, mutex.native_handle()) == 0);
        return;
      }
      stranger = std::thread([&] {
        const std::scoped_lock held(mutex);
        said = true;
        pthread_cond_signal(&changed);
      });
      while (!said) pthread_cond_wait(&changed, mutex.native_handle());
    });
    if (stranger.joinable()) stranger.join();
    CHECK(played.deadlock.empty());
    CHECK_FALSE(played.deterministic);
    pthread_cond_destroy(&changed);
    pthread_condattr_destroy(&kind);
  }
}

}  // namespace
}  // namespace gcrucible::clr
