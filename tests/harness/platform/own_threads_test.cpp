// A joined thread stops counting at once, whatever the system still counts. A running thread counts.
#include <atomic>
#include <thread>

#include "harness/platform/process/fork_server.h"
#include "tests/support/catch.h"

namespace gcrucible::platform {

TEST_CASE("thread_count: a thread counts until it is joined") {
  const std::uint32_t before = thread_count();
  for (int i = 0; i < 200; ++i) {
    std::atomic<bool> leave{false};
    std::thread thread([&leave] { leave.wait(false); });
    if (i == 0) CHECK_FALSE(has_only_threads(before));
    CHECK(has_only_threads(before + 1));
    leave = true;
    leave.notify_all();
    thread.join();
    CHECK(has_only_threads(before));
  }
}

}  // namespace gcrucible::platform
