// Which thread has the world, and which threads may look meanwhile.
#include "harness/clr/threads/world.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

using std::chrono::milliseconds;

TEST_CASE("World: has one owner and only the owner knows") {
  World world;
  CHECK(!world.mine());
  world.lock();
  CHECK(world.mine());
  bool other = true;
  std::thread([&] { other = world.mine(); }).join();
  CHECK(!other);
  world.unlock();
  CHECK(!world.mine());
}

TEST_CASE("World: lock is first come first served") {
  World world;
  std::atomic<int> turns{0};
  world.lock();
  std::atomic<bool> asking{false};
  int mine = 0;
  std::thread other([&] {
    asking = true;
    world.lock();
    mine = ++turns;
    world.unlock();
  });
  while (!asking) std::this_thread::yield();
  std::this_thread::sleep_for(milliseconds(20));
  world.unlock();
  for (int i = 0; i < 100; ++i) {
    world.lock();
    ++turns;
    world.unlock();
  }
  other.join();
  CHECK(mine == 1);
}

TEST_CASE("World: hand_to makes another thread the owner") {
  World world;
  world.lock();
  bool run_on_behalf_of = false;
  std::thread worker([&] {
    while (!world.mine()) std::this_thread::yield();
    run_on_behalf_of = true;
  });
  world.hand_to(worker.get_id());
  worker.join();
  CHECK(run_on_behalf_of);
  CHECK(!world.mine());
  world.hand_to(std::this_thread::get_id());
  CHECK(world.mine());
  world.unlock();
}

TEST_CASE("World: other threads may look only while it is open") {
  World world;
  world.lock();
  std::atomic<bool> looked{false};
  std::thread other([&] {
    const World::Look look(world);
    looked = true;
  });
  std::this_thread::sleep_for(milliseconds(20));
  CHECK(!looked);
  // The owner itself may look at any time.
  { const World::Look look(world); }
  world.open();
  other.join();
  CHECK(looked);
  world.close();
  world.unlock();
  { const World::Look look(world); }
}

TEST_CASE("World: looks and changes never overlap") {
  World world;
  std::uint64_t value = 0, twin = 0;  // equal whenever a thread may look
  std::atomic<bool> stop{false};
  std::atomic<int> torn{0}, looks{0};
  std::vector<std::thread> others;
  for (int i = 0; i < 3; ++i) {
    others.emplace_back([&] {
      while (!stop) {
        const World::Look look(world);
        if (value != twin) ++torn;
        ++looks;
      }
    });
  }
  for (int step = 0; step < 300 || looks < 20; ++step) {
    world.lock();
    for (int callback = 0; callback < 5; ++callback) {
      ++value;
      ++twin;
      world.open();
      world.close();
    }
    world.unlock();
  }
  stop = true;
  for (std::thread& other : others) other.join();
  CHECK(torn == 0);
  CHECK(looks > 0);
}

}  // namespace
}  // namespace gcrucible::clr
