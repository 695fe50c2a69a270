// Rules about which objects FinalizeableObjectQueued tells, and by which addresses.
#include <algorithm>
#include <iterator>

#include "harness/abi/enums.h"
#include "harness/rules/checker.h"
#include "harness/rules/range_index.h"
#include "harness/rules/relocation.h"

namespace gcrucible::rules {
namespace {

Finding finding_of_queued(const Collection& collection, const QueuedObject& queued, std::string what) {
  Finding finding{.what = std::move(what),
                  .collection = collection.number,
                  .line = queued.line,
                  .callback = std::string(name_of(Call::kFinalizeableQueued))};
  finding.address = queued.object;
  return finding;
}

// Both sides as they come, so that what is told twice shows.
void repeated_until_run(const Collection& collection, const History&, Ruling& ruling) {
  std::vector<std::uint64_t> roots;
  bool roots_told = false;
  for (const BatchCall& call : collection.root_calls) {
    if (call.call != Call::kRoots2) continue;
    roots_told = true;
    for (std::uint32_t i = 0; i < call.count; ++i) {
      const Root& root = collection.roots[call.first + i];
      if (root.kind == abi::COR_PRF_GC_ROOT_FINALIZER) roots.push_back(root.object);
    }
  }
  if (roots.empty() && collection.queued.empty()) return;
  if (!roots_told) return ruling.cannot("the trace has no RootReferences2");
  const Relocation relocation(collection);
  std::vector<std::uint64_t> queued;
  for (const QueuedObject& each : collection.queued) queued.push_back(relocation.after(each.object));
  std::sort(roots.begin(), roots.end());
  std::sort(queued.begin(), queued.end());
  if (roots == queued) return ruling.kept(queued.size());
  std::vector<std::uint64_t> only_roots, only_queued;
  std::set_difference(roots.begin(), roots.end(), queued.begin(), queued.end(),
                      std::back_inserter(only_roots));
  std::set_difference(queued.begin(), queued.end(), roots.begin(), roots.end(),
                      std::back_inserter(only_queued));
  const std::uint64_t example = only_queued.empty() ? only_roots.front() : only_queued.front();
  Finding finding = finding_of(
      collection,
      fmt::format("FinalizeableObjectQueued tells {} objects, {} roots are of kind FINALIZER; {} is among "
                  "the {} only.",
                  queued.size(), roots.size(), id(example), only_queued.empty() ? "roots" : "queued"));
  finding.address = example;
  ruling.broken(std::move(finding));
}

void old_address(const Collection& collection, const History&, Ruling& ruling) {
  const RangeIndex by_old(collection.told, RangeIndex::Side::kOld);
  const RangeIndex by_new(collection.told, RangeIndex::Side::kNew);
  for (const QueuedObject& queued : collection.queued) {
    const ToldRange* const range = by_old.holding(queued.object);
    if (range != nullptr) {
      if (range->range.from != range->range.to) ruling.kept();
      continue;
    }
    if (const ToldRange* const to = by_new.holding(queued.object)) {
      ruling.broken(finding_of_queued(
          collection, queued,
          fmt::format("Object {} is told by its address after the move; it lies where the range {} goes.",
                      id(queued.object), text_of(*to))));
    }
  }
}

constexpr Binding kBindings[] = {
    {.id = "finalization/repeated-until-run",
     .occasion = "a call of FinalizeableObjectQueued",
     .collection = repeated_until_run},
    {.id = "finalization/old-address", .occasion = "a queued object that moves", .collection = old_address},
};

}  // namespace

std::span<const Binding> queue_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
