#include "harness/clr/managed_threads.h"

#include <thread>

#include "harness/clr/thread_state.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

TEST_CASE("work is done on the thread it belongs to, one at a time, with the world in its hands") {
  World world;
  ManagedThreads threads(world);
  std::thread([&] {
    CHECK(threads.adopt(100) == 0);
    threads.start(1, 101);
    threads.start(2, 102);
    CHECK(threads.living() == std::vector<abi::ThreadID>{100, 101, 102});
    world.lock();
    std::thread::id first, again, main;
    abi::ThreadID managed = 0;
    bool mine = false;
    threads.run(1, [&] {
      first = std::this_thread::get_id();
      managed = this_thread().managed;
      mine = world.mine();
    });
    threads.run(1, [&] { again = std::this_thread::get_id(); });
    threads.run(0, [&] { main = std::this_thread::get_id(); });
    CHECK(first == again);
    CHECK(first != main);
    CHECK(main == std::this_thread::get_id());
    CHECK(managed == 101);
    CHECK(mine);
    CHECK(world.mine());
    world.unlock();

    const auto found = threads.find(102);
    REQUIRE(found.has_value());
    CHECK(found->os_id != 0);
    CHECK(found->os_id != threads.at(1).os_id);
    threads.end(1);
    CHECK(!threads.alive(1));
    CHECK(threads.alive(2));
    CHECK(!threads.find(101).has_value());
    CHECK(threads.living() == std::vector<abi::ThreadID>{100, 102});
    threads.adopt_foreign(200);
    CHECK(threads.living() == std::vector<abi::ThreadID>{100, 102, 200});
    CHECK(threads.find(200).has_value());
  }).join();
  // Thread 2 is ended by the destructor.
}

}  // namespace
}  // namespace gcrucible::clr
