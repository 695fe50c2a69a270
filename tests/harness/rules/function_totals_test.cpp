#include "harness/rules/probe/function_totals.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/property.h"
#include "tests/support/repetitions.h"

namespace gcrucible::tests {
namespace {

using rules::ByFunction;
using Counted = rules::Probes::Counted;

// A tree of calls that grows with the stacks of allocations, outermost function first.
struct Tree {
  std::vector<account::Call> nodes{account::Call{}};
  std::vector<Counted> allocated{Counted{}};

  void allocate(const std::vector<std::uint64_t>& stack, std::uint64_t bytes) {
    std::uint32_t node = 0;
    for (const std::uint64_t function : stack) {
      const auto [callee, is_new] = callees_.emplace(std::pair(node, function), nodes.size());
      if (is_new) {
        nodes.push_back({.caller = node, .function = function});
        allocated.emplace_back();
      }
      node = static_cast<std::uint32_t>(callee->second);
    }
    add(allocated[node], bytes);
  }

  static void add(Counted& to, std::uint64_t bytes) {
    ++to.objects;
    to.bytes += bytes;
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> callees_;
};

bool same(const ByFunction& a, const ByFunction& b) {
  return std::ranges::equal(a, b, [](const auto& left, const auto& right) {
    return left.first == right.first && left.second.objects == right.second.objects &&
           left.second.bytes == right.second.bytes;
  });
}

TEST_CASE("function_totals: equal sums over the stacks of all allocations") {
  property("totals", [] {
    const auto stacks = *rc::gen::container<std::vector<std::vector<std::uint64_t>>>(
        rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(1, 5)));
    Tree tree;
    ByFunction exclusive, inclusive, of_callers, by_frame;
    std::uint64_t bytes = 24;
    for (const std::vector<std::uint64_t>& stack : stacks) {
      bytes += 8;
      tree.allocate(stack, bytes);
      if (!stack.empty()) Tree::add(exclusive[stack.back()], bytes);
      if (stack.size() > 1) Tree::add(of_callers[stack[stack.size() - 2]], bytes);
      for (const std::uint64_t function : stack) Tree::add(by_frame[function], bytes);
      for (const std::uint64_t function : std::set<std::uint64_t>(stack.begin(), stack.end()))
        Tree::add(inclusive[function], bytes);
    }
    const rules::FunctionTotals totals = rules::function_totals(tree.nodes, tree.allocated);
    RC_ASSERT(same(totals.exclusive, exclusive));
    RC_ASSERT(same(totals.inclusive, inclusive));
    RC_ASSERT(same(totals.of_callers, of_callers));
    RC_ASSERT(same(totals.by_frame, by_frame));
  });
}

TEST_CASE("function_totals: a stack of a million frames is no deep recursion of ours") {
  // A sanitizer makes the test slow, and the frames of a recursion larger.
  constexpr std::uint64_t kFrames = repetitions(1'000'000, 100'000);
  Tree tree;
  tree.allocate(std::vector<std::uint64_t>(kFrames, 7), 24);
  const rules::FunctionTotals totals = rules::function_totals(tree.nodes, tree.allocated);
  CHECK(totals.exclusive.at(7).objects == 1);
  CHECK(totals.inclusive.at(7).objects == 1);
  CHECK(totals.by_frame.at(7).objects == kFrames);
}

}  // namespace
}  // namespace gcrucible::tests
