// Properties of random programs: the same program gives the same bytes. Any batching and order give the same
// history.
#include "tests/support/property.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "harness/program/choices.h"
#include "tests/harness/calls/random_build.h"
#include "tests/harness/calls/rig.h"

namespace gcrucible::tests {
namespace {

using abi::CallbackMethod;

constexpr std::uint32_t kMask =
    abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_SUSPENDS | abi::COR_PRF_MONITOR_THREADS;

// The content of every collection, without its division into calls and their order.
struct History {
  std::set<std::array<std::uint64_t, 3>> moved, surviving;
  std::multiset<std::array<std::uint64_t, 4>> roots;
  std::map<std::uint64_t, std::vector<std::uint64_t>> references;
  friend bool operator==(const History&, const History&) = default;
};

std::vector<History> history_of(const Witness& witness) {
  std::vector<History> all;
  for (const Seen& seen : witness.seen()) {
    switch (seen.method) {
      case CallbackMethod::kGarbageCollectionStarted:
        all.emplace_back();
        break;
      case CallbackMethod::kMovedReferences2:
        for (std::size_t i = 0; i < seen.ids.size(); ++i)
          all.back().moved.insert({seen.ids[i], seen.to[i], seen.numbers[i]});
        break;
      case CallbackMethod::kSurvivingReferences2:
        for (std::size_t i = 0; i < seen.ids.size(); ++i)
          all.back().surviving.insert({seen.ids[i], seen.ids[i], seen.numbers[i]});
        break;
      case CallbackMethod::kRootReferences2:
        for (std::size_t i = 0; i < seen.ids.size(); ++i)
          all.back().roots.insert({seen.ids[i], seen.to[i], seen.numbers[i], seen.extra[i]});
        break;
      case CallbackMethod::kObjectReferences:
        all.back().references[seen.first] = seen.ids;
        break;
      default:
        break;
    }
  }
  return all;
}

using Ranges = std::set<std::array<std::uint64_t, 3>>;

Ranges joined(const Ranges& ranges) {
  Ranges result;
  std::optional<std::array<std::uint64_t, 3>> last;
  for (const auto& [from, to, length] : ranges) {
    const bool touches = last && (*last)[0] + (*last)[2] == from && (*last)[1] + (*last)[2] == to;
    if (touches) {
      (*last)[2] += length;
      continue;
    }
    if (last) result.insert(*last);
    last = {from, to, length};
  }
  if (last) result.insert(*last);
  return result;
}

// The rest when all liberties are ignored: division of blocks, roots without an object, ids of roots, order
// of references.
std::vector<History> without_liberties(std::vector<History> all) {
  for (History& each : all) {
    each.moved = joined(each.moved);
    each.surviving = joined(each.surviving);
    std::multiset<std::array<std::uint64_t, 4>> roots;
    for (std::array<std::uint64_t, 4> root : each.roots) {
      root[3] = 0;
      if (root[0] != 0) roots.insert(root);
    }
    each.roots = std::move(roots);
    for (auto& [object, references] : each.references) std::ranges::sort(references);
  }
  return all;
}

TEST_CASE("trace: the same program gives the same trace") {
  property("same program gives the same bytes", [](std::uint64_t seed) {
    program::Program program = random_build(seed, "documented").program;
    program::draw_choices(program);
    Witness first(kMask);
    Witness second(kMask);
    const RunResult a = run(program, first);
    const RunResult b = run(program, second);
    RC_ASSERT(!a.error);
    RC_ASSERT(!a.trace.empty());
    // The system chooses the number of a native thread.
    const auto cut = [](const RunResult& result) {
      std::string text;
      for (const std::string& line : result.lines("")) {
        if (line.find("ThreadAssignedToOSThread") == std::string::npos) text += line + "\n";
      }
      return text;
    };
    RC_ASSERT(cut(a) == cut(b));
  });
}

TEST_CASE("reports: split and shuffled and ordered ones decode to the same history") {
  property("same history for any report", [](std::uint64_t seed, std::uint64_t reporting_seed) {
    program::Program plain = random_build(seed, "net10").program;
    plain.runtime.family_per_batch = false;
    plain.runtime.any_split = true;
    program::Program chosen = plain;
    chosen.runtime.order.clear();
    chosen.seed = reporting_seed;
    program::Program free = chosen;
    for (program::Step& step : chosen.steps) {
      if (auto* const collect = std::get_if<program::Collect>(&step.action)) collect->reporting.liberties = 0;
    }
    program::draw_choices(chosen);
    program::draw_choices(free);
    Witness first(kMask);
    Witness second(kMask);
    Witness third(kMask);
    RC_ASSERT(!run(plain, first).error);
    RC_ASSERT(!run(chosen, second).error);
    RC_ASSERT(!run(free, third).error);
    RC_ASSERT(history_of(first) == history_of(second));
    RC_ASSERT(without_liberties(history_of(first)) == without_liberties(history_of(third)));
  });
}

TEST_CASE("ranges: each survivor is in exactly one range and no dead object in any") {
  property("ranges cover exactly the survivors", [](std::uint64_t seed) {
    const program::Program program = random_build(seed, "net10").program;
    Witness witness(kMask);
    struct Object {
      std::uint64_t from = 0;
      sim::Generation generation{};
    };
    std::map<std::uint32_t, Object> before;
    std::size_t at_started = 0;
    bool ok = true;
    witness.react = [&](const Seen& seen) {
      const engine::Engine& engine = witness.clr->engine();
      if (seen.method == CallbackMethod::kGarbageCollectionStarted) {
        before.clear();
        at_started = witness.seen().size();
        for (std::uint32_t i = 0; i < engine.object_count(); ++i) {
          const auto view = engine.object(i);
          if (!view->dead) before[i] = {engine.address_of(i), view->generation};
        }
      } else if (seen.method == CallbackMethod::kGarbageCollectionFinished) {
        const auto all = witness.seen();
        const std::vector<std::uint64_t> condemned = all[at_started - 1].numbers;
        for (const auto& [index, object] : before) {
          const auto generation = static_cast<std::size_t>(object.generation);
          std::vector<std::uint64_t> destinations;
          for (std::size_t i = at_started; i < all.size(); ++i) {
            const bool moved = all[i].method == CallbackMethod::kMovedReferences2;
            if (!moved && all[i].method != CallbackMethod::kSurvivingReferences2) continue;
            for (std::size_t k = 0; k < all[i].ids.size(); ++k) {
              const std::uint64_t offset = object.from - all[i].ids[k];
              if (offset < all[i].numbers[k])
                destinations.push_back((moved ? all[i].to[k] : all[i].ids[k]) + offset);
            }
          }
          const bool dead = engine.object(index)->dead;
          const bool reported = generation < condemned.size() && condemned[generation] != 0 && !dead;
          ok = ok && destinations.size() == (reported ? 1u : 0u);
          if (reported && destinations.size() == 1) ok = ok && destinations[0] == engine.address_of(index);
        }
      }
      return abi::S_OK;
    };
    const RunResult result = run(program, witness);
    RC_ASSERT(!result.error);
    RC_ASSERT(ok);
    RC_ASSERT(result.lines("\"model\":\"audit\"").empty());
  });
}

}  // namespace
}  // namespace gcrucible::tests
