#include "harness/clr/absence.h"

#include "harness/clr/callback_table.h"
#include "harness/clr/clr.h"

namespace gcrucible::clr {

Absence::Absence(Clr& clr, bool preemptive)
    : clr_(&clr), left_(preemptive && clr.world().mine() && !clr.suspended()) {
  if (left_) clr.world().unlock();
}

Absence::Absence(Clr& clr, abi::CallbackMethod method) : Absence(clr, !callback_row(method).cooperative) {}

Absence::Absence(Clr& clr) : Absence(clr, true) {}

Absence::~Absence() {
  if (left_) clr_->profiler_suspension().lock_world_for_program(*clr_, this_thread().managed);
}

}  // namespace gcrucible::clr
