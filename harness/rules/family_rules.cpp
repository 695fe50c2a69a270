// Rules about which generations a report covers, and through which of the two families of callbacks.
#include <array>

#include "harness/rules/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kNoBounds =
    "the trace does not tell the generations of addresses (no model, and GetGenerationBounds was not asked "
    "in Started)";

std::string_view method_of(Family family) {
  return family == Family::kMoved ? "MovedReferences" : "SurvivingReferences";
}

void one_family(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.told.empty()) return;
  if (collection.bounds_before.empty()) return ruling.cannot(kNoBounds);
  std::array<const ToldRange*, kGenerationCount> first{};
  std::array<bool, kGenerationCount> mixed{};
  for (const ToldRange& range : collection.told) {
    const std::uint8_t generation = collection.bounds_before.generation_of(range.range.from);
    if (generation == kNoGeneration) continue;
    const ToldRange*& other = first[generation];
    if (other == nullptr) other = &range;
    if (other->family == range.family || mixed[generation]) continue;
    mixed[generation] = true;
    ruling.broken(finding_at(
        range, collection,
        fmt::format("{} is told {} here, and {} {} at line {}.", name_of_generation(generation),
                    method_of(range.family), method_of(other->family), text_of(*other), other->line)));
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] != nullptr && !mixed[i]) ruling.kept();
  }
}

void family_of_mode(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.told.empty()) return;
  if (!collection.model || !collection.model->plan)
    return ruling.cannot("the trace has no model of the collection");
  if (collection.bounds_before.empty()) return ruling.cannot(kNoBounds);
  const CollectionPlan& plan = *collection.model->plan;
  std::array<bool, kGenerationCount> seen{};
  for (const ToldRange& range : collection.told) {
    const std::uint8_t generation = collection.bounds_before.generation_of(range.range.from);
    if (generation >= kFrozen || !plan.condemned[generation]) continue;
    const bool compacts = plan.compacts[generation];
    if (compacts == (range.family == Family::kMoved)) {
      if (!seen[generation]) ruling.kept();
      seen[generation] = true;
      continue;
    }
    ruling.broken(finding_at(range, collection,
                             fmt::format("{} is {}, so its survivors come through {}; {} comes through {}.",
                                         name_of_generation(generation), compacts ? "compacted" : "swept",
                                         method_of(compacts ? Family::kMoved : Family::kSurviving),
                                         text_of(range), method_of(range.family))));
  }
}

void only_condemned(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.told.empty()) return;
  if (collection.bounds_before.empty()) return ruling.cannot(kNoBounds);
  if (collection.generations.empty() && !(collection.model && collection.model->plan)) {
    return ruling.cannot("the trace does not tell which generations were collected");
  }
  for (const ToldRange& range : collection.told) {
    const std::uint8_t generation = collection.bounds_before.generation_of(range.range.from);
    if (generation != kNoGeneration && collection.condemned(generation)) {
      ruling.kept();
    } else if (ruling.wants_findings()) {
      ruling.broken(
          finding_at(range, collection,
                     fmt::format("{} starts in {}, which this collection does not collect.", text_of(range),
                                 generation == kNoGeneration ? "no generation's memory"
                                                             : name_of_generation(generation))));
    } else {
      ruling.broken({});
    }
  }
}

constexpr Binding kBindings[] = {
    {.id = "ranges/one-family", .collection = one_family},
    {.id = "ranges/family-of-mode", .collection = family_of_mode},
    {.id = "ranges/only-condemned", .collection = only_condemned},
};

}  // namespace

std::span<const Binding> family_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
