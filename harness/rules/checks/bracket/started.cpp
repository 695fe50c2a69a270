// Rules about the arguments of GarbageCollectionStarted.
#include <algorithm>
#include <array>
#include <cstddef>

#include "harness/abi/enums.h"
#include "harness/rules/evidence/reachable_set.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

std::string words(std::span<const std::uint8_t> generations) {
  std::string text;
  for (std::size_t i = 0; i < generations.size(); ++i) {
    if (generations[i] == 0) continue;
    text += (text.empty() ? "" : ", ") + (i < kGenerationCount
                                              ? std::string(name_of_generation(static_cast<std::uint8_t>(i)))
                                              : fmt::format("generation {}", i));
  }
  return text.empty() ? "no generation" : text;
}

void generation_count(const Callback& callback, const History& history, Ruling& ruling) {
  const std::size_t reported = callback.generations.size();
  // A runtime without its own number may have either number.
  const auto expected = number_for(ruling.rule(), history.header().runtime);
  if (expected ? reported == *expected : reported == 4 || reported == 5) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("generationCollected has {} entries; {} has {}.", reported,
                                       expected ? history.header().runtime : std::string("a runtime"),
                                       expected ? std::to_string(*expected) : std::string("4 or 5"))));
}

void downward_closed(const Callback& callback, const History& history, Ruling& ruling) {
  const auto& reported = callback.generations;
  const auto at = [&](std::size_t generation) {
    return generation < reported.size() && reported[generation] != 0;
  };
  bool closed = at(0) && (at(1) || !at(2));
  for (std::size_t i = kLarge; i < reported.size(); ++i) closed = closed && at(i) == at(2);
  if (closed) return ruling.kept();
  ruling.broken(
      finding_at(callback, history.collection(),
                 fmt::format("generationCollected reports {}, which no collection collects together.",
                             words(reported))));
}

// Objects known from before, by generation. Of these, the objects that are alive at the same address
// without a range for that address.
struct Stayed {
  std::uint64_t known = 0;
  std::uint64_t living = 0;
};

std::array<Stayed, kGenerationCount> stayed_in(const Collection& collection) {
  std::array<Stayed, kGenerationCount> stayed{};
  if (!collection.alive_reported) return stayed;
  AddressFinder finder(collection.alive);
  for (const KnownObject& known : collection.known) {
    const std::uint8_t generation = collection.bounds_before.generation_of(known.at);
    if (generation >= kFrozen) continue;
    ++stayed[generation].known;
    const bool lives = finder.find(known.at) != kNoIndex;
    if (lives && collection.by_new_address.holding(known.at) == nullptr) ++stayed[generation].living;
  }
  return stayed;
}

// Judged by the reports: a generation with a range was collected. A generation was not collected if all its
// objects stay in place without a range.
void condemned_by_ranges(const Collection& collection, Ruling& ruling) {
  if (collection.reported.empty() || collection.bounds_before.empty()) return;
  std::array<bool, kGenerationCount> reported{};
  for (const ReportedRange& range : collection.reported) {
    const std::uint8_t generation = collection.bounds_before.generation_of(range.range.from);
    if (generation < kFrozen) reported[generation] = true;
  }
  const auto stayed = stayed_in(collection);
  constexpr std::uint64_t kEnough = 4;  // fewer may be one missing range
  for (std::uint8_t generation = 0; generation < kFrozen; ++generation) {
    if (reported[generation] && collection.condemned(generation)) ruling.kept();
    // A reported generation that Started does not name is covered by ranges/only-condemned.
    if (reported[generation] || !collection.condemned(generation)) continue;
    const auto& [known, living] = stayed[generation];
    if (living < kEnough || living != known) continue;
    ruling.broken(
        finding_of(collection, fmt::format("generationCollected reports {}, but all {} known objects of it "
                                           "stay where they were, and no range of it is reported.",
                                           name_of_generation(generation), known)));
  }
}

void condemned_generations(const Collection& collection, const History&, Ruling& ruling) {
  if (!collection.model || !collection.model->plan) return condemned_by_ranges(collection, ruling);
  if (collection.starts == 0) return;
  const auto& condemned = collection.model->plan->condemned;
  bool equal = true;
  for (std::size_t i = 0; i < collection.generations.size() && i < condemned.size(); ++i) {
    equal = equal && (collection.generations[i] != 0) == condemned[i];
  }
  if (equal) return ruling.kept();
  const std::size_t shown = std::min(collection.generations.size(), condemned.size());
  const std::vector<std::uint8_t> expected(condemned.begin(),
                                           condemned.begin() + static_cast<std::ptrdiff_t>(shown));
  ruling.broken(
      finding_of(collection, fmt::format("generationCollected reports {}, but the collection condemns {}.",
                                         words(collection.generations), words(expected))));
}

void reason(const Collection& collection, const History&, Ruling& ruling) {
  if (!collection.model || collection.model->number == 0) {
    return ruling.cannot("the trace does not record who requested the collection");
  }
  if (collection.starts == 0) return;
  const std::uint32_t expected = collection.model->induced ? std::uint32_t{abi::COR_PRF_GC_INDUCED}
                                                           : std::uint32_t{abi::COR_PRF_GC_OTHER};
  if (collection.reason == expected) return ruling.kept();
  ruling.broken(finding_of(
      collection,
      fmt::format("The reason is {}; the program {}, so it should be {}.", reason_text(collection.reason),
                  collection.model->induced ? "requested this collection" : "did not request this collection",
                  reason_text(expected))));
}

void known_reason(const Callback& callback, const History& history, Ruling& ruling) {
  if (callback.reason <= abi::COR_PRF_GC_INDUCED) return;
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("The reason is {}.", reason_text(callback.reason))));
}

constexpr Binding kBindings[] = {
    {.id = "bracket/generation-count",
     .occasion = "a collection that starts",
     .calls = {Call::kGarbageCollectionStarted},
     .entry = generation_count},
    {.id = "bracket/downward-closed",
     .occasion = "a collection that starts",
     .calls = {Call::kGarbageCollectionStarted},
     .entry = downward_closed},
    {.id = "bracket/condemned-generations",
     .occasion = "a collection that starts",
     .collection = condemned_generations},
    {.id = "bracket/reason",
     .occasion = "a collection that starts",
     .calls = {Call::kGarbageCollectionStarted},
     .entry = known_reason,
     .collection = reason},
};

}  // namespace

std::span<const Binding> started_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
