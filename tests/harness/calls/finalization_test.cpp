// FinalizeableObjectQueued: order, flags, addresses, repetition.
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Generation;

struct Queue {
  Build build;
  std::uint32_t normal = build.node("Normal", 0, program::Finalizer::kNormal);
  std::uint32_t critical = build.node("Critical", 0, program::Finalizer::kCritical);
};

TEST_CASE("FinalizeableObjectQueued: critical ones last and addresses before the move") {
  Queue queue;
  queue.build.object(queue.normal);
  queue.build.object(queue.critical);
  queue.build.object(queue.normal);
  queue.build.collect(Generation::k0);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  std::vector<std::uint64_t> before, after;
  witness.react = [&](const Seen& seen) {
    if (seen.method == CallbackMethod::kGarbageCollectionStarted) {
      for (std::uint32_t i = 0; i < 3; ++i) before.push_back(witness.clr->engine().address_of(i));
    }
    if (seen.method == CallbackMethod::kRootReferences2) {
      for (std::uint32_t i = 0; i < 3; ++i) after.push_back(witness.clr->engine().address_of(i));
    }
    return abi::S_OK;
  };
  REQUIRE(!run(queue.build.program, witness).error);
  const auto calls = witness.seen(CallbackMethod::kFinalizeableObjectQueued);
  REQUIRE(calls.size() == 3);
  CHECK(calls[0].first == before[0]);
  CHECK(calls[0].second == 0);
  CHECK(calls[1].first == before[2]);
  CHECK(calls[2].first == before[1]);
  CHECK(calls[2].second == abi::COR_PRF_FINALIZER_CRITICAL);
  const auto roots = witness.seen(CallbackMethod::kRootReferences2);
  REQUIRE(roots.size() == 1);
  CHECK(roots[0].ids == std::vector<std::uint64_t>{after[1], after[0], after[2]});
}

TEST_CASE("FinalizeableObjectQueued: after the ranges it still has the old addresses") {
  using program::ReportPart;
  Queue natural;
  natural.build.object(natural.normal);
  Queue late = natural;
  natural.build.collect(Generation::k0);
  program::Reporting reporting;
  for (int part = static_cast<int>(ReportPart::kObjectReferences); part >= 0; --part) {
    reporting.order.push_back(static_cast<ReportPart>(part));
  }
  late.build.collect(Generation::k0, program::Mode::kCompact, reporting);
  Witness first(abi::COR_PRF_MONITOR_GC);
  Witness second(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(natural.build.program, first).error);
  REQUIRE(!run(late.build.program, second).error);
  const auto moved = second.seen(CallbackMethod::kMovedReferences2).at(0);
  CHECK(moved.ids.at(0) != moved.to.at(0));
  for (const Witness* witness : {&first, &second}) {
    CHECK(witness->seen(CallbackMethod::kFinalizeableObjectQueued).at(0).first == moved.ids.at(0));
  }
}

TEST_CASE("FinalizeableObjectQueued: repeated in the next collection if the runtime does") {
  for (const bool repeats : {true, false}) {
    Queue queue;
    queue.build.program.runtime.repeats_queued_finalizable = repeats;
    queue.build.program.heap.finalizers_run = false;
    queue.build.object(queue.normal);
    queue.build.collect(Generation::k0);
    queue.build.collect(Generation::k0);
    queue.build.add(program::RunFinalizers{});
    queue.build.collect(Generation::k0);
    Witness witness(abi::COR_PRF_MONITOR_GC);
    REQUIRE(!run(queue.build.program, witness).error);
    CHECK(witness.count(CallbackMethod::kFinalizeableObjectQueued) == (repeats ? 2 : 1));
  }
}

TEST_CASE("FinalizeableObjectQueued: run or suppressed finalizers are not reported") {
  Queue queue;
  queue.build.object(queue.normal);
  const std::uint32_t suppressed = queue.build.object(queue.normal);
  queue.build.root(suppressed);
  queue.build.add(program::SuppressFinalizer{suppressed});
  queue.build.add(program::RemoveRoot{0});
  queue.build.collect(Generation::k0);
  queue.build.collect(Generation::k2);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(queue.build.program, witness).error);
  CHECK(witness.count(CallbackMethod::kFinalizeableObjectQueued) == 1);
}

}  // namespace
}  // namespace gcrucible::tests
