// Rules about the objects that a profiler knows, judged by the answers of its probe. The comparison with
// the model is made once; each rule reports its part.
#include "harness/rules/judge/checker.h"
#include "harness/rules/probe/checks.h"
#include "harness/rules/probe/probes.h"

namespace gcrucible::rules {
namespace {

void report(const ProbeVerdict& verdict, const Collection& collection, ProbeRule rule, Ruling& ruling) {
  if (!verdict.why.empty()) ruling.cannot(verdict.why);
  if (verdict.line == kNoLine) return;
  if (const std::uint64_t kept = verdict.kept[static_cast<std::size_t>(rule)]; kept != 0) ruling.kept(kept);
  for (const ProbeFault& fault : verdict.faults) {
    if (fault.rule != rule) continue;
    ruling.broken({.what = fault.what,
                   .collection = collection.number,
                   .line = verdict.line,
                   .callback = "gcrucible_probe",
                   .thread = verdict.thread,
                   .object = fault.object,
                   .address = fault.address,
                   .explained = fault.explained,
                   .causes = fault.causes,
                   .also_rule = fault.also_by_cache ? "object-ids/cache-follows" : ""});
  }
}

template <ProbeRule rule>
void after_collection(const Collection& collection, const History& history, Ruling& ruling) {
  report(history.probes().verdict(), collection, rule, ruling);
}

template <ProbeRule rule>
void before_shutdown(const End&, const History& history, Ruling& ruling) {
  report(history.probe_at_end(), history.collection(), rule, ruling);
}

template <ProbeRule rule>
constexpr Binding judged(std::string_view id, std::string_view occasion) {
  Binding binding{.id = id, .occasion = occasion, .collection = after_collection<rule>};
  binding.in_part = rule == ProbeRule::kIgnoreOrphans;
  return binding;
}

template <ProbeRule rule>
constexpr Binding judged_at_end(std::string_view id, std::string_view occasion) {
  Binding binding = judged<rule>(id, occasion);
  binding.end = before_shutdown<rule>;
  return binding;
}

constexpr std::string_view kAnswer = "a profiler that answers through gcrucible/probe.h";
constexpr Binding kBindings[] = {
    judged<ProbeRule::kKeepUncollected>("object-ids/keep-uncollected",
                                        "an answer of gcrucible_probe with objects that were not collected"),
    judged<ProbeRule::kMapAtOnce>("object-ids/map-at-once",
                                  "an answer of gcrucible_probe after several ranges"),
    judged<ProbeRule::kSaturatedLength>("object-ids/saturated-length",
                                        "an answer of gcrucible_probe after a range of 4 GB or more"),
    judged<ProbeRule::kBatchAppliedOnce>("object-ids/batch-applied-once",
                                         "an answer of gcrucible_probe after both variants of a call"),
    judged<ProbeRule::kExactFailure>("returns/exact-call-failure",
                                     "an answer of gcrucible_probe after a failed newer call"),
    judged<ProbeRule::kReferencesFailure>("returns/object-references-failure",
                                          "an answer of gcrucible_probe after a failed ObjectReferences"),
    judged<ProbeRule::kIgnoreOrphans>(
        "life/ignore-orphans",
        "an attach in the middle of a collection, and an answer of gcrucible_probe after it"),
    judged<ProbeRule::kThreadSafe>("blocking/thread-safe",
                                   "an answer of gcrucible_probe with objects of several threads"),
    judged<ProbeRule::kObjectFacts>("output/object-facts", kAnswer),
    judged<ProbeRule::kFirstVersion>("life/first-version-collections",
                                     "an answer of gcrucible_probe after a collection that has no brackets"),
    judged_at_end<ProbeRule::kAllocations>("output/allocation-samples",
                                           "totals of allocations in an answer of gcrucible_probe"),
    judged<ProbeRule::kLifetimes>("output/lifetimes",
                                  "totals of the reclaimed in an answer of gcrucible_probe"),
    judged<ProbeRule::kExclusive>("output/exclusive",
                                  "exclusive totals of functions in an answer of gcrucible_probe"),
    judged<ProbeRule::kInclusive>("output/inclusive",
                                  "inclusive totals of functions in an answer of gcrucible_probe"),
    judged<ProbeRule::kEstimates>("output/estimates-unbiased", "estimates in an answer of gcrucible_probe"),
    judged<ProbeRule::kDoubleCount>("output/no-double-count", "totals in an answer of gcrucible_probe"),
    judged_at_end<ProbeRule::kBalance>("output/balance", "three totals in an answer of gcrucible_probe"),
};

}  // namespace

void cache_follows_in_answer(const Collection& collection, const History& history, Ruling& ruling) {
  after_collection<ProbeRule::kCacheFollows>(collection, history, ruling);
}

void failed_inspection_in_answer(const Collection& collection, const History& history, Ruling& ruling) {
  // If the answer cannot be compared, this is no evidence against the profiler's calls.
  if (history.probes().verdict().line != kNoLine)
    after_collection<ProbeRule::kFailedInspection>(collection, history, ruling);
}

void cache_follows_before_shutdown(const End& end, const History& history, Ruling& ruling) {
  before_shutdown<ProbeRule::kCacheFollows>(end, history, ruling);
}

std::span<const Binding> probe_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
