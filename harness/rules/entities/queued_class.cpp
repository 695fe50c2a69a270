#include "harness/rules/entities/queued_class.h"

#include <algorithm>

#include "harness/rules/collection/relocation.h"

namespace gcrucible::rules {
namespace {

std::uint32_t place_of(std::uint64_t address, const Collection& collection) {
  const auto found = std::lower_bound(collection.alive.begin(), collection.alive.end(), address);
  return found == collection.alive.end() || *found != address
             ? kNoIndex
             : static_cast<std::uint32_t>(found - collection.alive.begin());
}

}  // namespace

std::uint64_t class_of_queued(const Collection& collection, const QueuedObject& queued) {
  const std::uint64_t object = Relocation(collection).after(queued.object);
  // The object at that address now may be this one, or another one that moved there.
  if (collection.queued_either_way && object != queued.object &&
      place_of(queued.object, collection) != kNoIndex)
    return 0;
  const std::uint32_t place = place_of(object, collection);
  if (place == kNoIndex || collection.reports.size() <= place || collection.reports[place] == kNoIndex)
    return 0;
  return collection.objects[collection.reports[place]].object_class;
}

}  // namespace gcrucible::rules
