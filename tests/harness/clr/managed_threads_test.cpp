#include "harness/clr/threads/managed_threads.h"

#include <atomic>
#include <new>
#include <thread>
#include <vector>

#include "harness/clr/threads/thread_state.h"
#include "tests/support/catch.h"

namespace gcrucible::clr {
namespace {

TEST_CASE("ManagedThreads: work runs on its own thread and owns the world") {
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
    threads.foreign().enter(200);
    CHECK(threads.living() == std::vector<abi::ThreadID>{100, 102, 200});
    CHECK(threads.find(200).has_value());
  }).join();
  // The destructor ends thread 2.
}

TEST_CASE("ManagedThreads: each server heap has one native thread until the end") {
  World world;
  ManagedThreads threads(world);
  struct Place {
    std::thread::id thread = {};
    ThreadState state = {};
    bool mine = false;
  };
  const auto collect = [&](std::uint32_t heap) {
    Place place;
    threads.run_on_collector(heap, [&] {
      place = {std::this_thread::get_id(), this_thread(), world.mine()};
    });
    return place;
  };
  static std::atomic<int> ended{0};
  struct Ends {
    ~Ends() { ++ended; }
  };
  ended = 0;
  std::thread([&] {
    threads.adopt(100);
    threads.start(1, 101);
    world.lock();
    const Place first = collect(0);
    const Place second = collect(1);
    Place again;
    threads.run(1, [&] { again = collect(0); });
    CHECK(first.thread != std::this_thread::get_id());
    CHECK(first.thread != second.thread);
    CHECK(first.thread == again.thread);
    for (const Place& each : {first, second, again}) {
      CHECK(each.mine);
      CHECK(each.state.collector);
      CHECK(each.state.of_runtime);
      CHECK(each.state.managed == 0);
      CHECK(doing_of_owner(each.state) == Doing::kProgram);
    }
    CHECK(world.mine());
    threads.run_on_collector(0, [] {
      thread_local Ends ends;
      static_cast<void>(ends);
    });
    world.unlock();

    // For a thread of the profiler: its forced collections do not count as progress of the program.
    std::thread([&] {
      world.lock();
      const Place forced = collect(0);
      CHECK(forced.thread == first.thread);
      CHECK(doing_of_owner(forced.state) == Doing::kForced);
      world.unlock();
    }).join();
    world.lock();
    CHECK(doing_of_owner(collect(0).state) == Doing::kProgram);
    world.unlock();

    CHECK(ended == 0);
    threads.end_collectors();
    CHECK(ended == 1);
    CHECK(threads.living() == std::vector<abi::ThreadID>{100, 101});
  }).join();
}

TEST_CASE("ManagedThreads: a waiting thread does the work handed to it") {
  World world;
  ManagedThreads threads(world);
  std::thread([&] {
    const std::thread::id main = std::this_thread::get_id();
    threads.adopt(100);
    threads.start(1, 101);
    threads.start(2, 102);
    world.lock();
    std::vector<std::thread::id> went;
    const auto note = [&] {
      went.push_back(std::this_thread::get_id());
      CHECK(world.mine());
    };
    threads.run(1, [&] {
      note();
      threads.run(0, [&] {
        note();
        threads.run_on_native([&] {
          note();
          threads.run(1, [&] {
            note();
            threads.run(2, note);
          });
          note();
        });
      });
      threads.run(0, note);
      note();
    });
    CHECK(world.mine());
    world.unlock();
    REQUIRE(went.size() == 8);
    const std::thread::id worker = went[0], native = went[2];
    CHECK(worker != main);
    CHECK(went[1] == main);
    CHECK(native != main);
    CHECK(native != worker);
    CHECK(went[3] == worker);
    CHECK(went[4] != worker);
    CHECK(went[4] != native);
    CHECK(went[5] == native);
    CHECK(went[6] == main);
    CHECK(went[7] == worker);
  }).join();
}

TEST_CASE("ManagedThreads: an exception of the work is thrown to the caller") {
  World world;
  ManagedThreads threads(world);
  std::thread([&] {
    threads.adopt(100);
    threads.start(1, 101);
    world.lock();
    for (int i = 0; i < 2; ++i) {
      CHECK_THROWS_AS(threads.run(1, [] { throw std::bad_alloc(); }), std::bad_alloc);
      CHECK_THROWS_AS(threads.run_on_native([] { throw std::bad_alloc(); }), std::bad_alloc);
    }
    CHECK(world.mine());
    std::thread::id went;
    threads.run(1, [&] { went = std::this_thread::get_id(); });
    CHECK(went != std::this_thread::get_id());
    world.unlock();
  }).join();
}

TEST_CASE("ManagedThreads: work for a busy thread is done by the caller") {
  World world;
  ManagedThreads threads(world);
  std::thread([&] {
    threads.adopt(100);
    threads.start(1, 101);
    threads.run(1, [&] {
      // Like a thread of the profiler that collects while a callback waits for it.
      std::thread([&] {
        const std::thread::id self = std::this_thread::get_id();
        std::thread::id busy, waiting;
        threads.run(1, [&] { busy = std::this_thread::get_id(); });
        threads.run(0, [&] { waiting = std::this_thread::get_id(); });
        CHECK(busy == self);
        CHECK(waiting != self);
        CHECK(waiting != std::thread::id());
      }).join();
    });
  }).join();
}

}  // namespace
}  // namespace gcrucible::clr
