// Several heaps of server GC: which thread reports what, and in which order.
#include <algorithm>
#include <condition_variable>
#include <initializer_list>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "harness/program/choices.h"
#include "harness/program/random.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/random_build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"
#include "tests/support/repetitions.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Collect;
using program::Generation;
using program::Mode;
using program::Schedule;

constexpr std::uint32_t kMask = abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS;

// A number of objects in each heap. Every third dies; one in ten has a finalizer.
program::Program with_heaps(std::uint16_t heaps, std::uint32_t each, Schedule schedule = {}) {
  Build build;
  build.program.heap.server_heaps = heaps;
  const std::uint32_t node = build.node();
  const std::uint32_t closer = build.node("Closer", 1, program::Finalizer::kNormal);
  for (std::uint32_t i = 0; i < each * heaps; ++i) {
    const std::uint32_t object = build.object(i / heaps % 10 == 0 ? closer : node);
    std::get<program::Allocate>(build.program.steps.back().action).heap =
        static_cast<std::uint16_t>(i % heaps);
    if (i / heaps % 3 != 0) build.root(object);
  }
  Collect collect = Build::collection(Generation::k0);
  collect.reporting.schedule = schedule;
  // Several batches for each heap.
  collect.reporting.batch_limit = 2;
  build.add(collect);
  return build.program;
}

bool is_of_heaps(CallbackMethod method) {
  return method == CallbackMethod::kMovedReferences || method == CallbackMethod::kMovedReferences2 ||
         method == CallbackMethod::kSurvivingReferences || method == CallbackMethod::kSurvivingReferences2 ||
         method == CallbackMethod::kFinalizeableObjectQueued;
}

RunResult run_twice(const program::Program& program) {
  Witness first(kMask);
  const RunResult result = run(program, first);
  Witness second(kMask);
  const RunResult again = run(program, second);
  REQUIRE(!result.error);
  REQUIRE(!again.error);
  CHECK(result.trace == again.trace);
  return result;
}

TEST_CASE("server heaps: each is reported on its own native thread") {
  const program::Program program = with_heaps(4, 20);
  Witness witness(kMask);
  std::map<std::thread::id, std::set<std::uint64_t>> reported;
  std::set<std::thread::id> others;
  std::set<abi::HRESULT> current;
  witness.react = [&](const Seen& seen) {
    abi::ThreadID thread = 0;
    const bool collects = is_of_heaps(seen.method);
    if (collects) current.insert(witness.info->GetCurrentThreadID(&thread));
    if (seen.method == CallbackMethod::kMovedReferences2)
      reported[seen.thread].insert(seen.ids.begin(), seen.ids.end());
    if (!collects && seen.method != CallbackMethod::kHandleCreated) others.insert(seen.thread);
    return abi::S_OK;
  };
  const RunResult result = run(program, witness);
  REQUIRE(!result.error);
  CHECK(reported.size() == 4);
  std::set<std::uint64_t> all;
  for (const auto& [thread, ranges] : reported) {
    for (const std::uint64_t range : ranges) CHECK(all.insert(range).second);
  }
  CHECK(current == std::set<abi::HRESULT>{abi::CORPROF_E_NOT_MANAGED_THREAD});
  CHECK(witness.count(CallbackMethod::kGarbageCollectionStarted) == 1);
  CHECK(result.lines(R"("environment":[["DOTNET_GCHeapCount","4"],["DOTNET_gcServer","1"]])").size() == 1);
  // Everything else is delivered on the first heap's thread, except the callbacks of the main thread.
  std::set<std::thread::id> of_heaps;
  for (const auto& [thread, ranges] : reported) of_heaps.insert(thread);
  CHECK(std::ranges::count_if(others, [&](auto each) { return of_heaps.contains(each); }) == 1);
}

// fixtures/prober/net10.txt, `server/…`.
TEST_CASE("EnumModules: refused only on the server GC thread that suspended") {
  Witness witness(kMask);
  std::map<std::thread::id, std::set<abi::HRESULT>> answers;
  std::thread::id suspender;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kRuntimeSuspendStarted) suspender = seen.thread;
    if (seen.method != CallbackMethod::kMovedReferences2) return abi::S_OK;
    abi::ICorProfilerModuleEnum* modules = nullptr;
    const abi::HRESULT hr = witness.info->EnumModules(&modules);
    if (modules != nullptr) modules->Release();
    answers[seen.thread].insert(hr);
    return abi::S_OK;
  };
  REQUIRE(!run(with_heaps(3, 9), witness).error);
  CHECK(answers.size() == 3);
  for (const auto& [thread, answered] : answers) {
    const abi::HRESULT expected =
        thread == suspender ? abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE : abi::HRESULT{abi::S_OK};
    CHECK(answered == std::set<abi::HRESULT>{expected});
  }
}

// Entry and return of the heaps' callbacks. Threads are numbered in order of appearance.
std::vector<std::string> turns(const RunResult& result) {
  std::vector<std::string> order;
  for (const std::string& line : result.lines("\"n\":")) {
    const bool entry = line.find("References") != std::string::npos &&
                       line.find("ObjectReferences") == std::string::npos &&
                       line.find("RootReferences") == std::string::npos;
    if (!entry) continue;
    const std::size_t at = line.find("\"t\":") + 4;
    order.push_back(line.substr(at, line.find(',', at) - at));
  }
  return order;
}

TEST_CASE("server heaps: callbacks overlap as the schedule says") {
  const RunResult in_turn = run_twice(with_heaps(2, 12));
  const std::vector<std::string> order = turns(in_turn);
  REQUIRE(order.size() > 4);
  for (std::size_t i = 1; i < order.size(); ++i) {
    INFO(i);
    CHECK(order[i] != order[i - 1]);
  }
  const RunResult one_by_one = run_twice(with_heaps(2, 12, {.kind = Schedule::Kind::kSwitches}));
  const std::vector<std::string> other = turns(one_by_one);
  CHECK(other.size() == order.size());
  const auto changes = [](const std::vector<std::string>& all) {
    std::size_t count = 0;
    for (std::size_t i = 1; i < all.size(); ++i) count += all[i] != all[i - 1] ? 1 : 0;
    return count;
  };
  CHECK(changes(other) == 1);
  CHECK(in_turn.lines(R"("model":"schedule")").size() == 1);
  CHECK(in_turn.lines(R"("kind":"round-robin")").size() == 1);
  CHECK(one_by_one.lines(R"("switches":[],"deterministic":true)").size() == 1);
}

// From the only model line `schedule` of a trace.
std::vector<program::Switch> switches_of(const RunResult& result) {
  const std::vector<std::string> lines = result.lines(R"("model":"schedule")");
  REQUIRE(lines.size() == 1);
  const std::string& line = lines.front();
  std::vector<program::Switch> switches;
  std::size_t at = line.find("\"switches\":[") + 12;
  while (line[at] == '[' || line[at] == ',') {
    at = line.find('[', at) + 1;
    const std::size_t comma = line.find(',', at);
    const std::size_t end = line.find(']', comma);
    switches.push_back(
        {.decision = static_cast<std::uint32_t>(std::stoul(line.substr(at, comma - at))),
         .thread = static_cast<std::uint32_t>(std::stoul(line.substr(comma + 1, end - comma - 1)))});
    at = end + 1;
  }
  return switches;
}

// The trace without the kind of the schedule.
std::string without_kind(const RunResult& result) {
  std::string text = result.trace;
  const std::size_t at = text.find("\"kind\":", text.find(R"("model":"schedule")"));
  return text.erase(at, text.find(',', at) - at);
}

TEST_CASE("server heaps: any schedule is repeated by its recorded switches") {
  property("schedules are replayed by their switches", [] {
    Schedule schedule;
    schedule.kind =
        *rc::gen::element(Schedule::Kind::kRoundRobin, Schedule::Kind::kRandom, Schedule::Kind::kPct);
    schedule.seed = *rc::gen::arbitrary<std::uint64_t>();
    schedule.changes = *rc::gen::inRange<std::uint32_t>(0, 4);
    schedule.length = 40;
    const auto heaps = static_cast<std::uint16_t>(*rc::gen::inRange(2, 6));
    const program::Program program = with_heaps(heaps, 7, schedule);
    Witness first(kMask);
    const RunResult reported = run(program, first);
    RC_ASSERT(!reported.error);
    program::Program again = program;
    for (program::Step& step : again.steps) {
      if (auto* collect = std::get_if<Collect>(&step.action))
        collect->reporting.schedule = {.kind = Schedule::Kind::kSwitches, .switches = switches_of(reported)};
    }
    Witness second(kMask);
    const RunResult replayed = run(again, second);
    RC_ASSERT(!replayed.error);
    RC_ASSERT(without_kind(replayed) == without_kind(reported));
  });
}

TEST_CASE("server heaps: the same program gives the same trace for any number of heaps") {
  for (const std::uint16_t heaps : std::initializer_list<std::uint16_t>{1, 2, 4, 16, 64}) {
    INFO(heaps);
    for (const std::string runtime : {"net10", "documented"}) {
      for (std::uint64_t seed = 0; seed < tests::repetitions(4, 2); ++seed) {
        program::Program program = random_build(seed, runtime).program;
        program.heap.server_heaps = heaps;
        program.heap.balanced = heaps > 1 && seed % 2 == 1;
        std::uint16_t next = 0;
        for (program::Step& step : program.steps) {
          auto* const allocate = std::get_if<program::Allocate>(&step.action);
          if (allocate != nullptr && !program.heap.balanced)
            allocate->heap = static_cast<std::uint16_t>(next++ % heaps);
        }
        program::draw_choices(program);
        const RunResult result = run_twice(program);
        CHECK(result.lines(R"("deterministic":false)").empty());
      }
    }
  }
}

// Objects by their fate: the sum of a report, whichever thread delivers it.
std::multiset<std::uint64_t> lengths(const Witness& witness) {
  std::multiset<std::uint64_t> all;
  for (const Seen& seen : witness.seen(CallbackMethod::kMovedReferences2)) {
    all.insert(seen.numbers.begin(), seen.numbers.end());
  }
  return all;
}

TEST_CASE("server heaps: free-running threads report the same") {
  Witness scheduled(kMask);
  REQUIRE(!run(with_heaps(4, 30), scheduled).error);
  Witness free(kMask);
  const RunResult result = run(with_heaps(4, 30, {.kind = Schedule::Kind::kFree}), free);
  REQUIRE(!result.error);
  CHECK(lengths(free) == lengths(scheduled));
  CHECK(result.lines(R"("free_running":true)").size() == 1);
  CHECK(free.count(CallbackMethod::kFinalizeableObjectQueued) ==
        scheduled.count(CallbackMethod::kFinalizeableObjectQueued));
  CHECK(result.lines(R"("kind":"free","decisions":0,"switches":[],"deterministic":false)").size() == 1);
}

TEST_CASE("server heaps: a callback waiting for another heap is marked nondeterministic") {
  Witness witness(kMask);
  std::mutex mutex;
  std::condition_variable reported;
  std::set<std::thread::id> threads;
  witness.react = [&](const Seen& seen) {
    if (seen.method != CallbackMethod::kMovedReferences2) return abi::S_OK;
    std::unique_lock lock(mutex);
    threads.insert(seen.thread);
    reported.notify_all();
    reported.wait(lock, [&] { return threads.size() == 2; });
    return abi::S_OK;
  };
  // Without the wait above, the first heap would report everything before the other begins.
  const RunResult result = run(with_heaps(2, 9, {.kind = Schedule::Kind::kSwitches}), witness);
  REQUIRE(!result.error);
  CHECK(threads.size() == 2);
  CHECK(result.lines(R"("deterministic":false)").size() == 1);
}

TEST_CASE("started_by: GarbageCollectionStarted comes on the thread of the given heap") {
  program::Program program = with_heaps(3, 6);
  std::get<Collect>(program.steps.back().action).reporting.started_by = 2;
  Witness witness(kMask);
  REQUIRE(!run(program, witness).error);
  const auto started = witness.seen(CallbackMethod::kGarbageCollectionStarted);
  const auto counts = witness.seen(CallbackMethod::kObjectsAllocatedByClass);
  const auto finished = witness.seen(CallbackMethod::kGarbageCollectionFinished);
  const auto moved = witness.seen(CallbackMethod::kMovedReferences2);
  REQUIRE(started.size() == 1);
  REQUIRE(finished.size() == 1);
  CHECK(started.front().thread != finished.front().thread);
  REQUIRE(counts.size() == 1);
  CHECK(counts.front().thread == started.front().thread);
  // It reports ranges of its own.
  CHECK(std::ranges::any_of(moved, [&](const Seen& seen) { return seen.thread == started.front().thread; }));
}

TEST_CASE("balanced heaps: objects spread and each heap reports ranges") {
  Build build;
  build.program.heap.server_heaps = 4;
  build.program.heap.balanced = true;
  // A range holds four objects.
  build.program.heap.range_length = {128, 128, 128, 0, 0, 0};
  const std::uint32_t node = build.node();
  std::vector<std::uint32_t> objects;
  for (int i = 0; i < 64; ++i) objects.push_back(build.object(node));
  // All live objects are in one heap: every fourth object was allocated there.
  for (int i = 0; i < 64; i += 4) build.root(objects[static_cast<std::size_t>(i)]);
  build.collect(Generation::k0, Mode::kCompact);
  Witness witness(kMask);
  REQUIRE(!run(build.program, witness).error);
  std::map<std::thread::id, std::size_t> reported;
  for (const Seen& seen : witness.seen(CallbackMethod::kMovedReferences2))
    reported[seen.thread] += seen.ids.size();
  CHECK(reported.size() == 4);
}

TEST_CASE("server heaps: an edited report is delivered on one thread for all heaps") {
  program::Program program = with_heaps(2, 9);
  program::ReportEdit drop;
  drop.kind = program::ReportEdit::Kind::kDropRange;
  auto& reporting = std::get<Collect>(program.steps.back().action).reporting;
  reporting.edits = {drop};
  reporting.schedule.reset();
  Witness witness(kMask);
  const RunResult result = run(program, witness);
  REQUIRE(!result.error);
  std::set<std::thread::id> threads;
  for (const Seen& seen : witness.seen(CallbackMethod::kMovedReferences2)) threads.insert(seen.thread);
  CHECK(threads.size() == 1);
  CHECK(result.lines(R"("model":"schedule")").empty());
}

}  // namespace
}  // namespace gcrucible::tests
