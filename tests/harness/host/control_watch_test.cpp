// The record of callbacks while two threads receive them.
#include "harness/host/control_watch.h"

#include <thread>

#include "tests/support/catch.h"

namespace gcrucible::host {
namespace {

using clr::Doing;

constexpr std::uint16_t kShutdownSlot = 4;
constexpr std::uint16_t kSuspendSlot = 42;

TEST_CASE("ControlWatch: Shutdown and program callbacks are counted without a lock") {
  protocol::ControlBlock control;
  ControlWatch watch(control);
  constexpr int kTimes = 200'000;
  const auto make = [&](std::uint16_t slot, Doing doing) {
    for (int i = 0; i < kTimes; ++i) {
      watch.entered(slot, doing);
      watch.returned(nullptr, doing);
    }
  };
  watch.entered(kShutdownSlot, Doing::kLife);
  std::thread suspending([&] { make(kSuspendSlot, Doing::kProgram); });
  make(kShutdownSlot, Doing::kLife);
  suspending.join();
  CHECK(control.life_callback.depth == 1);
  CHECK(control.life_callback.slot == kShutdownSlot);
  CHECK(control.program_callback.depth == 0);
  CHECK(control.program_callback.slot == kSuspendSlot);
  CHECK(control.progress == 2 * kTimes);
  CHECK(control.callbacks == 2 * kTimes + 1);
  watch.returned(nullptr, Doing::kLife);
  CHECK(control.life_callback.depth == 0);
}

TEST_CASE("ControlWatch: each server heap thread has its own callback entry") {
  protocol::ControlBlock control;
  ControlWatch watch(control);
  control.stage = protocol::Stage::kRunning;
  control.world_owned = 1;
  constexpr int kTimes = 50'000;
  const auto make = [&](std::uint16_t heap) {
    clr::this_thread().actor = heap;
    for (int i = 0; i < kTimes; ++i) {
      watch.entered(kSuspendSlot, Doing::kWorkers);
      watch.returned(nullptr, Doing::kWorkers);
    }
    watch.entered(static_cast<std::uint16_t>(kShutdownSlot + heap), Doing::kWorkers);
  };
  std::thread first([&] { make(0); });
  std::thread second([&] { make(5); });
  first.join();
  second.join();
  CHECK(control.worker_callbacks[0].slot == kShutdownSlot);
  CHECK(control.worker_callbacks[0].depth == 1);
  CHECK(control.worker_callbacks[5].slot == kShutdownSlot + 5);
  CHECK(control.worker_callbacks[5].depth == 1);
  CHECK(control.progress == 4 * kTimes + 2);
  CHECK(control.in_worker_callbacks == 2);
  CHECK_FALSE(control.simulating());
  for (const std::uint16_t heap : {std::uint16_t{0}, std::uint16_t{5}}) {
    std::thread([&] {
      clr::this_thread().actor = heap;
      watch.returned(nullptr, Doing::kWorkers);
    }).join();
  }
  CHECK(control.in_worker_callbacks == 0);
  CHECK(control.simulating());
}

TEST_CASE("ControlWatch: callbacks on other threads are not progress") {
  protocol::ControlBlock control;
  ControlWatch watch(control);
  const std::uint64_t number = watch.entered(kSuspendSlot, Doing::kOther);
  CHECK(control.other_callback.depth == 1);
  CHECK(control.other_callback.number == number);
  watch.returned(nullptr, Doing::kOther);
  CHECK(control.other_callback.depth == 0);
  CHECK(control.progress == 0);
}

TEST_CASE("ControlWatch: forced callbacks are progress unless the program waits for them") {
  protocol::ControlBlock control;
  ControlWatch watch(control);
  const auto counted = [&] {
    const std::uint64_t before = control.progress;
    watch.entered(kSuspendSlot, Doing::kForced);
    CHECK(control.program_callback.slot == kSuspendSlot);
    watch.returned(nullptr, Doing::kForced);
    return control.progress > before;
  };
  CHECK(counted());
  // A wait for another thread. This thread is in no callback.
  watch.left({}, Doing::kProgram, Doing::kAbsent);
  CHECK(!counted());
  watch.came_back({}, Doing::kProgram, Doing::kAbsent);
  CHECK(counted());
  // A thread of the profiler does not delay any other thread.
  watch.left({}, Doing::kForced, Doing::kOther);
  CHECK(counted());
  watch.came_back({}, Doing::kForced, Doing::kOther);
  control.held = 1;
  CHECK(!counted());
  control.held = 0;
  watch.entered(kShutdownSlot, Doing::kLife);
  CHECK(!counted());
  watch.returned(nullptr, Doing::kLife);
  CHECK(counted());
}

TEST_CASE("ControlWatch: a callback in preemptive mode keeps its own entry") {
  protocol::ControlBlock control;
  ControlWatch watch(control);
  constexpr auto kCreated = abi::CallbackMethod::kThreadCreated;
  const auto slot = static_cast<std::uint16_t>(kCreated);
  const clr::CallbackFrame frame{kCreated, 0, watch.entered(slot, Doing::kProgram)};
  watch.left({.innermost = &frame, .count = 1}, Doing::kProgram, Doing::kAbsent);
  CHECK(control.program_callback.depth == 0);
  // Another thread has the world in the meantime.
  watch.entered(kSuspendSlot, Doing::kProgram);
  CHECK(control.absent_callback.slot == slot);
  CHECK(control.absent_callback.number == frame.number);
  CHECK(control.absent_callback.depth == 1);
  watch.returned(nullptr, Doing::kProgram);
  CHECK(control.program_callback.depth == 0);
  watch.entered(kShutdownSlot, Doing::kAbsent);
  CHECK(control.absent_callback.depth == 2);
  watch.returned(&frame, Doing::kAbsent);
  CHECK(control.absent_callback.slot == slot);
  watch.came_back({.innermost = &frame, .count = 1}, Doing::kProgram, Doing::kAbsent);
  CHECK(control.absent_callback.depth == 0);
  CHECK(control.program_callback.depth == 1);
  CHECK(control.program_callback.slot == slot);
  CHECK(control.program_callback.number == frame.number);
}

}  // namespace
}  // namespace gcrucible::host
