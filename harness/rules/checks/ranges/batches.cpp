// Rules about how survivors are distributed over the calls of a report and over its two families.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "harness/rules/collection/range_index.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kNoModel = "the trace has no model of the collection";
constexpr std::string_view kNoBounds =
    "the trace does not record the generations of addresses (no model, and GetGenerationBounds was not "
    "called in GarbageCollectionStarted)";
constexpr std::uint64_t kLegacyMost = 0xFFFFFFFFu;

bool has_plan(const Collection& collection) {
  return collection.model && collection.model->plan;
}

void both_families(const Collection& collection, const History& history, Ruling& ruling) {
  if (!history.monitors_gc(collection))
    return ruling.cannot("COR_PRF_MONITOR_GC is not set, so survivors need not be reported");
  if (!has_plan(collection)) return ruling.cannot(kNoModel);
  if (!collection.fates_known) return ruling.cannot("the trace has no model of the objects");
  const CollectionPlan& plan = *collection.model->plan;
  std::array<std::size_t, 2> survivors{};
  for (const Fate& fate : collection.fates) {
    if (!fate.survives || !collection.condemned(fate.generation)) continue;
    ++survivors[static_cast<std::size_t>(plan.compacts[fate.generation] ? Family::kMoved
                                                                        : Family::kSurviving)];
  }
  if (survivors[0] == 0 || survivors[1] == 0) return;
  std::array<bool, 2> reported{};
  for (const ReportedRange& range : collection.reported)
    reported[static_cast<std::size_t>(range.family)] = true;
  for (std::size_t i = 0; i < reported.size(); ++i) {
    if (reported[i]) continue;
    const bool moved = static_cast<Family>(i) == Family::kMoved;
    ruling.broken(finding_of(
        collection, fmt::format("The collection {} memory with {} survivors, but {} is not delivered.",
                                moved ? "compacts" : "sweeps", survivors[i],
                                moved ? "MovedReferences" : "SurvivingReferences")));
  }
  if (reported[0] && reported[1]) ruling.kept();
}

std::array<std::size_t, 2> calls_by_family(const Collection& collection) {
  std::array<std::size_t, 2> calls{};
  for (const CallPair& pair : collection.pairs) {
    const BatchCall& call = collection.range_calls[pair.exact != kNoIndex ? pair.exact : pair.legacy];
    ++calls[static_cast<std::size_t>(family_of(call.call))];
  }
  return calls;
}

void calls_add_up(const Collection& collection, const History& history, Ruling& ruling) {
  const auto calls = calls_by_family(collection);
  if (calls[0] < 2 && calls[1] < 2) return;
  if (!history.monitors_gc(collection)) return;
  const RangeIndex& reported = collection.by_old_address;
  // Ranges of two calls over one object. Within one call, only ranges/old-disjoint covers that.
  reported.overlaps([&](const RangeIndex::Overlap& overlap) {
    if (overlap.first->line == overlap.second->line) return true;
    ruling.broken(finding_at(
        *overlap.second, collection,
        fmt::format(
            "{} is reported here, and {} by the call of line {}: the objects in both are reported twice.",
            text_of(*overlap.second), text_of(*overlap.first), overlap.first->line)));
    return true;
  });
  // A survivor without a range is covered by ranges/every-survivor.
  for (const Fate& fate : collection.fates) {
    if (fate.survives && reported.holding(fate.from) != nullptr) ruling.kept();
  }
  if (!collection.fates_known) ruling.kept();
}

// The last of the adjacent ranges that together report the block beginning with `first`. A range that also
// contains its neighbours counts as one of them.
const ReportedRange* last_of(const ReportedRange& first, std::uint64_t length, const RangeIndex& reported) {
  const ReportedRange* part = &first;
  for (std::uint64_t notified_of_it = first.range.length; notified_of_it < length;) {
    const std::uint64_t end = part->range.from + part->range.length;
    const ReportedRange* const next = reported.holding(end);
    if (next == nullptr || next->range.from != end || next->range.length == 0) break;
    notified_of_it += next->range.length;
    part = next;
  }
  return part;
}

// Where survivors that lie next to each other end.
class SurvivorEnds {
 public:
  explicit SurvivorEnds(std::span<const Plug> plugs) : plugs_(plugs.begin(), plugs.end()) {
    std::ranges::stable_sort(plugs_, {}, &Plug::from);
    // From the back: the plug that follows has its end already. A damaged trace may have an end below the
    // start.
    for (std::size_t i = plugs_.size(); i-- > 0;) {
      Plug& plug = plugs_[i];
      if (const std::uint64_t end = plug.from + plug.length; end > plug.from)
        plug.length = after(end) - plug.from;
    }
  }
  // The end of the survivors that begin with the plug.
  std::uint64_t of(const Plug& first) const { return after(first.from + first.length); }

 private:
  // The end of the survivors that begin at the address; the address if none do.
  std::uint64_t after(std::uint64_t address) const {
    const auto next = std::ranges::lower_bound(plugs_, address, {}, &Plug::from);
    return next != plugs_.end() && next->from == address ? address + next->length : address;
  }

  std::vector<Plug> plugs_;  // ascending; each as long as the survivors that begin with it
};

void exact_by_model(const Collection& collection, Ruling& ruling) {
  const RangeIndex& reported = collection.by_old_address;
  std::optional<SurvivorEnds> ends;
  for (const Plug& plug : collection.model->plan->plugs) {
    if (plug.length < kLegacyMost) continue;
    const ReportedRange* const range = reported.holding(plug.from);
    if (range == nullptr || range->range.from != plug.from || !is_exact(range->call)) continue;
    const ReportedRange* const last = last_of(*range, plug.length, reported);
    const std::uint64_t end = last->range.from + last->range.length;
    const std::uint64_t notified_of_it = end - plug.from;
    if (notified_of_it > plug.length) {
      if (!ends) ends.emplace(collection.model->plan->plugs);
      const std::uint64_t survivors_end = ends->of(plug);
      if (end > survivors_end) {
        ruling.broken(finding_at(*last, collection,
                                 fmt::format("{} ends at {}, but the survivors there end at {}.",
                                             text_of(*last), id(end), id(survivors_end))));
        continue;
      }
    }
    if (notified_of_it >= plug.length) {
      ruling.kept();
      continue;
    }
    ruling.broken(finding_at(
        *last, collection,
        fmt::format("{} {} {}; the block of survivors that starts {} has length {}.", text_of(*last),
                    last == range ? "has length" : "ends a block reported in parts with length",
                    notified_of_it, last == range ? "there" : fmt::format("at {}", id(plug.from)),
                    plug.length)));
  }
}

void exact_lengths(const Collection& collection, const History&, Ruling& ruling) {
  if (has_plan(collection)) return exact_by_model(collection, ruling);
  for (const CallPair& pair : collection.pairs) {
    if (pair.exact == kNoIndex || pair.legacy == kNoIndex) continue;
    const BatchCall& exact = collection.range_calls[pair.exact];
    const BatchCall& legacy = collection.range_calls[pair.legacy];
    for (std::uint32_t i = 0; i < std::min(exact.count, legacy.count); ++i) {
      if (collection.ranges[legacy.first + i].length < kLegacyMost) continue;
      const std::uint64_t length = collection.ranges[exact.first + i].length;
      if (length >= kLegacyMost) {
        ruling.kept();
        continue;
      }
      Finding finding = finding_at(
          exact, collection,
          fmt::format("The length of entry {} is {}, but the older call reports 0xFFFFFFFF or more.", i,
                      length));
      finding.entry = i;
      ruling.broken(std::move(finding));
    }
  }
}

// The calls of one thread after a failed one, in pairs.
void after_failures(const Collection& collection, const std::vector<std::uint32_t>& calls, Ruling& ruling) {
  bool failed = false;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const BatchCall& call = collection.range_calls[calls[i]];
    if (!is_exact(call.call)) {
      // The older call of the failed batch itself is covered by ranges/legacy-skipped-after-failure.
      const bool own = failed && i != 0 && call.count == collection.range_calls[calls[i - 1]].count;
      // A call before its exact call is covered by ranges/exact-first.
      const BatchCall* const next = i + 1 < calls.size() ? &collection.range_calls[calls[i + 1]] : nullptr;
      const bool early =
          next != nullptr && is_exact(next->call) && family_of(next->call) == family_of(call.call);
      if (failed && !own && !early) {
        ruling.broken(finding_at(
            call, collection,
            fmt::format("{} begins a batch after a call that failed, but the exact call is not delivered.",
                        name_of(call.call))));
      }
      if (!own) failed = false;
      continue;
    }
    if (failed && call.succeeded()) {
      const BatchCall* const next = i + 1 < calls.size() ? &collection.range_calls[calls[i + 1]] : nullptr;
      if (next != nullptr && !is_exact(next->call) && family_of(next->call) == family_of(call.call)) {
        ruling.kept();
      } else {
        ruling.broken(finding_at(
            call, collection,
            fmt::format(
                "{} succeeds, but its older call is not delivered: an earlier batch failed, not this one.",
                name_of(call.call))));
      }
    } else if (failed) {
      ruling.kept();
    }
    failed = call.returned && call.hr < 0;
  }
}

void failure_suppresses_one(const Collection& collection, const History&, Ruling& ruling) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_thread;
  for (std::uint32_t i = 0; i < collection.range_calls.size(); ++i) {
    by_thread[collection.range_calls[i].thread].push_back(i);
  }
  for (const auto& [thread, calls] : by_thread) after_failures(collection, calls, ruling);
}

void older_alone(const Callback& callback, const History& history, Ruling& ruling) {
  const auto version = history.header().callback_version;
  if (!version) return ruling.cannot("the trace does not record which ICorProfilerCallback the profiler has");
  if (*version >= 4) return ruling.cannot("the profiler has ICorProfilerCallback4");
  if (!is_exact(callback.call)) return ruling.kept();
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("{} is called, but the profiler implements only interfaces up to ICorProfilerCallback{}.",
                  callback.name, *version)));
}

void large_survive(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.bounds_before.empty()) return ruling.cannot(kNoBounds);
  if (has_plan(collection) && collection.model->plan->compacts[kLarge]) return;
  for (const ReportedRange& range : collection.reported) {
    if (collection.bounds_before.generation_of(range.range.from) != kLarge) continue;
    if (range.family == Family::kSurviving) {
      ruling.kept();
      continue;
    }
    // Without the model, a moved range in that heap means that the heap was compacted.
    if (!has_plan(collection)) continue;
    ruling.broken(finding_at(
        range, collection,
        fmt::format("{} is in the large object heap, which is not compacted, but is reported through {}.",
                    text_of(range), name_of(range.call))));
  }
}

// Number of `addresses` in [from, from + length).
template <typename Objects, typename At>
std::size_t inside(const Objects& objects, std::uint64_t from, std::uint64_t length, At at) {
  const auto first = std::lower_bound(objects.begin(), objects.end(), from,
                                      [&](const auto& each, std::uint64_t to) { return at(each) < to; });
  std::size_t count = 0;
  for (auto each = first; each != objects.end() && at(*each) - from < length; ++each) ++count;
  return count;
}

void large_one_by_one(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.reported.empty()) return;
  if (collection.bounds_before.empty()) return ruling.cannot(kNoBounds);
  for (const ReportedRange& range : collection.reported) {
    if (range.family != Family::kMoved || range.at_least) continue;
    if (collection.bounds_before.generation_of(range.range.from) != kLarge) continue;
    if (!collection.alive_known) {
      ruling.cannot("the trace does not record which objects are in the heap afterwards");
      continue;
    }
    const std::size_t count = inside(collection.alive, range.range.to, range.range.length,
                                     [](std::uint64_t address) { return address; });
    if (count <= 1) {
      ruling.kept();
      continue;
    }
    ruling.broken(
        finding_at(range, collection, fmt::format("{} holds {} large objects.", text_of(range), count)));
  }
}

std::size_t rows_of(const Callback& callback) {
  return kRangeCalls.has(callback.call) ? callback.ranges.size() : callback.roots.size();
}

void batch_limit(const Callback& callback, const History& history, Ruling& ruling) {
  const auto limit = number_for(ruling.rule(), history.header().runtime);
  if (!limit) return;
  if (rows_of(callback) <= *limit) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("The call has {} entries; {} passes at most {}.", rows_of(callback),
                                       history.header().runtime, *limit)));
}

void no_empty_call(const Callback& callback, const History& history, Ruling& ruling) {
  if (!callback.ranges.empty()) return ruling.kept();
  ruling.broken(finding_at(callback, history.collection(), callback.name + " is called with no range."));
}

constexpr CallSet kBatches = kRangeCalls | kRootCalls;

constexpr Binding kBindings[] = {
    {.id = "ranges/both-families-when-mixed",
     .occasion = "a collection that compacts one generation with survivors and sweeps another",
     .collection = both_families},
    {.id = "ranges/calls-add-up",
     .occasion = "a collection with several calls of one family",
     .collection = calls_add_up},
    {.id = "ranges/exact-lengths",
     .occasion = "a block of survivors of 4 GB and more",
     .collection = exact_lengths},
    {.id = "ranges/failure-suppresses-one-call",
     .occasion = "a batch after one that failed, on the same thread",
     .collection = failure_suppresses_one},
    {.id = "ranges/older-alone",
     .occasion = "a profiler without ICorProfilerCallback4",
     .calls = kRangeCalls,
     .entry = older_alone},
    {.id = "ranges/large-objects-survive",
     .occasion = "a range in a large object heap that is swept",
     .collection = large_survive},
    {.id = "ranges/compacted-large-one-by-one",
     .occasion = "a moved range in the large object heap",
     .collection = large_one_by_one},
    {.id = "ranges/batch-limit",
     .occasion = "a report of ranges or roots, under a runtime whose limit is known",
     .calls = kBatches,
     .entry = batch_limit},
    {.id = "ranges/no-empty-call",
     .occasion = "a report of ranges",
     .calls = kRangeCalls,
     .entry = no_empty_call},
};

}  // namespace

std::span<const Binding> batch_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
