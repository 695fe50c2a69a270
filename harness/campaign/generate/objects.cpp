// Objects and the references between them.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/generate/program_builder.h"
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

std::string choose_type(ProgramBuilder& builder) {
  for (;;) {
    const Choice& choice = kChoices[builder.below(std::size(kChoices))];
    if (choice.feature && !builder.has(*choice.feature)) continue;
    if (choice.assembly && !builder.live().loaded(*choice.assembly)) continue;
    return choice.name;
  }
}

void set_length(ProgramBuilder& builder, const program::TypeSpec& type, Allocate& step) {
  switch (type.kind) {
    case program::TypeKind::kString:
      step.length = builder.below(kMostCharacters);
      return;
    case program::TypeKind::kArray:
      if (type.rank == 1) {
        step.length = builder.below(kMostElements);
        return;
      }
      step.length = 1;
      for (std::uint32_t i = 0; i < type.rank; ++i) {
        const auto length = static_cast<std::uint32_t>(builder.below(4));
        step.dimensions.push_back(
            {.length = length, .lower_bound = static_cast<std::int32_t>(builder.below(2))});
        step.length *= length;
      }
      return;
    default:
      return;
  }
}

// Moves an object to another heap than the small object heap.
void set_heap(ProgramBuilder& builder, Allocate& step) {
  const auto become = [&](const char* name, std::uint64_t length) {
    step.type = builder.pool().number(name);
    step.length = length;
    step.dimensions.clear();
    step.count = 1;
    step.graph = {};
  };
  if (builder.has(Feature::kHugeObjects) && builder.chance(1, 4)) {
    become("System.Double[]", (kHugeBytes / kWord) + builder.below(4));
    return;
  }
  if (builder.has(Feature::kLarge) && builder.chance(1, 4)) {
    if (builder.chance(1, 2)) {
      become("System.Byte[]", kLargeBytes + builder.below(200));
    } else {
      become("System.Object[]", (kLargeBytes / kWord) + builder.below(20));
    }
    return;
  }
  if (builder.has(Feature::kPinnedHeap) && builder.chance(1, 5)) {
    // Evaluation order of arguments depends on the compiler, and each random number changes the next.
    const std::uint64_t length = builder.below(kMostElements);
    become(builder.chance(1, 2) ? "System.Byte[]" : "System.Object[]", length);
    step.generation = Generation::kPinned;
    return;
  }
  if (builder.has(Feature::kFrozen) && builder.chance(1, 6)) {
    become("System.String", builder.below(kMostCharacters));
    step.generation = Generation::kFrozen;
  }
}

// New objects usually refer to older ones, so that graphs grow.
void link(ProgramBuilder& builder, std::uint32_t object) {
  if (builder.program().steps.empty()) return;
  const std::uint32_t slots = builder.live().slots_of(object);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (!builder.chance(1, 2)) continue;
    const std::vector<std::uint32_t> usable = builder.usable();
    const auto older = static_cast<std::size_t>(std::ranges::lower_bound(usable, object) - usable.begin());
    if (older == 0) return;
    builder.add(Store{.object = object, .slot = slot, .target = usable[builder.below(older)]});
  }
}

bool is_huge(const ProgramBuilder& builder, const Allocate& step) {
  return builder.has(Feature::kHugeObjects) && step.length >= kHugeBytes / kWord;
}

// An object beyond 4 GB in one block with the huge one shows what the older calls cannot express.
void add_neighbour(ProgramBuilder& builder, const Allocate& huge) {
  if (builder.room() == 0 || builder.chance(1, 4)) return;
  builder.add(program::AddRoot{.thread = huge.thread, .object = builder.live().objects() - 1});
  Allocate step;
  step.thread = huge.thread;
  step.announced = huge.announced;
  step.type = builder.pool().number("System.Byte[]");
  step.length = kLargeBytes + builder.below(200);
  builder.add(step);
  builder.add(program::AddRoot{.thread = huge.thread, .object = builder.live().objects() - 1});
}

}  // namespace

void add_allocation(ProgramBuilder& builder) {
  if (builder.room() == 0) return;
  Allocate step;
  step.thread = builder.some_thread();
  step.announced = !builder.before_profiler();
  step.type = builder.pool().number(choose_type(builder));
  set_length(builder, builder.pool().program().types[step.type], step);
  const program::TypeSpec& type = builder.pool().program().types[step.type];
  if (builder.has(Feature::kBulk) && builder.chance(1, 6)) {
    step.count = 1 + builder.below(std::min<std::uint64_t>(kMostBulk, builder.room()));
    const bool linked = type.kind == program::TypeKind::kClass && program::reference_slots(type, 0) > 0;
    if (linked && builder.chance(1, 2)) step.graph.kind = program::Graph::Kind::kChain;
  }
  set_heap(builder, step);
  if (builder.has(Feature::kEvents) && step.announced && builder.chance(1, 4)) step.sampled = true;
  const std::uint32_t first = builder.live().objects();
  builder.add(step);
  if (step.graph.kind == program::Graph::Kind::kNone && step.generation != Generation::kFrozen)
    link(builder, first + static_cast<std::uint32_t>(step.count) - 1);
  if (is_huge(builder, step)) add_neighbour(builder, step);
}

void add_mutation(ProgramBuilder& builder) {
  const std::optional<std::uint32_t> object = builder.some_object();
  if (!object) return;
  const std::uint32_t slots = builder.live().slots_of(*object);
  if (slots == 0) return;
  Store step{.object = *object, .slot = builder.below(slots)};
  if (!builder.chance(1, 5)) step.target = *builder.some_object();
  // Without cycles, references lead from younger objects to older ones.
  if (!builder.has(Feature::kCycles) && step.target != kNothing && step.target >= *object) return;
  builder.add(step);
}

void add_assembly(ProgramBuilder& builder) {
  constexpr std::uint32_t kObjects = 4;  // three of the runtime and one of the assembly
  if (builder.room() < kObjects) return;
  std::vector<program::LoadAssembly> left = builder.pool().loads();
  for (const program::Step& step : builder.program().steps) {
    if (const auto* const load = std::get_if<program::LoadAssembly>(&step.action))
      std::erase_if(left, [&](const auto& each) { return each.assembly == load->assembly; });
  }
  if (left.empty()) return;
  program::LoadAssembly load = left[builder.below(left.size())];
  load.thread = builder.some_thread();
  load.announced = !builder.before_profiler();
  const bool reuses = builder.has(Feature::kReusedIds);
  for (std::uint32_t other = 0; reuses && other < builder.pool().loads().size(); ++other) {
    const bool was_loaded =
        std::ranges::none_of(left, [&](const auto& each) { return each.assembly == other; });
    if (was_loaded && !builder.live().loaded(other)) load.in_place_of = other;
  }
  builder.add(load);
  const std::uint32_t item = builder.live().objects();
  Allocate step;
  step.thread = load.thread;
  step.type = builder.pool().item_of(load.assembly);
  step.announced = load.announced;
  builder.add(step);
  if (builder.chance(reuses ? 1 : 3, 4)) builder.add(program::AddRoot{.thread = load.thread, .object = item});
}

}  // namespace gcrucible::campaign
