// Objects known from before a collection, and what is reported at their new addresses according to the
// ranges. Used for traces without a model.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/rules/collection/collection.h"
#include "harness/rules/evidence/reachable_set.h"

namespace gcrucible::rules {

inline constexpr std::string_view kNoReportedObjects =
    "the trace lists neither the model's objects nor a complete round of ObjectReferences";

struct KnownPair {
  const KnownObject& before;
  const ReportedRange& range;
  std::uint64_t to = 0;
  std::uint64_t class_after = 0;  // 0 if ObjectReferences does not report it
};

// Visits the surviving objects once each, ascending by old address. The collection is closed.
template <typename Visit>
void each_known_pair(const Collection& collection, Visit visit) {
  if (!collection.alive_reported) return;
  AddressFinder living(collection.alive);
  std::uint64_t last = 0;
  for (const KnownObject& known : collection.known) {
    const ReportedRange* const range =
        known.at == last ? nullptr : collection.by_old_address.holding(known.at);
    last = known.at;
    if (range == nullptr || range->at_least) continue;
    const std::uint64_t to = range->range.to + (known.at - range->range.from);
    const std::uint32_t at = living.find(to);
    if (at == kNoIndex) continue;
    const std::uint32_t report = at < collection.reports.size() ? collection.reports[at] : kNoIndex;
    visit(KnownPair{.before = known,
                    .range = *range,
                    .to = to,
                    .class_after = report == kNoIndex ? 0 : collection.objects[report].object_class});
  }
}

}  // namespace gcrucible::rules
