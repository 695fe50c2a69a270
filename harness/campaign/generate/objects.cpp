// Objects and the references between them.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/generate/draft.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::campaign {
namespace {

using program::Allocate;
using program::Generation;
using program::kNothing;
using program::Store;

// A type for allocations, and the feature that it requires.
struct Choice {
  const char* name;
  std::optional<Feature> feature;
  std::optional<std::uint32_t> assembly = std::nullopt;  // a collectible assembly, which must be loaded
};
constexpr Choice kChoices[] = {
    {"System.Object", std::nullopt},
    {"Leaf", std::nullopt},
    {"Node", std::nullopt},
    {"Node", std::nullopt},
    {"Pair", std::nullopt},
    {"Wide", std::nullopt},
    {"Mixed", std::nullopt},
    {"Derived", std::nullopt},
    {"Closer", Feature::kFinalizers},
    {"Closer", Feature::kFinalizers},
    {"Last", Feature::kFinalizers},
    {"Point", Feature::kValues},
    {"Holder", Feature::kValues},
    {"Point[]", Feature::kValues},
    {"Cell<Node>", Feature::kGenerics},
    {"Cell<System.Int32>", Feature::kGenerics},
    {"System.Double[,]", Feature::kArrays},
    {"System.Object[]", Feature::kArrays},
    {"Node[]", Feature::kArrays},
    {"System.Byte[]", Feature::kArrays},
    {"System.String", Feature::kStrings},
    {"Plugin.Item", Feature::kCollectible, 0},
    {"Addon.Item", Feature::kCollectible, 1},
};

constexpr std::uint64_t kMostElements = 6;
constexpr std::uint64_t kMostCharacters = 40;
constexpr std::uint64_t kMostBulk = 12;
constexpr std::uint64_t kLargeBytes = 86'000;  // above the threshold by any method of counting
constexpr std::uint64_t kHugeBytes = (std::uint64_t{1} << 32) + 64;
constexpr std::uint64_t kWord = 8;

std::string choose_type(Draft& draft) {
  for (;;) {
    const Choice& choice = kChoices[draft.below(std::size(kChoices))];
    if (choice.feature && !draft.has(*choice.feature)) continue;
    if (choice.assembly && !draft.live().loaded(*choice.assembly)) continue;
    return choice.name;
  }
}

void set_length(Draft& draft, const program::TypeSpec& type, Allocate& step) {
  switch (type.kind) {
    case program::TypeKind::kString:
      step.length = draft.below(kMostCharacters);
      return;
    case program::TypeKind::kArray:
      if (type.rank == 1) {
        step.length = draft.below(kMostElements);
        return;
      }
      step.length = 1;
      for (std::uint32_t i = 0; i < type.rank; ++i) {
        const auto length = static_cast<std::uint32_t>(draft.below(4));
        step.dimensions.push_back(
            {.length = length, .lower_bound = static_cast<std::int32_t>(draft.below(2))});
        step.length *= length;
      }
      return;
    default:
      return;
  }
}

// Moves an object to another heap than the small object heap.
void set_heap(Draft& draft, Allocate& step) {
  const auto become = [&](const char* name, std::uint64_t length) {
    step.type = draft.pool().number(name);
    step.length = length;
    step.dimensions.clear();
    step.count = 1;
    step.graph = {};
  };
  if (draft.has(Feature::kHugeObjects) && draft.chance(1, 4)) {
    become("System.Double[]", (kHugeBytes / kWord) + draft.below(4));
    return;
  }
  if (draft.has(Feature::kLarge) && draft.chance(1, 4)) {
    if (draft.chance(1, 2)) {
      become("System.Byte[]", kLargeBytes + draft.below(200));
    } else {
      become("System.Object[]", (kLargeBytes / kWord) + draft.below(20));
    }
    return;
  }
  if (draft.has(Feature::kPinnedHeap) && draft.chance(1, 5)) {
    // Evaluation order of arguments depends on the compiler, and each random number changes the next.
    const std::uint64_t length = draft.below(kMostElements);
    become(draft.chance(1, 2) ? "System.Byte[]" : "System.Object[]", length);
    step.generation = Generation::kPinned;
    return;
  }
  if (draft.has(Feature::kFrozen) && draft.chance(1, 6)) {
    become("System.String", draft.below(kMostCharacters));
    step.generation = Generation::kFrozen;
  }
}

// New objects usually refer to older ones, so that graphs grow.
void link(Draft& draft, std::uint32_t object) {
  if (draft.program().steps.empty()) return;
  const std::uint32_t slots = draft.live().slots_of(object);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (!draft.chance(1, 2)) continue;
    const std::vector<std::uint32_t> usable = draft.usable();
    const auto older = static_cast<std::size_t>(std::ranges::lower_bound(usable, object) - usable.begin());
    if (older == 0) return;
    draft.add(Store{.object = object, .slot = slot, .target = usable[draft.below(older)]});
  }
}

bool is_huge(const Draft& draft, const Allocate& step) {
  return draft.has(Feature::kHugeObjects) && step.length >= kHugeBytes / kWord;
}

// An object beyond 4 GB in one block with the huge one shows what the older calls cannot express.
void add_neighbour(Draft& draft, const Allocate& huge) {
  if (draft.room() == 0 || draft.chance(1, 4)) return;
  draft.add(program::AddRoot{.thread = huge.thread, .object = draft.live().objects() - 1});
  Allocate step;
  step.thread = huge.thread;
  step.announced = huge.announced;
  step.type = draft.pool().number("System.Byte[]");
  step.length = kLargeBytes + draft.below(200);
  draft.add(step);
  draft.add(program::AddRoot{.thread = huge.thread, .object = draft.live().objects() - 1});
}

}  // namespace

void add_allocation(Draft& draft) {
  if (draft.room() == 0) return;
  Allocate step;
  step.thread = draft.some_thread();
  step.announced = !draft.before_profiler();
  step.type = draft.pool().number(choose_type(draft));
  set_length(draft, draft.pool().program().types[step.type], step);
  const program::TypeSpec& type = draft.pool().program().types[step.type];
  if (draft.has(Feature::kBulk) && draft.chance(1, 6)) {
    step.count = 1 + draft.below(std::min<std::uint64_t>(kMostBulk, draft.room()));
    const bool linked = type.kind == program::TypeKind::kClass && program::reference_slots(type, 0) > 0;
    if (linked && draft.chance(1, 2)) step.graph.kind = program::Graph::Kind::kChain;
  }
  set_heap(draft, step);
  if (draft.has(Feature::kEvents) && step.announced && draft.chance(1, 4)) step.sampled = true;
  const std::uint32_t first = draft.live().objects();
  draft.add(step);
  if (step.graph.kind == program::Graph::Kind::kNone && step.generation != Generation::kFrozen)
    link(draft, first + static_cast<std::uint32_t>(step.count) - 1);
  if (is_huge(draft, step)) add_neighbour(draft, step);
}

void add_mutation(Draft& draft) {
  const std::optional<std::uint32_t> object = draft.some_object();
  if (!object) return;
  const std::uint32_t slots = draft.live().slots_of(*object);
  if (slots == 0) return;
  Store step{.object = *object, .slot = draft.below(slots)};
  if (!draft.chance(1, 5)) step.target = *draft.some_object();
  // Without cycles, references lead from younger objects to older ones.
  if (!draft.has(Feature::kCycles) && step.target != kNothing && step.target >= *object) return;
  draft.add(step);
}

void add_assembly(Draft& draft) {
  constexpr std::uint32_t kObjects = 4;  // three of the runtime and one of the assembly
  if (draft.room() < kObjects) return;
  std::vector<program::LoadAssembly> left = draft.pool().loads();
  for (const program::Step& step : draft.program().steps) {
    if (const auto* const load = std::get_if<program::LoadAssembly>(&step.action))
      std::erase_if(left, [&](const auto& each) { return each.assembly == load->assembly; });
  }
  if (left.empty()) return;
  program::LoadAssembly load = left[draft.below(left.size())];
  load.thread = draft.some_thread();
  load.announced = !draft.before_profiler();
  const bool reuses = draft.has(Feature::kReusedIds);
  for (std::uint32_t other = 0; reuses && other < draft.pool().loads().size(); ++other) {
    const bool was_loaded =
        std::ranges::none_of(left, [&](const auto& each) { return each.assembly == other; });
    if (was_loaded && !draft.live().loaded(other)) load.in_place_of = other;
  }
  draft.add(load);
  const std::uint32_t item = draft.live().objects();
  Allocate step;
  step.thread = load.thread;
  step.type = draft.pool().item_of(load.assembly);
  step.announced = load.announced;
  draft.add(step);
  if (draft.chance(reuses ? 1 : 3, 4)) draft.add(program::AddRoot{.thread = load.thread, .object = item});
}

}  // namespace gcrucible::campaign
