// Tells what is asked of every object: references after a collection, counts by class before it.
#pragma once

#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/clr.h"
#include "harness/program/telling.h"

namespace gcrucible::calls {

// ObjectReferences for every object of the heap in the runtime's order; a failing answer ends it until the
// next collection (GC-REF-005), unless an edit goes on.
void tell_object_references(clr::Clr& clr, const program::Telling& telling);

// How many objects of each class lie in generation 0, classes in order of first appearance.
struct ClassCounts {
  std::vector<abi::ClassID> classes;
  std::vector<abi::ULONG> counts;
};
// At the start of a collection; empty when the profiler is not to be told.
ClassCounts count_allocated(clr::Clr& clr);
void tell_objects_allocated(clr::Clr& clr, ClassCounts& allocated);

struct QueuedObject {
  abi::ObjectID object = 0;
  abi::DWORD flags = 0;
};
// Between mark and move: the whole queue or the newly queued ones, as the runtime tells them, with the
// addresses from before the move whenever they are told.
std::vector<QueuedObject> queued_objects(clr::Clr& clr, const sim::Collection& collection);
void tell_finalizeable_objects(clr::Clr& clr, const std::vector<QueuedObject>& queued);

}  // namespace gcrucible::calls
