#include "harness/campaign/generate/generator.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "harness/abi/tables/methods.h"
#include "harness/campaign/campaign.h"
#include "harness/program/code/codec.h"
#include "harness/program/functions/shared_code.h"
#include "harness/program/validate/validate.h"
#include "harness/runtimes/runtimes.h"
#include "harness/scenario/write/scenario_writer.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"
#include "tests/support/repetitions.h"

namespace gcrucible::campaign {
namespace {

Envelope envelope(const std::string& runtime) {
  return {.runtime = *runtimes::load(runtime)};
}

constexpr int kLargest = 100;

std::uint64_t length_of_large(const program::HeapSpec& heap) {
  return heap.range_length[static_cast<std::size_t>(program::Generation::kLarge)];
}

}  // namespace

TEST_CASE("generate: programs are valid for each runtime and size") {
  const TypePool pool;
  for (const char* const runtime : {"net10", "documented", "netfx1.1"}) {
    const Envelope allowed = envelope(runtime);
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
      const Generated made =
          generate(pool, allowed, seed, bounds_of(static_cast<int>(seed % (kLargest + 1))));
      const std::vector<program::Problem> problems = program::validate(made.program);
      INFO(runtime << " seed " << seed << ": " << made.features.text());
      INFO((problems.empty() ? std::string() : program::to_string(problems[0])));
      REQUIRE(problems.empty());
    }
  }
}

TEST_CASE("generate: each program has the requested number of server heaps") {
  const TypePool pool;
  for (const char* const runtime : {"net10", "documented", "netfx1.1"}) {
    for (const int heaps : {1, 4, 64}) {
      Envelope allowed = envelope(runtime);
      allowed.heaps = static_cast<std::uint16_t>(heaps);
      std::set<bool> balanced;
      for (std::uint64_t seed = 0; seed < 200; ++seed) {
        INFO(runtime << " " << heaps << " seed " << seed);
        const Generated made =
            generate(pool, allowed, seed, bounds_of(static_cast<int>(seed % (kLargest + 1))));
        const std::vector<program::Problem> problems = program::validate(made.program);
        INFO((problems.empty() ? std::string() : program::to_string(problems[0])));
        REQUIRE(problems.empty());
        CHECK(made.program.heap.server_heaps == heaps);
        CHECK(made.features.has(Feature::kServerHeaps));
        balanced.insert(made.program.heap.balanced);
      }
      CHECK(balanced.size() == (heaps == 1 ? 1u : 2u));
    }
  }
}

constexpr std::uint64_t kWritten = tests::repetitions(300, 60);

TEST_CASE("generate: each program can be written as a scenario") {
  const TypePool pool;
  for (const char* const runtime : {"documented", "net10", "netfx1.1"}) {
    const Envelope allowed = envelope(runtime);
    for (std::uint64_t seed = 0; seed < kWritten; ++seed) {
      INFO(runtime << " seed " << seed);
      const Generated made =
          generate(pool, allowed, seed, bounds_of(static_cast<int>(seed % (kLargest + 1))));
      const Expected<std::string> written = scenario::write(as_played(made.program), {.title = "Generated"});
      INFO(tests::error_in(written));
      CHECK(written);
    }
  }
}

// The number changes only with the generator. All compilers and machines produce the same one.
TEST_CASE("generate: programs are the same on each compiler and machine") {
  const TypePool pool;
  std::uint64_t digest = 0xCBF29CE484222325;
  for (const char* const runtime : {"documented", "net10", "netfx1.1"}) {
    const Envelope allowed = envelope(runtime);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Generated made =
          generate(pool, allowed, seed, bounds_of(static_cast<int>(seed % (kLargest + 1))));
      for (const std::byte each : program::encode(made.program))
        digest = (digest ^ static_cast<std::uint64_t>(each)) * 0x100000001B3;
    }
  }
  CHECK(digest == 0x6A1CBF7861218357);
}

TEST_CASE("generate: the same seed gives the same program and another seed another") {
  const TypePool pool;
  const TypePool other_pool;
  const Envelope allowed = envelope("documented");
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Generated made = generate(pool, allowed, seed, bounds_of(50));
    CHECK(made.program == generate(other_pool, allowed, seed, bounds_of(50)).program);
    CHECK(made.program != generate(pool, allowed, seed + 1, bounds_of(50)).program);
  }
}

TEST_CASE("generate: each feature and each kind of step is generated") {
  const TypePool pool;
  const Envelope allowed = envelope("documented");
  std::set<std::size_t> actions;
  Features seen;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Generated made = generate(pool, allowed, seed, bounds_of(kLargest));
    for (const FeatureRow& row : feature_rows()) {
      if (made.features.has(row.feature)) seen.set(row.feature);
    }
    for (const program::Step& step : made.program.steps) actions.insert(step.action.index());
  }
  CHECK(seen == possible(all_features(), allowed.runtime));
  // A campaign makes no callback without a cause.
  std::set<std::size_t> wanted;
  for (std::size_t i = 0; i < std::variant_size_v<program::AnyAction>; ++i) wanted.insert(i);
  wanted.erase(program::Action(program::Say{}).index());
  // The actions of a profiler's own threads are unknown. Waiting for an action that never happens would last
  // until the timeout.
  wanted.erase(program::Action(program::Await{}).index());
  CHECK(actions == wanted);
}

TEST_CASE("generate: RequestProfilerDetach is the only ask and only after an attach") {
  const TypePool pool;
  Envelope allowed = envelope("documented");
  std::size_t detaches = 0, again = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Generated made = generate(pool, allowed, seed, bounds_of(static_cast<int>(seed % (kLargest + 1))));
    std::size_t attaches = 0, asks = 0;
    for (const program::Step& step : made.program.steps) {
      const auto* const collect = std::get_if<program::Collect>(&step.action);
      attaches +=
          std::holds_alternative<program::Attach>(step.action) || (collect && collect->attach) ? 1 : 0;
      const auto* const ask = std::get_if<program::Ask>(&step.action);
      if (ask == nullptr) continue;
      ++asks;
      CHECK(ask->slot == static_cast<std::uint16_t>(abi::InfoMethod::kRequestProfilerDetach));
      CHECK(attaches > 0);
    }
    CHECK(made.features.has(Feature::kDetach) == (asks > 0));
    detaches += asks > 0 ? 1 : 0;
    again += attaches > 1 ? 1 : 0;
  }
  CHECK(detaches > 40);
  CHECK(again > 20);
  allowed.features.set(Feature::kAttach, false);
  CHECK_FALSE(possible(allowed.features, allowed.runtime).has(Feature::kDetach));
}

TEST_CASE("generate: steps with and after Shutdown are those that .NET still allows") {
  const TypePool pool;
  const Envelope allowed = envelope("documented");
  std::set<std::size_t> later, meanwhile;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Generated made = generate(pool, allowed, seed, bounds_of(static_cast<int>(seed % (kLargest + 1))));
    bool shut_down = false, in_lane = false;
    for (const program::Step& step : made.program.steps) {
      if (std::holds_alternative<program::ShutDown>(step.action)) {
        shut_down = true;
        in_lane = step.lane != program::kNothing;
        CHECK((step.lane == 0 || step.lane == program::kNothing));
        continue;
      }
      if (!shut_down) continue;
      (in_lane && step.lane != program::kNothing ? meanwhile : later).insert(step.action.index());
      CHECK_FALSE(std::holds_alternative<program::EndThread>(step.action));
      CHECK_FALSE(std::holds_alternative<program::RunFinalizers>(step.action));
      CHECK_FALSE(std::holds_alternative<program::Attach>(step.action));
    }
  }
  for (const program::Action& each :
       {program::Action(program::Allocate{}), program::Action(program::Collect{}),
        program::Action(program::Compile{}), program::Action(program::Throw{}),
        program::Action(program::LoadAssembly{}), program::Action(program::StartThread{}),
        program::Action(program::CreateHandle{}), program::Action(program::FreeHandle{}),
        program::Action(program::Suspend{}), program::Action(program::Together{})})
    CHECK(later.contains(each.index()));
  for (const program::Action& each :
       {program::Action(program::Allocate{}), program::Action(program::Collect{}),
        program::Action(program::Compile{}), program::Action(program::CreateHandle{})})
    CHECK(meanwhile.contains(each.index()));
}

TEST_CASE("generate: only instances of classes are thrown") {
  const TypePool pool;
  std::size_t thrown = 0;
  constexpr std::uint64_t kPrograms = tests::repetitions(1000, 200);
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Generated made = generate(pool, envelope("net10"), seed, bounds_of(kLargest));
    std::vector<std::uint32_t> types;  // of each object
    for (const program::Step& step : made.program.steps) {
      if (const auto* const load = std::get_if<program::LoadAssembly>(&step.action))
        types.insert(types.end(), {load->loader, load->slots, load->scout});
      if (const auto* const allocate = std::get_if<program::Allocate>(&step.action))
        types.insert(types.end(), allocate->count, allocate->type);
      const auto* const each = std::get_if<program::Throw>(&step.action);
      if (each == nullptr) continue;
      ++thrown;
      const program::TypeSpec& type = made.program.types[types[each->object]];
      INFO("seed " << seed << ": " << type.name);
      CHECK(type.kind == program::TypeKind::kClass);
      CHECK(type.name != "System.Object");
    }
  }
  CHECK(2 * thrown > kPrograms);
}

TEST_CASE("generate: server heaps are collected next to other threads often enough") {
  const TypePool pool;
  const Envelope allowed = envelope("net10");
  int found = 0;
  constexpr int kPrograms = 2000;
  for (int seed = 0; seed < kPrograms; ++seed) {
    const Generated made =
        generate(pool, allowed, static_cast<std::uint64_t>(seed), bounds_of(seed % (kLargest + 1)));
    const auto overlapping = [](const program::Step& step) {
      return step.lane != program::kNothing && std::holds_alternative<program::Collect>(step.action);
    };
    if (made.program.heap.server_heaps >= 2 && std::ranges::any_of(made.program.steps, overlapping)) ++found;
  }
  CHECK(found * 40 >= kPrograms);
}

TEST_CASE("generate: narrow heaps have small ranges and huge objects wide ones") {
  using program::Generation;
  const TypePool pool;
  Envelope allowed = envelope("documented");
  allowed.features = {};
  allowed.features.set(Feature::kNarrow);
  allowed.features.set(Feature::kLarge);
  allowed.features.set(Feature::kHugeObjects);
  const program::HeapSpec plain = pool.program().heap;
  std::set<std::uint64_t> narrow;
  std::set<std::uint64_t> of_huge;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    const Generated made = generate(pool, allowed, seed, bounds_of(50));
    const auto length = [](const program::HeapSpec& heap, Generation generation) {
      return heap.range_length[static_cast<std::size_t>(generation)];
    };
    for (const Generation generation :
         {Generation::k0, Generation::k1, Generation::k2, Generation::kPinned}) {
      const std::uint64_t range = length(made.program.heap, generation);
      if (!made.features.has(Feature::kNarrow)) {
        CHECK(range == length(plain, generation));
        continue;
      }
      CHECK(range >= 96);
      CHECK(range < 192);
      CHECK(range % 8 == 0);
      narrow.insert(range);
    }
    const std::uint64_t large = length_of_large(made.program.heap);
    if (made.features.has(Feature::kHugeObjects)) {
      CHECK(made.program.heap.backing == program::Backing::kAddressSpace);
      of_huge.insert(large);
    } else {
      CHECK(large == length_of_large(plain));
    }
  }
  CHECK(narrow.size() > 5);
  // Each has its own range, or several share one. Some of the latter lie beyond the reach of a ULONG.
  CHECK(of_huge == std::set<std::uint64_t>{length_of_large(plain), std::uint64_t{32} << 30});
}

TEST_CASE("generate: one or two collectible assemblies are loaded in either order") {
  const TypePool pool;
  REQUIRE(pool.program().collectible.size() == 2);
  const Envelope allowed = envelope("documented");
  std::set<std::vector<std::uint32_t>> orders;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Generated made = generate(pool, allowed, seed, bounds_of(kLargest));
    std::vector<std::uint32_t> loads;
    for (const program::Step& step : made.program.steps) {
      if (const auto* const load = std::get_if<program::LoadAssembly>(&step.action))
        loads.push_back(load->assembly);
    }
    if (!loads.empty()) orders.insert(loads);
  }
  CHECK(orders.size() >= 3);
  CHECK(std::ranges::any_of(orders, [](const auto& each) { return each.size() == 2; }));
}

TEST_CASE("generate: provisional collections and reused ids and replaced throws are generated") {
  constexpr std::uint64_t kPrograms = tests::repetitions(2000, 300);
  const TypePool pool;
  for (const char* const runtime : {"net10", "documented"}) {
    std::uint64_t provisional = 0, reused = 0, leaving = 0;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
      const Generated made = generate(pool, envelope(runtime), seed, bounds_of(kLargest));
      for (const program::Step& step : made.program.steps) {
        const auto* const collect = std::get_if<program::Collect>(&step.action);
        provisional += collect != nullptr && collect->provisional ? 1 : 0;
        const auto* const load = std::get_if<program::LoadAssembly>(&step.action);
        reused += load != nullptr && load->in_place_of != program::kNothing ? 1 : 0;
        const auto* const thrown = std::get_if<program::Throw>(&step.action);
        leaving += thrown != nullptr && thrown->replaces ? 1 : 0;
      }
    }
    INFO(runtime);
    CHECK((20 * provisional > kPrograms) == (std::string(runtime) == "net10"));
    CHECK(100 * reused > kPrograms);
    CHECK(100 * leaving > kPrograms);
  }
}

TEST_CASE("generate: methods of types and generic methods are called, some with shared code") {
  const TypePool pool;
  int methods = 0, generic = 0, shared = 0, lightweight = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const program::Program made = generate(pool, envelope("net10"), seed, bounds_of(50)).program;
    const auto code = program::code_numbers(made.types, made.functions);
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (made.functions[i].type != program::kNothing) ++methods;
      if (!made.functions[i].arguments.empty()) ++generic;
      if (code[i] != i) ++shared;
      if (made.functions[i].lightweight) ++lightweight;
    }
  }
  CHECK(methods > 20);
  CHECK(generic > 20);
  CHECK(shared > 5);
  CHECK(lightweight > 5);
}

TEST_CASE("generate: the number of steps grows with the size of the case") {
  const TypePool pool;
  const Envelope allowed = envelope("net10");
  const auto steps = [&](int size) {
    std::size_t count = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed)
      count += generate(pool, allowed, seed, bounds_of(size)).program.steps.size();
    return count;
  };
  CHECK(steps(0) < steps(30));
  CHECK(steps(30) < steps(100));
}

}  // namespace gcrucible::campaign
