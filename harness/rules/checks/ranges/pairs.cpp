// Rules about the two versions of range callbacks. MovedReferences2 and SurvivingReferences2 have exact
// lengths; the older calls report the same ranges.
#include <algorithm>

#include "harness/abi/hresults.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::uint64_t kLegacyMost = 0xFFFFFFFFu;

struct Pair {
  const BatchCall* exact = nullptr;
  const BatchCall* legacy = nullptr;
  bool legacy_first = false;
};

template <typename Visit>
void each_pair(const Collection& collection, Visit visit) {
  for (const CallPair& pair : collection.pairs) {
    visit(Pair{.exact = pair.exact == kNoIndex ? nullptr : &collection.range_calls[pair.exact],
               .legacy = pair.legacy == kNoIndex ? nullptr : &collection.range_calls[pair.legacy],
               .legacy_first = pair.legacy_first});
  }
}

void exact_first(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.range_calls.empty()) return;
  if (!history.has_exact_calls()) {
    return ruling.cannot("the trace does not show that the profiler implements ICorProfilerCallback4");
  }
  each_pair(collection, [&](const Pair& pair) {
    if (pair.legacy == nullptr) return;
    if (pair.exact != nullptr && !pair.legacy_first) return ruling.kept();
    const std::string name(name_of(pair.legacy->call));
    ruling.broken(finding_at(*pair.legacy, collection,
                             pair.exact == nullptr
                                 ? fmt::format("{} with {} is delivered without {}2 before it.", name,
                                               counted(pair.legacy->count, "range"), name)
                                 : fmt::format("{} is delivered before {}2 (line {}) with the same ranges.",
                                               name, name, pair.exact->line)));
  });
}

void legacy_follows(const Collection& collection, const History&, Ruling& ruling) {
  each_pair(collection, [&](const Pair& pair) {
    if (pair.exact == nullptr || !pair.exact->succeeded()) return;
    if (pair.legacy != nullptr) return ruling.kept();
    const std::string name(name_of(pair.exact->call));
    ruling.broken(
        finding_at(*pair.exact, collection,
                   fmt::format("{} returned {}, a success, but no {} follows.", name,
                               abi::hresult_text(pair.exact->hr), name.substr(0, name.size() - 1))));
  });
}

void legacy_skipped(const Collection& collection, const History&, Ruling& ruling) {
  each_pair(collection, [&](const Pair& pair) {
    if (pair.exact == nullptr || !pair.exact->returned || pair.exact->succeeded() || pair.legacy_first)
      return;
    if (pair.legacy == nullptr) return ruling.kept();
    ruling.broken(finding_at(*pair.legacy, collection,
                             fmt::format("{} is delivered although {} (line {}) returned {}, a failure.",
                                         name_of(pair.legacy->call), name_of(pair.exact->call),
                                         pair.exact->line, abi::hresult_text(pair.exact->hr))));
  });
}

void same_batch(const Collection& collection, const History&, Ruling& ruling) {
  each_pair(collection, [&](const Pair& pair) {
    if (pair.exact == nullptr || pair.legacy == nullptr) return;
    const std::uint32_t count = std::min(pair.exact->count, pair.legacy->count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Range& exact = collection.ranges[pair.exact->first + i];
      const Range& legacy = collection.ranges[pair.legacy->first + i];
      if (exact.from == legacy.from && exact.to == legacy.to) continue;
      Finding finding =
          finding_at(*pair.legacy, collection,
                     fmt::format("The range at index {} is {} -> {}; {} (line {}) has {} -> {} there.", i,
                                 id(legacy.from), id(legacy.to), name_of(pair.exact->call), pair.exact->line,
                                 id(exact.from), id(exact.to)));
      finding.entry = i;
      return ruling.broken(std::move(finding));
    }
    if (pair.exact->count == pair.legacy->count) return ruling.kept();
    ruling.broken(
        finding_at(*pair.legacy, collection,
                   fmt::format("The call has {}; {} (line {}) has {}.", counted(pair.legacy->count, "range"),
                               name_of(pair.exact->call), pair.exact->line, pair.exact->count)));
  });
}

// The exact call is wrong: the block of survivors is as long as the older call reports.
bool cuts_short(const Collection& collection, const Range& exact, const Range& legacy) {
  if (legacy.length <= exact.length) return false;
  if (collection.model && collection.model->plan) {
    const auto& plugs = collection.model->plan->plugs;
    const auto plug = std::ranges::find(plugs, exact.from, &Plug::from);
    return plug != plugs.end() && legacy.length == std::min(plug->length, kLegacyMost);
  }
  if (!collection.alive_known) return false;
  // An object lives in the part that the exact call leaves out, and no other range reports it.
  const std::uint64_t first = exact.to + exact.length;
  const auto left_out = std::ranges::lower_bound(collection.alive, first);
  return left_out != collection.alive.end() && *left_out - first < legacy.length - exact.length &&
         collection.by_new_address.holding(*left_out) == nullptr;
}

void saturates(const Collection& collection, const History&, Ruling& ruling) {
  each_pair(collection, [&](const Pair& pair) {
    if (pair.exact == nullptr || pair.legacy == nullptr) return;
    const std::uint32_t count = std::min(pair.exact->count, pair.legacy->count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Range& exact = collection.ranges[pair.exact->first + i];
      const Range& legacy = collection.ranges[pair.legacy->first + i];
      if (exact.from != legacy.from) continue;  // covered by same_batch
      const std::uint64_t expected = std::min(exact.length, kLegacyMost);
      if (legacy.length == expected) {
        ruling.kept();
        continue;
      }
      Finding finding =
          cuts_short(collection, exact, legacy)
              ? finding_at(
                    *pair.exact, collection,
                    fmt::format(
                        "The range at {} is reported with length {:#x}, but the older call (line {}) reports "
                        "{:#x}, which is correct: there are survivors after the end reported here.",
                        id(exact.from), exact.length, pair.legacy->line, legacy.length))
              : finding_at(*pair.legacy, collection,
                           fmt::format("The range at {} has length {:#x}; the older call should report {:#x} "
                                       "but reports {:#x}.",
                                       id(exact.from), exact.length, expected, legacy.length));
      finding.entry = i;
      ruling.broken(std::move(finding));
    }
  });
}

constexpr Binding kBindings[] = {
    {.id = "ranges/exact-first",
     .occasion = "a call of MovedReferences or SurvivingReferences",
     .collection = exact_first},
    {.id = "ranges/legacy-follows",
     .occasion = "a call of MovedReferences2 or SurvivingReferences2 that succeeds",
     .collection = legacy_follows},
    {.id = "ranges/legacy-skipped-after-failure",
     .occasion = "a call of MovedReferences2 or SurvivingReferences2 that the profiler fails",
     .collection = legacy_skipped},
    {.id = "ranges/legacy-same-batch",
     .occasion = "a pair of an exact call and the older one",
     .collection = same_batch},
    {.id = "ranges/legacy-saturates",
     .occasion = "a pair of an exact call and the older one",
     .collection = saturates},
};

}  // namespace

std::span<const Binding> pair_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
