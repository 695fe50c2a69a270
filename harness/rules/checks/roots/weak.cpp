// The rule about objects that only weak roots lead to.
#include <algorithm>

#include "harness/abi/enums.h"
#include "harness/rules/evidence/reachable_set.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

// .NET 10 does not report interior stack roots in collections of generations 0 and 1. In a recording,
// objects that these roots keep alive have no other root (docs/deviations.md, interior roots).
void weak_does_not_keep(const Collection& collection, const History& history, Ruling& ruling) {
  if (history.header().source == "recorded" && !collection.condemned(2))
    return ruling.cannot("a real runtime does not report every interior root");
  bool any = false;
  for (const Root& root : collection.roots) any = any || (root.flags & abi::COR_PRF_GC_ROOT_WEAKREF) != 0;
  if (!any) return;
  if (collection.reached.empty() || collection.starts == 0) return ruling.cannot(kNoCompleteGraph);
  if (!knows_dependent_handles(history) &&
      std::ranges::find(collection.reached, Reached::kWeakOnly) != collection.reached.end())
    return ruling.cannot(kNoDependentHandles);
  for (std::size_t i = 0; i < collection.reached.size(); ++i) {
    if (collection.reached[i] != Reached::kWeakOnly) continue;
    const std::uint64_t object = collection.alive[i];
    ruling.broken(at_address(
        finding_of(
            collection,
            fmt::format(
                "Object {} is alive after the collection, but only roots with the flag WEAKREF lead to it.",
                id(object))),
        object));
  }
  ruling.kept();
}

constexpr Binding kBindings[] = {
    {.id = "roots/weak-does-not-keep",
     .occasion = "a root with the flag WEAKREF",
     .collection = weak_does_not_keep},
};

}  // namespace

std::span<const Binding> weak_root_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
