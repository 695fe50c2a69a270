#include "tests/harness/calls/random_build.h"

#include <vector>

#include "harness/program/random.h"

namespace gcrucible::tests {

using program::Generation;
using program::Mode;
using program::Random;

Build random_build(std::uint64_t seed, const std::string& runtime) {
  Random random(seed);
  Build build(runtime);
  build.program.seed = seed;
  const std::uint32_t node = build.node("Node", 3);
  const std::uint32_t finalizable = build.node("Finalizable", 1, program::Finalizer::kNormal);
  const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
  for (int round = 0; round < 4; ++round) {
    std::vector<std::uint32_t> nodes;
    for (std::uint64_t i = 0; i < 30; ++i) {
      const std::uint64_t draw = random.below(20);
      if (draw == 0) {
        const std::uint32_t large = build.object(bytes, 90'000 + random.below(1000));
        if (random.below(2) == 0) build.root(large);
      } else if (draw == 1) {
        const std::uint32_t pinned = build.object(bytes, random.below(100), Generation::kPinned);
        if (random.below(2) == 0) build.handle(program::CreateHandle::Kind::kStrong, pinned);
      } else if (draw == 2) {
        build.object(finalizable);
      } else {
        nodes.push_back(build.object(node));
      }
    }
    // References and roots only between objects of this round. Which earlier objects are alive is known only
    // during the run.
    for (const std::uint32_t object : nodes) {
      for (std::uint64_t slot = 0; slot < 3; ++slot) {
        if (random.below(3) != 0) build.store(object, slot, nodes[random.below(nodes.size())]);
      }
      if (random.below(4) == 0) {
        build.root({.object = object, .pinned = random.below(4) == 0});
      } else if (random.below(6) == 0) {
        const auto kind = static_cast<program::CreateHandle::Kind>(random.below(6));
        const bool dependent = kind == program::CreateHandle::Kind::kDependent;
        build.handle(kind, object, dependent ? nodes[0] : program::kNothing);
      }
    }
    const auto condemned = static_cast<Generation>(random.below(3));
    program::Collect collect = Build::collection(condemned, Mode::kPolicy);
    for (std::size_t i = 0; i <= static_cast<std::size_t>(condemned); ++i) {
      collect.mode[i] = random.below(2) == 0 ? Mode::kCompact : Mode::kSweep;
    }
    if (condemned == Generation::k2 && random.below(3) == 0) collect.mode[3] = Mode::kCompact;
    collect.pinned = static_cast<program::PinnedPolicy>(random.below(3));
    collect.promote = random.below(4) != 0;
    build.add(collect);
  }
  return build;
}

}  // namespace gcrucible::tests
