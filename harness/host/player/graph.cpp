#include "harness/host/player/graph.h"

#include <numeric>
#include <utility>
#include <vector>

namespace gcrucible::host {

namespace {

// The random generator of the C# twin, and therefore not program::Random.
class XorShift64Star {
 public:
  explicit XorShift64Star(std::uint64_t seed) : state_(seed == 0 ? 1 : seed) {}
  std::uint32_t below(std::uint64_t bound) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    const std::uint64_t result = state_ * 0x2545F4914F6CDD1Du;
    return static_cast<std::uint32_t>(((result >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

sim::ObjectIndex nth(sim::ObjectIndex first, std::uint64_t index) {
  return first + static_cast<sim::ObjectIndex>(index);
}

void link_tree(engine::Engine& engine, sim::ObjectIndex first, std::uint64_t count, std::uint64_t slots) {
  for (std::uint64_t p = 0; p < count; ++p) {
    for (std::uint64_t child = 1; child <= 2 && child <= slots; ++child) {
      if (2 * p + child < count) engine.store(nth(first, p), child - 1, nth(first, 2 * p + child));
    }
  }
}

sim::ObjectIndex link_random_tree(engine::Engine& engine, const program::Graph& graph, sim::ObjectIndex first,
                                  std::uint64_t count, std::uint64_t slots) {
  const std::uint64_t step = graph.live_every == 0 ? 1 : graph.live_every;
  const std::uint64_t live = (count + step - 1) / step;
  XorShift64Star random(graph.seed);
  std::vector<std::uint32_t> permutation(live);
  std::iota(permutation.begin(), permutation.end(), 0u);
  for (std::uint64_t i = live; i-- > 1;) std::swap(permutation[i], permutation[random.below(i + 1)]);

  const auto node = [&](std::uint64_t number) { return nth(first, number * step); };
  for (std::uint64_t p = 0; p < live; ++p) {
    for (std::uint64_t slot = 0; slot < slots; ++slot) {
      const std::uint64_t child = 2 * p + 1 + slot;
      const bool in_tree = slot < 2 && child < live;
      engine.store(node(permutation[p]), slot, node(in_tree ? permutation[child] : random.below(live)));
    }
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i % step == 0) continue;
    for (std::uint64_t slot = 0; slot < slots; ++slot) {
      engine.store(nth(first, i), slot, node(random.below(live)));
    }
  }
  return node(permutation[0]);
}

}  // namespace

sim::ObjectIndex link(engine::Engine& engine, const program::Graph& graph, sim::ObjectIndex first,
                      std::uint64_t count, std::uint64_t slots) {
  using Kind = program::Graph::Kind;
  if (first == sim::kNoObject || count == 0 || slots == 0) return first;
  switch (graph.kind) {
    case Kind::kNone:
      return sim::kNoObject;
    case Kind::kChain:
      for (std::uint64_t i = 0; i + 1 < count; ++i) engine.store(nth(first, i), 0, nth(first, i + 1));
      return first;
    case Kind::kTree:
      link_tree(engine, first, count, slots);
      return first;
    case Kind::kRandomTree:
      return link_random_tree(engine, graph, first, count, slots);
  }
  return sim::kNoObject;
}

}  // namespace gcrucible::host
