// Whether ranges of one collection overlap.
#pragma once

#include "harness/rules/collection/range_index.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {

// By the old or the new addresses, which `index` has and `which` names: "old" or "new".
inline void check_disjoint(const Collection& collection, Ruling& ruling, const RangeIndex& index,
                           std::string_view which) {
  if (collection.reported.empty()) return;
  std::uint64_t overlaps = 0;
  index.overlaps([&](const RangeIndex::Overlap& overlap) {
    ++overlaps;
    ruling.broken(finding_at(*overlap.second, collection,
                             fmt::format("The {} range of {} overlaps that of {} (line {}, entry {}).", which,
                                         text_of(*overlap.second), text_of(*overlap.first),
                                         overlap.first->line, overlap.first->entry)));
    return true;
  });
  ruling.kept(collection.reported.size() - overlaps);
}

}  // namespace gcrucible::rules
