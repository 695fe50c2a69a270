// The references of bulk allocations.
#include "harness/host/player/graph.h"

#include <algorithm>
#include <set>

#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using Kind = program::Graph::Kind;

struct Linked {
  std::vector<std::vector<std::uint64_t>> references;  // by object, as addresses
  std::vector<std::uint64_t> at;
  std::size_t live = 0;
  std::optional<std::string> error;
};

// `count` objects with this graph, and the survivors of a full collection when only object 0 has a root.
Linked linked(program::Graph graph, std::uint64_t count, bool root_first) {
  Build build;
  program::Allocate allocate;
  allocate.type = build.node();
  allocate.count = count;
  allocate.graph = graph;
  build.add(allocate);
  if (root_first) build.root(0);
  build.collect(program::Generation::k0, program::Mode::kSweep);
  Linked result;
  Witness witness(abi::COR_PRF_MONITOR_GC);
  witness.react = [&](const Seen& seen) {
    const engine::Engine& engine = witness.clr->engine();
    if (seen.method == abi::CallbackMethod::kGarbageCollectionStarted) {
      for (std::uint32_t i = 0; i < count; ++i) {
        result.at.push_back(engine.address_of(i));
        auto& targets = result.references.emplace_back();
        for (const engine::ReferenceView& reference : engine.references_of(i)) {
          targets.push_back(reference.target);
        }
      }
    }
    if (seen.method == abi::CallbackMethod::kObjectReferences) ++result.live;
    return abi::S_OK;
  };
  result.error = run(build.program, witness).error;
  return result;
}

TEST_CASE("graph: a chain links each object to the next") {
  const Linked chain = linked({.kind = Kind::kChain}, 10, true);
  REQUIRE(!chain.error);
  for (std::size_t i = 0; i + 1 < 10; ++i) CHECK(chain.references[i][0] == chain.at[i + 1]);
  CHECK(chain.references[9][0] == 0);
  CHECK(chain.live == 10);
}

TEST_CASE("graph: a tree links each object to two children") {
  const Linked tree = linked({.kind = Kind::kTree}, 10, true);
  REQUIRE(!tree.error);
  CHECK(tree.references[0] == std::vector<std::uint64_t>{tree.at[1], tree.at[2]});
  CHECK(tree.references[3] == std::vector<std::uint64_t>{tree.at[7], tree.at[8]});
  CHECK(tree.references[4] == std::vector<std::uint64_t>{tree.at[9], 0});
  CHECK(tree.live == 10);
}

TEST_CASE("graph: random tree has half of its objects reachable and no dead targets") {
  for (const std::uint64_t count : {1u, 2u, 101u, 1000u}) {
    const Linked tree = linked({.kind = Kind::kRandomTree, .live_every = 2, .seed = 5}, count, false);
    REQUIRE(!tree.error);
    CHECK(tree.live == (count + 1) / 2);
    std::set<std::uint64_t> living;
    for (std::size_t i = 0; i < count; i += 2) living.insert(tree.at[i]);
    for (std::size_t i = 0; i < count; i += 2) {
      for (const std::uint64_t target : tree.references[i]) CHECK(living.contains(target));
    }
  }
  const Linked first = linked({.kind = Kind::kRandomTree, .live_every = 2, .seed = 5}, 50, false);
  const Linked other = linked({.kind = Kind::kRandomTree, .live_every = 2, .seed = 6}, 50, false);
  CHECK(first.references != other.references);
}

TEST_CASE("graph: none -> no references") {
  const Linked none = linked({}, 5, true);
  REQUIRE(!none.error);
  CHECK(none.live == 1);
}

}  // namespace
}  // namespace gcrucible::tests
