// The choices of `documented` in addition to order and batches. It uses them under some seeds and not under
// others.
#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "harness/abi/monitor_flags.h"
#include "harness/program/choices.h"
#include "harness/program/plain_reporting.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using enum abi::CallbackMethod;
using program::Generation;
using HandleKind = program::CreateHandle::Kind;

constexpr std::uint64_t kSeeds = 40;
constexpr std::uint32_t kMask =
    abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS | abi::COR_PRF_MONITOR_THREADS;

// Statics, finalizers, blocks of several objects, two more threads, and a pinned object where nothing moves.
Build heap(std::uint64_t seed, program::Mode mode) {
  Build build("documented");
  build.program.seed = seed;
  const std::uint32_t node = build.node();
  const std::uint32_t finalizable = build.node("Finalizable", 0, program::Finalizer::kNormal);
  for (int i = 0; i < 2; ++i) build.add(program::StartThread{build.thread()});
  std::uint32_t before = program::kNothing, last = program::kNothing;
  for (int i = 0; i < 12; ++i) {
    if (i % 4 == 0) build.object(node);
    const std::uint32_t object = build.object(node);
    build.root(object, i % 3 == 0 ? program::AddRoot::Kind::kStatic : program::AddRoot::Kind::kStack);
    if (before != program::kNothing) {
      build.store(object, 0, before);
      build.store(object, 1, last);
    }
    before = std::exchange(last, object);
    if (mode == program::Mode::kSweep && i == 6) build.handle(HandleKind::kPinned, object);
  }
  for (int i = 0; i < 4; ++i) build.object(finalizable);
  build.collect(Generation::k2, mode);
  return build;
}

// Everything that a profiler received in one run, in order.
using Reported = std::vector<Seen>;

bool any(const Reported& reported, abi::CallbackMethod method, const std::function<bool(const Seen&)>& fits) {
  return std::ranges::any_of(reported, [&](const Seen& each) { return each.method == method && fits(each); });
}

std::vector<std::size_t> sizes(const Reported& reported, abi::CallbackMethod method) {
  std::vector<std::size_t> result;
  for (const Seen& each : reported) {
    if (each.method == method) result.push_back(each.ids.size());
  }
  return result;
}

struct Range {
  std::uint64_t from, to, length;
};
std::vector<Range> ranges(const Reported& reported) {
  std::vector<Range> result;
  for (const Seen& each : reported) {
    const bool moved = each.method == kMovedReferences2;
    if (!moved && each.method != kSurvivingReferences2) continue;
    for (std::size_t i = 0; i < each.ids.size(); ++i)
      result.push_back({each.ids[i], moved ? each.to[i] : each.ids[i], each.numbers[i]});
  }
  std::ranges::sort(result, {}, &Range::from);
  return result;
}

std::size_t position(const Reported& reported, abi::CallbackMethod method) {
  const auto found = std::ranges::find(reported, method, &Seen::method);
  return static_cast<std::size_t>(found - reported.begin());
}

struct Liberty {
  std::string name;
  std::function<bool(const Reported&)> taken;
};
const std::vector<Liberty> kLiberties{
    {"RootReferences in other batches",
     [](const Reported& reported) {
       return sizes(reported, kRootReferences) != sizes(reported, kRootReferences2);
     }},
    {"stack slots that hold null",
     [](const Reported& reported) {
       return any(reported, kRootReferences2,
                  [](const Seen& call) { return std::ranges::find(call.ids, 0u) != call.ids.end(); });
     }},
    {"ids of statics and finalizers",
     [](const Reported& reported) {
       return any(reported, kRootReferences2, [](const Seen& call) {
         for (std::size_t i = 0; i < call.ids.size(); ++i) {
           const bool opaque =
               call.to[i] == abi::COR_PRF_GC_ROOT_OTHER || call.to[i] == abi::COR_PRF_GC_ROOT_FINALIZER;
           if (opaque && call.extra[i] != 0) return true;
         }
         return false;
       });
     }},
    {"a class in several calls",
     [](const Reported& reported) {
       std::set<std::uint64_t> classes;
       return any(reported, kObjectsAllocatedByClass, [&](const Seen& call) {
         std::set<std::uint64_t> own;
         for (const std::uint64_t each : call.ids) CHECK(own.insert(each).second);
         const bool again = std::ranges::any_of(call.ids, [&](auto each) { return classes.contains(each); });
         classes.insert(call.ids.begin(), call.ids.end());
         return again;
       });
     }},
    {"a block in several ranges",
     [](const Reported& reported) {
       const auto all = ranges(reported);
       for (std::size_t i = 1; i < all.size(); ++i) {
         const bool touch = all[i - 1].from + all[i - 1].length == all[i].from;
         if (touch && all[i - 1].to - all[i - 1].from == all[i].to - all[i].from) return true;
       }
       return false;
     }},
    {"other threads reported by the one that suspends",
     [](const Reported& reported) {
       const std::size_t finished = position(reported, kRuntimeSuspendFinished);
       return std::count_if(reported.begin(), reported.begin() + static_cast<std::ptrdiff_t>(finished),
                            [](const Seen& each) { return each.method == kRuntimeThreadSuspended; }) > 1;
     }},
    {"threads that come back after the suspension",
     [](const Reported& reported) {
       const std::size_t finished = position(reported, kRuntimeSuspendFinished);
       const auto own = reported[position(reported, kRuntimeSuspendStarted)].thread;
       return std::any_of(
           reported.begin() + static_cast<std::ptrdiff_t>(finished), reported.end(),
           [&](const Seen& each) { return each.method == kRuntimeThreadSuspended && each.thread != own; });
     }},
    {"a handle of the runtime's own, with nothing in it",
     [](const Reported& reported) {
       std::set<std::uint64_t> empty;
       for (const Seen& each : reported) {
         if (each.method == kHandleCreated && each.second == 0) empty.insert(each.first);
         if (each.method == kHandleDestroyed) empty.erase(each.first);
       }
       CHECK(empty.empty());
       return any(reported, kHandleCreated, [](const Seen& call) { return call.second == 0; });
     }},
};

Reported run_drawn(Build build) {
  program::draw_choices(build.program);
  Witness witness(kMask);
  const RunResult result = run(build.program, witness);
  INFO(result.error.value_or(""));
  REQUIRE(!result.error);
  return witness.seen();
}

}  // namespace

TEST_CASE("liberties: each is taken under some seeds and not under others") {
  std::map<std::string, std::size_t> taken;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Reported reported = run_drawn(heap(seed, program::Mode::kCompact));
    for (const Liberty& each : kLiberties) taken[each.name] += each.taken(reported) ? 1 : 0;
  }
  for (const Liberty& each : kLiberties) {
    INFO(each.name << ": " << taken[each.name] << " of " << kSeeds);
    CHECK(taken[each.name] > 0);
    CHECK(taken[each.name] < kSeeds);
  }
}

// A pinned object begins its own plug, and may be reported together with the one before it.
TEST_CASE("liberties: adjacent blocks are joined or not and cover the same objects") {
  std::set<std::size_t> counts;
  std::set<std::uint64_t> bytes;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto all = ranges(run_drawn(heap(seed, program::Mode::kSweep)));
    counts.insert(all.size());
    std::uint64_t length = 0;
    for (const Range& each : all) length += each.length;
    bytes.insert(length);
  }
  CHECK(counts.size() > 2);
  CHECK(bytes.size() == 1);
}

TEST_CASE("played_plainly: blocks are reported as they are and other liberties stay") {
  std::set<std::size_t> counts;
  std::set<bool> nulls;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Build build = heap(seed, program::Mode::kSweep);
    program::draw_choices(build.program);
    build.program = program::played_plainly(std::move(build.program));
    const Reported reported = run_drawn(std::move(build));
    counts.insert(ranges(reported).size());
    nulls.insert(any(reported, kRootReferences2,
                     [](const Seen& call) { return std::ranges::find(call.ids, 0u) != call.ids.end(); }));
  }
  CHECK(counts.size() == 1);
  CHECK(nulls.size() == 2);
}

TEST_CASE("liberties: a server heap reports on one or two threads") {
  for (const bool server : {true, false}) {
    std::set<std::size_t> counts;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      Build build = heap(seed, program::Mode::kCompact);
      build.program.heap.server_heaps = server ? 1 : 0;
      const Reported reported = run_drawn(build);
      std::set<std::thread::id> threads;
      for (std::size_t i = position(reported, kGarbageCollectionStarted);
           i <= position(reported, kGarbageCollectionFinished); ++i)
        threads.insert(reported[i].thread);
      counts.insert(threads.size());
    }
    CHECK(counts == (server ? std::set<std::size_t>{1, 2} : std::set<std::size_t>{1}));
  }
}

TEST_CASE("liberties: the same seed takes the same ones and key 0 takes none") {
  Build plain = heap(3, program::Mode::kCompact);
  std::get<program::Collect>(plain.program.steps.back().action).reporting.liberties = 0;
  const Reported reported = run_drawn(plain);
  for (const Liberty& each : kLiberties) {
    INFO(each.name);
    CHECK_FALSE(each.taken(reported));
  }
  Build chosen = heap(3, program::Mode::kCompact);
  program::draw_choices(chosen.program);
  Witness first(kMask), second(kMask);
  CHECK(run(chosen.program, first).trace == run(chosen.program, second).trace);
}

TEST_CASE("liberties: a shutdown suspends the runtime or not unless given") {
  std::map<bool, std::set<bool>> seen;  // by the reported value
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    for (const int said : {0, 1, 2}) {
      Build build("documented");
      build.program.seed = seed;
      build.root(build.object(build.node()));
      program::BeginShutdown step;
      if (said != 0) step.suspends = said == 1;
      build.add(step);
      build.collect(Generation::k0);
      const Reported reported = run_drawn(build);
      const bool suspends = any(reported, kRuntimeSuspendStarted, [](const Seen& call) {
        return call.first == abi::COR_PRF_SUSPEND_FOR_SHUTDOWN;
      });
      // A collection has its own suspension, or that of the shutdown.
      CHECK(suspends != any(reported, kRuntimeSuspendStarted,
                            [](const Seen& call) { return call.first == abi::COR_PRF_SUSPEND_FOR_GC; }));
      if (said != 0) CHECK(suspends == (said == 1));
      if (said == 0) seen[true].insert(suspends);
    }
  }
  CHECK(seen[true].size() == 2);
}

TEST_CASE("liberties: a background collection begins with a young one or not unless given") {
  std::set<int> young;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Build build("documented");
    build.program.seed = seed;
    build.add(program::Background{});
    build.add(program::Background{.none_first = true});
    build.add(program::Background{.young_first = Generation::k1});
    program::draw_choices(build.program);
    const auto at = [&](std::size_t step) {
      return std::get<program::Background>(build.program.steps[step].action);
    };
    young.insert(at(0).young_first ? static_cast<int>(*at(0).young_first) : -1);
    CHECK(at(0).none_first == !at(0).young_first);
    CHECK(!at(1).young_first);
    CHECK(at(2).young_first == Generation::k1);
  }
  CHECK(young == std::set<int>{-1, 0, 1});
}

TEST_CASE("liberties: a forced collection has the order and reason of the seed") {
  std::set<std::uint64_t> reasons;
  std::set<std::vector<std::string>> orders;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Build build("documented");
    build.program.seed = seed;
    build.root(build.object(build.node()));
    Witness witness(kMask);
    std::atomic<bool> forced = false;
    witness.react = [&](const Seen& seen) {
      // Not in the ThreadCreated that the collection itself causes.
      if (seen.method == kThreadCreated && !forced.exchange(true))
        std::thread([&] { witness.info->ForceGC(); }).join();
      return abi::S_OK;
    };
    REQUIRE(!run(build.program, witness).error);
    for (const Seen& each : witness.seen(kGarbageCollectionStarted)) reasons.insert(each.first);
    orders.insert(witness.order());
  }
  CHECK(reasons.size() == 2);
  CHECK(orders.size() > 4);
}

TEST_CASE("GetGenerationBounds: lengths outside collections may change under documented") {
  for (const char* const runtime : {"documented", "net10"}) {
    std::uint64_t moved_on = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      Build build(runtime);
      build.program.seed = seed;
      const std::uint32_t node = build.node();
      build.root(build.object(node));
      build.collect(Generation::k0);
      // The first object opens a range, which has a row at once. The range grows by the second object.
      for (int i = 0; i < 3; ++i) build.object(node);
      program::draw_choices(build.program);
      Witness witness(abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_OBJECT_ALLOCATED |
                      abi::COR_PRF_ENABLE_OBJECT_ALLOCATED);
      std::vector<std::uint64_t> lengths;
      witness.react = [&](const Seen& seen) {
        if (seen.method != kObjectAllocated) return abi::S_OK;
        std::vector<abi::COR_PRF_GC_GENERATION_RANGE> rows(64);
        abi::ULONG count = 0;
        CHECK(witness.info->GetGenerationBounds(64, &count, rows.data()) == abi::S_OK);
        std::uint64_t length = 0;
        for (abi::ULONG i = 0; i < count; ++i) length += rows[i].rangeLength;
        lengths.push_back(length);
        return abi::S_OK;
      };
      REQUIRE(!run(build.program, witness).error);
      REQUIRE(lengths.size() == 4);
      if (lengths[3] != lengths[2]) ++moved_on;
    }
    INFO(runtime << ": " << moved_on);
    const bool free = std::string(runtime) == "documented";
    CHECK((moved_on > 0) == free);
    CHECK(moved_on < kSeeds);
  }
}

}  // namespace gcrucible::tests
