// Tells what is asked of every object: references after a collection, counts by class before it.
#pragma once

#include "harness/clr/clr.h"
#include "harness/program/telling.h"

namespace gcrucible::calls {

// ObjectReferences for every object of the heap in the runtime's order; a failing answer ends it until the
// next collection (GC-REF-005), unless an edit goes on.
void tell_object_references(clr::Clr& clr, const program::Telling& telling);

// ObjectsAllocatedByClass: what lies in generation 0 now, classes in order of first appearance.
void tell_objects_allocated(clr::Clr& clr);

// FinalizeableObjectQueued for the whole queue or for the newly queued ones, as the runtime does.
void tell_finalizeable_objects(clr::Clr& clr, const sim::Collection& collection);

}  // namespace gcrucible::calls
