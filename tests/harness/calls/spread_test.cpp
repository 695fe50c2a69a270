// How the parts of a report are divided over calls where the runtime leaves it open. The sum of the calls is
// constant.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/program/choices.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;
using program::Generation;
using program::Mode;
using HandleKind = program::CreateHandle::Kind;
using Sizes = std::vector<std::size_t>;

constexpr std::uint64_t kSeeds = 8;

Sizes sizes(const std::vector<Seen>& calls) {
  Sizes result;
  for (const Seen& each : calls) result.push_back(each.ids.size());
  return result;
}

// An example of everything that has a part in a report. It has 30 classes, 30 rooted objects in pieces, 20
// dependent handles, 10 objects with finalizers, one large and one pinned object.
Build everything(const std::string& runtime) {
  Build build(runtime);
  const std::uint32_t finalizable = build.node("Finalizable", 0, program::Finalizer::kNormal);
  const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
  for (int i = 0; i < 30; ++i) {
    const std::uint32_t type = build.node("Node" + std::to_string(i));
    const std::uint32_t object = build.object(type);
    build.root(object);
    build.object(type);
    if (i < 20) build.handle(HandleKind::kDependent, object, object);
  }
  for (int i = 0; i < 10; ++i) build.object(finalizable);
  build.root(build.object(bytes, 100'000));
  build.root(build.object(bytes, 8, Generation::kPinned));
  return build;
}

// The entries of all calls of one kind together, and the single calls.
struct Part {
  std::multiset<std::vector<std::uint64_t>> entries;
  std::vector<std::vector<std::uint64_t>> in_order;
  Sizes calls;
};

Part part(const Witness& witness, CallbackMethod method) {
  Part result;
  for (const Seen& call : witness.seen(method)) {
    const bool lists =
        method != CallbackMethod::kObjectReferences && method != CallbackMethod::kFinalizeableObjectQueued;
    result.calls.push_back(lists ? call.ids.size() : 1);
    for (std::size_t i = 0; i < result.calls.back(); ++i) {
      std::vector<std::uint64_t> entry{call.first, call.second};
      if (!lists) entry.insert(entry.end(), call.ids.begin(), call.ids.end());
      for (const auto* column : {&call.ids, &call.to, &call.numbers, &call.extra}) {
        if (lists && i < column->size()) entry.push_back((*column)[i]);
      }
      result.in_order.push_back(entry);
      result.entries.insert(std::move(entry));
    }
  }
  return result;
}

void run_drawn(std::uint64_t seed, Witness& witness) {
  Build build = everything("documented");
  build.program.seed = seed;
  program::Reporting reporting;
  reporting.liberties = 0;  // another test covers those
  build.collect(Generation::k2, program::Mode::kCompact, reporting);
  program::draw_choices(build.program);
  const RunResult result = run(build.program, witness);
  INFO(result.error.value_or(""));
  REQUIRE(!result.error);
}

}  // namespace

TEST_CASE("documented: each part is split and ordered by the seed and adds up") {
  Build plain = everything("documented");
  plain.collect(Generation::k2);
  Witness whole(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(plain.program, whole).error);
  using enum CallbackMethod;
  const std::vector<CallbackMethod> lists{kRootReferences, kRootReferences2,
                                          kConditionalWeakTableElementReferences, kObjectsAllocatedByClass};
  const std::vector<CallbackMethod> singles{kFinalizeableObjectQueued, kObjectReferences};
  std::map<CallbackMethod, std::set<Sizes>> cuts;
  std::map<CallbackMethod, std::set<std::vector<std::vector<std::uint64_t>>>> orders;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Witness witness(abi::COR_PRF_MONITOR_GC);
    run_drawn(seed, witness);
    for (const auto& methods : {lists, singles}) {
      for (const CallbackMethod method : methods) {
        const Part expected = part(whole, method);
        const Part reported = part(witness, method);
        INFO("seed " << seed << ", " << abi::name_of(method));
        CHECK(expected.entries.size() >= 10);
        CHECK(reported.entries == expected.entries);
        cuts[method].insert(reported.calls);
        orders[method].insert(reported.in_order);
      }
    }
    CHECK(witness.count(kGarbageCollectionStarted) == 1);
    CHECK(witness.seen().front().method == kHandleCreated);
  }
  for (const CallbackMethod method : lists) {
    INFO(abi::name_of(method));
    CHECK(part(whole, method).calls.size() == 1);
    CHECK(cuts[method].size() > kSeeds / 2);
    CHECK(std::ranges::any_of(cuts[method], [](const Sizes& each) { return each.size() > 3; }));
    // An empty call, which is not forbidden.
    CHECK(std::ranges::any_of(cuts[method],
                              [](const Sizes& each) { return std::ranges::count(each, 0u) != 0; }));
    CHECK(orders[method].size() == kSeeds);
  }
  for (const CallbackMethod method : singles) {
    INFO(abi::name_of(method));
    CHECK(orders[method].size() == kSeeds);
  }
}

TEST_CASE("documented: calls of different parts interleave under some seeds") {
  std::set<bool> mixed;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Witness witness(abi::COR_PRF_MONITOR_GC);
    run_drawn(seed, witness);
    std::vector<CallbackMethod> runs;
    for (const Seen& each : witness.seen()) {
      if (each.method == CallbackMethod::kMovedReferences2 ||
          each.method == CallbackMethod::kObjectReferences) {
        if (runs.empty() || runs.back() != each.method) runs.push_back(each.method);
      }
    }
    mixed.insert(runs.size() > 2);
  }
  CHECK(mixed.size() == 2);
}

TEST_CASE("documented: either of the two root callbacks comes first with the same batch") {
  std::set<bool> exact_first;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Witness witness(abi::COR_PRF_MONITOR_GC);
    run_drawn(seed, witness);
    const auto all = witness.seen();
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      const bool exact = all[i].method == CallbackMethod::kRootReferences2;
      if (!exact && all[i].method != CallbackMethod::kRootReferences) continue;
      CHECK(all[i + 1].method ==
            (exact ? CallbackMethod::kRootReferences : CallbackMethod::kRootReferences2));
      CHECK(all[i + 1].ids == all[i].ids);
      exact_first.insert(exact);
      ++i;
    }
  }
  CHECK(exact_first.size() == 2);
}

TEST_CASE("splits: are the sizes of the first calls of their part") {
  Build build = everything("net10");
  program::Reporting reporting;
  reporting.roots.splits = {0, 4, 0, 5};
  reporting.dependent_handles.splits = {1, 0, 2};
  reporting.allocated_by_class.splits = {7};
  build.collect(Generation::k2, Mode::kCompact, reporting);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  REQUIRE(!run(build.program, witness).error);
  using enum CallbackMethod;
  // 32 roots and 10 objects that wait for their finalizers.
  CHECK(sizes(witness.seen(kRootReferences2)) == Sizes{0, 4, 0, 5, 33});
  CHECK(sizes(witness.seen(kRootReferences)) == Sizes{0, 4, 0, 5, 33});
  CHECK(sizes(witness.seen(kConditionalWeakTableElementReferences)) == Sizes{1, 0, 2, 17});
  CHECK(sizes(witness.seen(kObjectsAllocatedByClass)) == Sizes{7, 24});
}

TEST_CASE("splits: a failing RootReferences2 still suppresses RootReferences") {
  Build build = everything("net10");
  program::Reporting reporting;
  reporting.root_pairs = 5;
  reporting.roots.splits = {3, 3, 3, 3, 3, 3};
  build.collect(Generation::k2, Mode::kCompact, reporting);
  Witness witness(abi::COR_PRF_MONITOR_GC);
  witness.react = [](const Seen& seen) {
    return seen.method == CallbackMethod::kRootReferences2 ? abi::E_FAIL : abi::S_OK;
  };
  REQUIRE(!run(build.program, witness).error);
  CHECK(witness.count(CallbackMethod::kRootReferences2) == 7);
  CHECK(witness.count(CallbackMethod::kRootReferences) == 0);
}

TEST_CASE("splits: an error of ObjectReferences stops them with any interleaving") {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Witness witness(abi::COR_PRF_MONITOR_GC);
    int calls = 0;
    witness.react = [&](const Seen& seen) {
      return seen.method == CallbackMethod::kObjectReferences && ++calls == 3 ? abi::E_FAIL : abi::S_OK;
    };
    run_drawn(seed, witness);
    CHECK(calls == 3);
    CHECK(part(witness, CallbackMethod::kRootReferences2).entries.size() == 42);
  }
}

}  // namespace gcrucible::tests
