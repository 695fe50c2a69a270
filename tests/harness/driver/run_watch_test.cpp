#include "harness/driver/host/run_watch.h"

#include "harness/driver/cause_of_death.h"

#ifdef __linux__
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <thread>

#include "tests/support/catch.h"

namespace gcrucible::driver {
namespace {

using platform::Activity;
using std::chrono::milliseconds;

// A run whose profiler does nothing visible. It ends after this number of looks.
Watched watch_for(int looks, const Look& look, milliseconds timeout) {
  protocol::ControlBlock block;
  block.stage = protocol::Stage::kRunning;
  RunOptions options;
  options.timeout = timeout;
  int waits = 0;
  const WaitForEnd wait = [&](milliseconds limit) -> std::optional<platform::ProcessEnd> {
    std::this_thread::sleep_for(limit);
    return ++waits == looks ? std::optional<platform::ProcessEnd>(platform::ProcessEnd{}) : std::nullopt;
  };
  return watch(wait, look, block, options);
}

// The timeout is shorter than all looks together. It is longer than a tenth of the longest time that they
// count for.
constexpr int kLooks = 30;
constexpr milliseconds kTimeout{1'000};

}  // namespace

TEST_CASE("watch: a run that waits for a processor does not hang") {
  const Watched watched = watch_for(
      kLooks, [] { return Activity{.ready = true}; }, kTimeout);
  CHECK(watched.end.has_value());
  CHECK(watched.standstill == Standstill::kNone);
}

TEST_CASE("watch: a sleeping run hangs") {
  const Watched watched = watch_for(
      kLooks, [] { return Activity{.sleeps = true}; }, kTimeout);
  CHECK_FALSE(watched.end.has_value());
  CHECK(watched.standstill == Standstill::kProfiler);
}

TEST_CASE("watch: a process that is being ended does not hang") {
  const Watched watched = watch_for(
      kLooks, [] { return Activity{.gone = true}; }, kTimeout);
  CHECK(watched.end.has_value());
  CHECK(watched.standstill == Standstill::kNone);
}

TEST_CASE("watch: a run that spins without a callback hangs") {
  milliseconds worked{0};
  const auto spins = [&] {
    worked += milliseconds(1'000);
    return Activity{.ready = true, .worked = worked};
  };
  const Watched watched = watch_for(kLooks, spins, kTimeout);
  CHECK_FALSE(watched.end.has_value());
  CHECK(watched.standstill == Standstill::kProfiler);
}

TEST_CASE("watch: a deadlock is reported at once with the schedule so far") {
  protocol::ControlBlock block;
  block.stage = protocol::Stage::kRunning;
  block.say("That of heap 0 waits.\n0 waits for it");
  block.deadlocked = 1;
  block.turns.collection = 3;
  block.turns.heaps = 2;
  block.turns.kind = static_cast<std::uint32_t>(program::Schedule::Kind::kRandom);
  block.turns.turns = static_cast<std::uint32_t>(program::Schedule::Turns::kWithin);
  block.turns.decisions = 9;
  block.turns.deterministic = 1;
  block.turns.count = 2;
  block.turns.kept[0] = (std::uint64_t{4} << 32) | 1;
  block.turns.kept[1] = std::uint64_t{8} << 32;
  RunOptions options;
  options.timeout = std::chrono::hours(1);
  const Watched watched = watch([](milliseconds) { return std::nullopt; },
                                [] { return Activity{.sleeps = true}; }, block, options);
  CHECK(watched.standstill == Standstill::kProfiler);
  Outcome outcome = place_of_run(watched, block, {});
  CHECK(outcome.deadlock == "That of heap 0 waits.");
  CHECK(outcome.cycle == "0 waits for it");
  report_end(outcome, watched, false, block, options, "/p.so");
  CHECK(outcome.fate == Fate::kHung);
  CHECK(outcome.died == "deadlock");
  const std::optional<Death> death = death_of(outcome, block);
  REQUIRE(death);
  REQUIRE(death->turns);
  CHECK(death->turns->schedule == program::Schedule{.kind = program::Schedule::Kind::kRandom,
                                                    .switches = {{4, 1}, {8, 0}},
                                                    .turns = program::Schedule::Turns::kWithin});
  std::string trace = "{\"gcrucible_trace\":1}\n{\"n\":7,\"t\":0}\n";
  CHECK(close_trace_text(trace, {}, {.death = death}));
  CHECK(trace.find("{\"n\":8,\"t\":0,\"model\":\"schedule\",\"collection\":3,\"heaps\":2,\"kind\":\"random\","
                   "\"decisions\":9,\"switches\":[[4,1],[8,0]],\"deterministic\":true,\"within\":true}\n"
                   "{\"end\":true,\"lines\":10,\"died\":\"deadlock\"") != std::string::npos);
}

TEST_CASE("place_of_run: numbers of an overwritten control block are no facts") {
  protocol::ControlBlock block;
  block.stage = protocol::Stage::kRunning;
  block.callbacks = 7;
  block.program_callback.number = 7;
  block.program_callback.depth = 1;
  block.collection = 2;
  block.step_line = 12;
  const Watched watched{.end = platform::ProcessEnd{.signal = 11}};
  const auto place = [&] { return place_of_run(watched, block, {}); };
  CHECK_FALSE(place().counts_lost);
  CHECK(place().collection == 2);
  CHECK(place().step_line == 12);
  block.program_callback.number = 93'458'555'666'476;  // a pointer, as a stray write leaves it
  CHECK(place().counts_lost);
  CHECK(place().callback_number == 0);
  CHECK(place().callbacks == 0);
  CHECK(place().collection == 0);
  CHECK(place().step_line == 0);
  CHECK(place().inside_callback);
  block.program_callback.number = 7;
  block.program_callback.slot = 4'000'000;
  CHECK(place().counts_lost);
}

TEST_CASE("report_end: a damaged control block has no counts") {
  protocol::ControlBlock block;
  block.stage = protocol::Stage::kRunning;
  block.callbacks = 7;
  block.collection = 2;
  const Watched watched{.end = platform::ProcessEnd{.signal = 11}};
  Outcome outcome = place_of_run(watched, block, {});
  CHECK(outcome.callbacks == 7);
  block.magic = 0x23232323;
  report_end(outcome, watched, false, block, {}, "/p.so");
  CHECK(outcome.fate == Fate::kWroteMemory);
  CHECK(outcome.counts_lost);
  CHECK(outcome.callbacks == 0);
  CHECK(place_of(outcome) == "When it did so is not known: it was found at the end of the run.");
}

TEST_CASE("watch: a run that never gets a processor is given up") {
  const Watched watched = watch_for(
      1'000'000, [] { return Activity{.ready = true}; }, milliseconds(50));
  CHECK(watched.standstill == Standstill::kProfiler);
}

#ifdef __linux__
TEST_CASE("activity_of: reports running and missing processes") {
  // This process makes the query, so it is running.
  const Activity own = platform::activity_of(getpid());
  CHECK(own.ready);
  CHECK_FALSE(own.sleeps);
  CHECK_FALSE(own.gone);
  CHECK_FALSE(platform::activity_of(-1).ready);
  CHECK_FALSE(platform::activity_of(-1).sleeps);
  CHECK(platform::activity_of(-1).gone);
}

TEST_CASE("activity_of: a zombie is gone") {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(0);
  siginfo_t ended{};
  REQUIRE(waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) == 0);
  CHECK(platform::activity_of(child).gone);
  CHECK(waitpid(child, nullptr, 0) == child);
}
#endif

}  // namespace gcrucible::driver
