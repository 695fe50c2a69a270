#include "harness/campaign/generate/feature.h"

#include <algorithm>
#include <array>

namespace gcrucible::campaign {
namespace {

constexpr std::array<FeatureRow, kFeatureCount> kRows{{
    {Feature::kArrays, "arrays", "arrays of references, of bytes and of two dimensions"},
    {Feature::kStrings, "strings", "strings"},
    {Feature::kValues, "values", "value types in fields, elements and boxes"},
    {Feature::kGenerics, "generics", "instantiations of a generic type"},
    {Feature::kLarge, "large", "objects of the large object heap"},
    {Feature::kPinnedHeap, "pinned-heap", "objects of the pinned object heap"},
    {Feature::kFrozen, "frozen", "objects in frozen memory"},
    {Feature::kBulk, "bulk", "many objects by one step, also as a chain"},
    {Feature::kMutation, "mutation", "references that change"},
    {Feature::kCycles, "cycles", "objects that refer to themselves and to each other"},
    {Feature::kStatics, "statics", "roots in static fields"},
    {Feature::kInteriorRoots, "interior-roots", "roots that point into an object"},
    {Feature::kPinnedRoots, "pinned-roots", "roots that pin their object"},
    {Feature::kNullRoots, "null-roots", "roots that are null, or become so"},
    {Feature::kFrames, "frames", "stack roots of named functions"},
    {Feature::kStrongHandles, "strong-handles", "strong handles"},
    {Feature::kWeakHandles, "weak-handles", "weak handles, short and long"},
    {Feature::kPinnedHandles, "pinned-handles", "pinning handles"},
    {Feature::kDependentHandles, "dependent-handles", "dependent handles, chained too"},
    {Feature::kRefCountedHandles, "ref-counted-handles", "ref-counted handles"},
    {Feature::kFinalizers, "finalizers", "finalizers, critical and suppressed ones"},
    {Feature::kResurrection, "resurrection", "finalizers that wait, and objects that come back"},
    {Feature::kThreads, "threads", "more than one managed thread"},
    {Feature::kYoung, "young", "collections of generations 0 and 1"},
    {Feature::kSweeps, "sweeps", "collections that do not move"},
    {Feature::kModes, "modes", "collections that move some generations and sweep others"},
    {Feature::kNoPromotion, "no-promotion", "collections that promote nothing"},
    {Feature::kDemotion, "demotion", "pinned objects that are promoted, demoted, or stay"},
    {Feature::kSlide, "slide", "survivors that slide down inside their range"},
    {Feature::kShifted, "shifted", "a heap at other addresses than usual, or with its ranges 4 GiB apart"},
    {Feature::kNarrow, "narrow", "ranges that hold a few objects each, so that there are many"},
    {Feature::kSuspensions, "suspensions",
     "suspensions for other reasons than a collection, and threads that report them"},
    {Feature::kBackground, "background", "background collections, with young ones inside"},
    {Feature::kUnannounced, "unannounced", "objects that exist before the profiler is loaded"},
    {Feature::kCollectible, "collectible", "an assembly that is unloaded"},
    {Feature::kAttach, "attach", "a profiler that is attached in the middle"},
    {Feature::kShutdown, "shutdown", "collections while the process ends, and ends without Shutdown"},
    {Feature::kHugeObjects, "huge-objects", "objects of more than 4 GiB, in a heap without bytes"},
    {Feature::kExceptions, "exceptions", "exceptions, with filters, finally blocks and others inside them"},
    {Feature::kJit, "jit", "functions that are compiled"},
    {Feature::kEvents, "events", "allocations that an EventPipe event reports"},
    {Feature::kServerHeaps, "server-heaps", "heaps of server GC, reported by several threads at once"},
    {Feature::kTogether, "together", "threads of the program that run at once"},
    {Feature::kDetach, "detach", "a profiler that was attached, is detached and attached again"},
    {Feature::kFailures, "failures", "a correct Info call that fails, as it may under .NET"},
    {Feature::kProvisional, "provisional",
     "full collections that continue one of generation 1, without GarbageCollectionStarted; only if named"},
    {Feature::kReusedIds, "reused-ids", "an assembly that gets the ids of one that was unloaded"},
    {Feature::kCalls, "calls", "functions that are called and return, in which objects are allocated"},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<std::size_t>(kRows[i].feature) != i) return false;
  }
  return true;
}
static_assert(in_order());

constexpr std::uint8_t kBracketCallback = 2;  // GarbageCollectionStarted and Finished
constexpr std::uint8_t kAttachCallback = 3;   // InitializeForAttach came with ICorProfilerCallback3
constexpr std::uint8_t kExactCallback = 4;    // of the first runtime that allowed objects of more than 2 GiB
constexpr std::uint8_t kDependentCallback = 5;  // dependent handles came with the runtime of this interface
constexpr std::uint8_t kEventCallback = 10;     // EventPipeEventDelivered
constexpr std::uint8_t kPinnedGenerations = 5;  // of a runtime with a pinned object heap

}  // namespace

std::span<const FeatureRow> feature_rows() {
  return kRows;
}

std::string_view word_of(Feature feature) {
  return kRows[static_cast<std::size_t>(feature)].word;
}

std::optional<Feature> feature_of(std::string_view word) {
  const auto row = std::ranges::find(kRows, word, &FeatureRow::word);
  return row == kRows.end() ? std::nullopt : std::optional(row->feature);
}

std::string Features::text() const {
  std::string text;
  for (const FeatureRow& row : kRows) {
    if (has(row.feature)) text.append(text.empty() ? "" : " ").append(row.word);
  }
  return text.empty() ? "none" : text;
}

Features all_features() {
  Features all;
  for (const FeatureRow& row : kRows) all.set(row.feature);
  return all;
}

Features usual_features() {
  Features usual = all_features();
  usual.set(Feature::kProvisional, false);
  return usual;
}

Features possible(Features wanted, const program::RuntimeProfile& runtime) {
  if (runtime.callback_version < kAttachCallback) wanted.set(Feature::kAttach, false);
  // A profiler that loads at startup may detach too, but it was not written for that.
  if (!wanted.has(Feature::kAttach)) wanted.set(Feature::kDetach, false);
  if (runtime.callback_version < kDependentCallback) {
    wanted.set(Feature::kDependentHandles, false);
    wanted.set(Feature::kCollectible, false);
  }
  if (!wanted.has(Feature::kCollectible)) wanted.set(Feature::kReusedIds, false);
  if (runtime.callback_version < kExactCallback) wanted.set(Feature::kHugeObjects, false);
  if (runtime.callback_version < kEventCallback) wanted.set(Feature::kEvents, false);
  if (runtime.generations < kPinnedGenerations) wanted.set(Feature::kPinnedHeap, false);
  // Without GarbageCollectionStarted, the checker takes the suspension as the beginning of a collection. It
  // would count callbacks of other threads until the suspension ends as part of the collection.
  if (runtime.callback_version < kBracketCallback) wanted.set(Feature::kTogether, false);
  if (!runtime.full_without_start) wanted.set(Feature::kProvisional, false);
  return wanted;
}

Features draw(const Features& possible, program::Random& random) {
  // A quarter of the cases uses almost no feature, a quarter almost every feature, the rest half of them.
  constexpr std::array<std::uint64_t, 4> kShares{1, 4, 4, 7};  // of 8
  const std::uint64_t share = kShares[random.below(kShares.size())];
  Features chosen;
  for (const FeatureRow& row : kRows) {
    if (row.feature == Feature::kCalls) continue;
    const bool on = random.below(8) < share;
    chosen.set(row.feature, on && possible.has(row.feature));
  }
  // These features are rare. Attached profilers and heaps without memory hide most faults of a case. Threads
  // that wait for each other take the time of two other cases.
  for (const Feature rare :
       {Feature::kAttach, Feature::kHugeObjects, Feature::kServerHeaps, Feature::kFailures}) {
    if (random.below(4) != 0) chosen.set(rare, false);
  }
  // If several threads report heaps, half of the cases also have concurrent threads of the program.
  const bool both = chosen.has(Feature::kServerHeaps) && possible.has(Feature::kThreads) &&
                    possible.has(Feature::kTogether);
  if (both && random.below(2) == 0) {
    chosen.set(Feature::kThreads);
    chosen.set(Feature::kTogether);
  }
  // Concurrent steps need other threads.
  if (!chosen.has(Feature::kThreads)) chosen.set(Feature::kTogether, false);
  // Calls change nothing else of a case. Their choice comes last, so that it changes no other.
  chosen.set(Feature::kCalls, possible.has(Feature::kCalls) && random.below(4) == 0);
  return chosen;
}

}  // namespace gcrucible::campaign
