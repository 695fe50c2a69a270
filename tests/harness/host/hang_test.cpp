// The program does not continue, whatever the profiler's threads do. That is a hang, and its place is
// reported.
#include <chrono>
#include <cstdint>
#include <string>
#include <variant>

#include "tests/harness/calls/build.h"
#include "tests/harness/host/stubborn_run.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using driver::Fate;
using driver::Outcome;
using std::chrono::milliseconds;

program::Program one_move() {
  Build build;
  const std::uint32_t node = build.node();
  build.object(node);
  build.root(build.object(node));
  build.collect(program::Generation::k0);
  return build.program;
}

constexpr milliseconds kSoon{1'000};

TEST_CASE("hang: a profiler that does not hang runs to the end") {
  const Outcome outcome = run_stubborn("", one_move(), milliseconds(30'000));
  CHECK(outcome.fate == Fate::kFinished);
  CHECK(outcome.last_callback == "Shutdown");
  CHECK(outcome.callback_number == outcome.callbacks);
}

TEST_CASE("hang: a callback hangs while another thread gets callbacks") {
  const Outcome outcome = run_stubborn("hangs-while-asking", one_move(), kSoon);
  CHECK(outcome.fate == Fate::kHung);
  CHECK(outcome.last_callback == "MovedReferences2");
  CHECK(outcome.inside_callback);
  // HandleCreated and HandleDestroyed continued after it.
  CHECK(outcome.callbacks > outcome.callback_number + 2);
  CHECK(driver::place_of(outcome).starts_with("It was inside MovedReferences2, the "));
}

TEST_CASE("hang: several server heap threads hang and each is named with its callback") {
  program::Program program = one_move();
  program.heap.server_heaps = 2;
  // Each of the two objects is in its own heap, and both are alive.
  std::uint16_t heap = 0;
  for (program::Step& step : program.steps) {
    if (auto* const allocate = std::get_if<program::Allocate>(&step.action)) allocate->heap = heap++;
  }
  program.steps.insert(program.steps.begin() + 1, {program::AddRoot{.object = 0}});
  const Outcome outcome = run_stubborn("hangs-while-asking", program, kSoon);
  INFO(driver::place_of(outcome));
  CHECK(outcome.fate == Fate::kHung);
  CHECK(outcome.inside_callback);
  CHECK(outcome.last_callback == "MovedReferences2");
  REQUIRE(outcome.worker_callbacks.size() == 2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    CHECK(outcome.worker_callbacks[i].number_of_thread == i);
    CHECK(outcome.worker_callbacks[i].callback == "MovedReferences2");
  }
  CHECK(
      driver::place_of(outcome).find("Of the collector's threads that of heap 0 was inside MovedReferences2 "
                                     "(the ") != std::string::npos);
}

TEST_CASE("hang: a callback waits for a thread that waits for the collection") {
  const Outcome outcome = run_stubborn("waits-for-a-hung-thread", one_move(), kSoon);
  CHECK(outcome.fate == Fate::kHung);
  CHECK(outcome.last_callback == "MovedReferences2");
  CHECK(outcome.inside_callback);
}

TEST_CASE("hang: a runtime left suspended hangs at the next collection or at the end") {
  for (const bool collects : {true, false}) {
    Build build;
    const std::uint32_t node = build.node();
    build.object(node);
    build.object(node);
    if (collects) build.collect(program::Generation::k0);
    for (const char* const way : {"suspends", "suspends-and-asks", "suspends-and-hangs-beside"}) {
      INFO(way);
      const Outcome outcome = run_stubborn(way, build.program, kSoon);
      CHECK(outcome.fate == Fate::kHung);
      CHECK(outcome.held);
      CHECK(!outcome.inside_callback);
      CHECK(outcome.collection == 0);
      CHECK(outcome.stage == (collects ? protocol::Stage::kRunning : protocol::Stage::kShuttingDown));
      // The suspending thread continued to its second object.
      CHECK(outcome.last_callback == "ObjectAllocated");
      CHECK(driver::place_of(outcome).starts_with(
          "It had suspended the runtime (SuspendRuntime) and not resumed it"));
    }
  }
}

TEST_CASE("hang: a callback hangs while a profiler thread collects") {
  const Outcome outcome = run_stubborn("hangs-despite-a-sampler", one_move(), kSoon);
  INFO(driver::place_of(outcome));
  CHECK(outcome.fate == Fate::kHung);
  CHECK(outcome.last_callback == "ThreadCreated");
  CHECK(outcome.inside_callback);
  CHECK(outcome.collection > 1);
}

TEST_CASE("hang: Shutdown waits for a thread that suspends and resumes for ever") {
  const Outcome outcome = run_stubborn("samples-in-shutdown", one_move(), kSoon);
  INFO(driver::place_of(outcome));
  CHECK(outcome.fate == Fate::kHung);
  CHECK(outcome.last_callback == "Shutdown");
  CHECK(outcome.inside_callback);
  CHECK(outcome.callbacks > outcome.callback_number + 2);
}

TEST_CASE("crash: after a nested callback has returned the outer one is named") {
  const Outcome outcome = run_stubborn("crashes-after-a-handle", one_move(), milliseconds(30'000));
  CHECK(outcome.fate == Fate::kCrashed);
  CHECK(outcome.last_callback == "ObjectAllocated");
  CHECK(outcome.inside_callback);
  CHECK(outcome.callbacks == outcome.callback_number + 1);
}

TEST_CASE("crash/hang: the callback is named although another thread has collected") {
  for (const char* const way :
       {"crashes-after-a-collection", "crashes-during-a-collection", "hangs-after-a-collection"}) {
    const bool hangs = std::string_view(way).starts_with("hangs");
    const Outcome outcome = run_stubborn(way, one_move(), hangs ? kSoon : milliseconds(30'000));
    INFO(way << " " << driver::place_of(outcome));
    CHECK(outcome.fate == (hangs ? Fate::kHung : Fate::kCrashed));
    CHECK(outcome.last_callback == "ThreadCreated");
    CHECK(outcome.inside_callback);
    CHECK(outcome.callbacks > outcome.callback_number);
  }
}

TEST_CASE("hang: callbacks in preemptive mode are progress") {
  Build build;
  for (const char* const name : {"A", "B", "C", "D", "E"}) build.node(name);
  const std::uint32_t worker = build.thread("worker");
  build.add(program::StartThread{worker});
  const Outcome outcome = run_stubborn("loads-for-long", build.program, kSoon);
  INFO(driver::place_of(outcome));
  CHECK(outcome.fate == Fate::kFinished);
}

}  // namespace
}  // namespace gcrucible::tests
