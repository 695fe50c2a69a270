#include "harness/schedule/exhaustive.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "tests/harness/schedule/play.h"
#include "tests/support/catch.h"

namespace gcrucible::schedule {
namespace {

struct Tried {
  std::uint32_t plays = 0;
  std::set<std::string> orders;
};

Tried try_all(Exhaustive& strategy, std::uint32_t actors, std::uint32_t each, Points points) {
  Tried tried;
  ThreadPool pool(actors);
  do {
    Stage stage(strategy, actors, {.points = points});
    tried.orders.insert(tests::reported(pool, stage, tests::callbacks(actors, each)));
    ++tried.plays;
  } while (strategy.advance());
  return tried;
}

TEST_CASE("Exhaustive: two threads with four callbacks have 70 interleavings") {
  Exhaustive strategy;
  const Tried tried = try_all(strategy, 2, 4, {Point::kEntry});
  CHECK(tried.plays == 70);
  CHECK(tried.orders.size() == 70);
  CHECK_FALSE(strategy.diverged());
}

TEST_CASE("Exhaustive: entry and return as steps -> 12870 interleavings") {
  Exhaustive strategy;
  const Tried tried = try_all(strategy, 2, 4, {Point::kEntry, Point::kReturn});
  CHECK(tried.plays == 12870);
  CHECK(tried.orders.size() == 12870);
  CHECK_FALSE(strategy.diverged());
}

TEST_CASE("Exhaustive: three threads with two callbacks have 90 interleavings") {
  Exhaustive strategy;
  const Tried tried = try_all(strategy, 3, 2, {Point::kEntry});
  CHECK(tried.plays == 90);
  CHECK(tried.orders.size() == 90);
}

// For an interleaving of two threads: how often a thread that could continue is left.
std::uint32_t preemptions_of(const std::string& order) {
  std::uint32_t preemptions = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const bool left = order[i] != order[i - 1];
    if (left && order.find(order[i - 1], i) != std::string::npos) ++preemptions;
  }
  return preemptions;
}

TEST_CASE("Exhaustive: a preemption limit leaves exactly the matching interleavings") {
  const Points points{Point::kEntry};
  Exhaustive unbounded;
  const Tried all = try_all(unbounded, 2, 4, points);
  for (std::uint32_t bound = 0; bound < 8; ++bound) {
    Exhaustive strategy({.preemptions = bound});
    const Tried tried = try_all(strategy, 2, 4, points);
    std::set<std::string> expected;
    for (const std::string& order : all.orders) {
      if (preemptions_of(order) <= bound) expected.insert(order);
    }
    INFO(bound);
    CHECK(tried.orders == expected);
    CHECK(tried.plays == expected.size());
  }
}

TEST_CASE("Exhaustive: a decision limit leaves later decisions at the default") {
  Exhaustive strategy({.decisions = 1});
  const Tried tried = try_all(strategy, 2, 4, {Point::kEntry});
  CHECK(tried.orders == std::set<std::string>{"AAAAAAAABBBBBBBB", "BBBBBBBBAAAAAAAA"});
}

TEST_CASE("Exhaustive: a play that differs from the one before is noticed") {
  Exhaustive strategy;
  ThreadPool pool(2);
  {
    Stage stage(strategy, 2);
    tests::reported(pool, stage, tests::callbacks(2, 1));
  }
  REQUIRE(strategy.advance());
  Stage stage(strategy, 2);
  tests::reported(pool, stage, {{}, {Point::kEntry}});
  CHECK_FALSE(strategy.diverged());
  Exhaustive other;
  {
    Stage first(other, 2);
    tests::reported(pool, first, tests::callbacks(2, 2));
  }
  REQUIRE(other.advance());
  ThreadPool three(3);
  Stage second(other, 3);
  tests::reported(three, second, tests::callbacks(3, 2));
  CHECK(other.diverged());
}

}  // namespace
}  // namespace gcrucible::schedule
