// Rules about which generations a report covers, and with which of the two callback families.
#include <array>
#include <map>
#include <utility>

#include "harness/rules/evidence/range_overlaps.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kNoBounds =
    "the trace does not record the generations of addresses (no model, and GetGenerationBounds was not "
    "called in GarbageCollectionStarted)";

std::string_view method_of(Family family) {
  return family == Family::kMoved ? "MovedReferences" : "SurvivingReferences";
}

// The ranges of one call, as indices in `reported`: [first, last).
struct Batch {
  std::size_t first = 0;
  std::size_t last = 0;
};

Batch batch_around(const std::vector<ReportedRange>& reported, std::size_t at) {
  Batch batch{.first = at, .last = at + 1};
  while (batch.first > 0 && reported[batch.first - 1].line == reported[at].line) --batch.first;
  while (batch.last < reported.size() && reported[batch.last].line == reported[at].line) ++batch.last;
  return batch;
}

void one_family(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.reported.empty()) return;
  if (collection.bounds_before.empty()) return ruling.cannot(kNoBounds);
  // With leeway, a generation may change its family after a full batch. Under server GC each heap has its
  // own batches and thread.
  const std::string& runtime = history.header().runtime;
  const bool by_batch = has_leeway(ruling.rule(), runtime);
  const std::uint64_t full = number_for(ruling.rule(), runtime).value_or(0);
  std::map<std::pair<std::uint32_t, std::uint8_t>, std::size_t> others;  // by thread and generation
  std::array<bool, kGenerationCount> seen{};
  std::array<bool, kGenerationCount> mixed{};
  for (std::size_t i = 0; i < collection.reported.size(); ++i) {
    const ReportedRange& range = collection.reported[i];
    const std::uint8_t generation = collection.bounds_before.generation_of(range.range.from);
    if (generation == kNoGeneration) continue;
    seen[generation] = true;
    const auto place = others.try_emplace({by_batch ? range.thread : 0, generation}, i).first;
    const ReportedRange& other = collection.reported[place->second];
    if (other.family == range.family || mixed[generation]) continue;
    if (by_batch) {
      const Batch batch = batch_around(collection.reported, place->second);
      place->second = i;
      if (batch.last - batch.first >= full) continue;
    }
    mixed[generation] = true;
    ruling.broken(finding_at(
        range, collection,
        fmt::format("{} is reported {} here, but {} {} at line {}.", name_of_generation(generation),
                    method_of(range.family), method_of(other.family), text_of(other), other.line)));
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] && !mixed[i]) ruling.kept();
  }
}

// Generations 0 to 2 and a compacted LOH are walked together. A swept LOH and the POH are walked alone.
bool in_common_walk(const CollectionPlan& plan, std::uint8_t generation) {
  return generation < kLarge || (generation == kLarge && plan.compacts[kLarge]);
}

bool has_compacted_range(const Collection& collection, const CollectionPlan& plan, const Batch& batch) {
  for (std::size_t i = batch.first; i < batch.last; ++i) {
    const std::uint8_t generation = collection.bounds_before.generation_of(collection.reported[i].range.from);
    if (generation < kFrozen && plan.condemned[generation] && plan.compacts[generation]) return true;
  }
  return false;
}

// The pinned object heap is never compacted, and a range that moves belongs to compacted memory. For other
// ranges a trace without a model does not show which one happened.
void family_by_addresses(const Collection& collection, Ruling& ruling) {
  std::uint64_t accused = kNoLine;  // line of the call
  for (const ReportedRange& range : collection.reported) {
    if (range.range.from != range.range.to) {
      ruling.kept();
      continue;
    }
    if (collection.bounds_before.generation_of(range.range.from) != kPinnedHeap) continue;
    if (range.family == Family::kSurviving) {
      ruling.kept();
      continue;
    }
    if (std::exchange(accused, range.line) == range.line) continue;
    ruling.broken(finding_at(
        range, collection,
        fmt::format("{} is in the pinned object heap, which is never compacted, but is reported through {}.",
                    text_of(range), method_of(range.family))));
  }
}

void family_of_mode(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.reported.empty()) return;
  if (collection.bounds_before.empty()) return ruling.cannot(kNoBounds);
  if (!collection.model || !collection.model->plan) return family_by_addresses(collection, ruling);
  const CollectionPlan& plan = *collection.model->plan;
  const bool by_batch = has_leeway(ruling.rule(), history.header().runtime);
  std::array<bool, kGenerationCount> seen{};
  Batch batch;
  bool batch_moves = false;
  for (std::size_t i = 0; i < collection.reported.size(); ++i) {
    const ReportedRange& range = collection.reported[i];
    if (by_batch && i >= batch.last) {
      batch = batch_around(collection.reported, i);
      batch_moves = has_compacted_range(collection, plan, batch);
    }
    const std::uint8_t generation = collection.bounds_before.generation_of(range.range.from);
    if (generation >= kFrozen || !plan.condemned[generation]) continue;
    const bool compacts = plan.compacts[generation];
    const bool carried_along = batch_moves && range.family == Family::kMoved &&
                               in_common_walk(plan, generation) && range.range.from == range.range.to;
    if (carried_along || compacts == (range.family == Family::kMoved)) {
      if (!seen[generation]) ruling.kept();
      seen[generation] = true;
      continue;
    }
    ruling.broken(finding_at(
        range, collection,
        fmt::format("{} is {}, so its survivors must be reported through {}, but {} is reported through {}.",
                    name_of_generation(generation), compacts ? "compacted" : "swept",
                    method_of(compacts ? Family::kMoved : Family::kSurviving), text_of(range),
                    method_of(range.family))));
  }
}

void only_condemned(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.reported.empty()) return;
  if (collection.bounds_before.empty()) return ruling.cannot(kNoBounds);
  if (collection.generations.empty() && !(collection.model && collection.model->plan)) {
    return ruling.cannot("the trace does not record which generations were collected");
  }
  for (const ReportedRange& range : collection.reported) {
    const std::uint8_t generation = collection.bounds_before.generation_of(range.range.from);
    if (collection.condemned(generation)) {
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

void old_disjoint(const Collection& collection, const History&, Ruling& ruling) {
  check_disjoint(collection, ruling, collection.by_old_address, "old");
}

constexpr Binding kBindings[] = {
    {.id = "ranges/one-family", .occasion = "a reported range", .collection = one_family},
    {.id = "ranges/family-of-mode",
     .occasion = "a reported range in a collected generation",
     .collection = family_of_mode},
    {.id = "ranges/only-condemned", .occasion = "a reported range", .collection = only_condemned},
    {.id = "ranges/old-disjoint", .occasion = "a reported range", .collection = old_disjoint},
};

}  // namespace

std::span<const Binding> family_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
