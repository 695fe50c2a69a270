// The course of a suspension of the program: as the scenario states it, otherwise random.
#pragma once

#include <cstdint>

#include "harness/calls/liberties.h"
#include "harness/clr/clr.h"
#include "harness/clr/threads/suspension.h"
#include "harness/program/specs.h"
#include "harness/program/steps/suspending.h"

namespace gcrucible::host {

// The program's threads at the moment of a suspension.
struct ThreadsThen {
  std::uint32_t count = 0;
  // A thread that is no longer reported, because its ThreadDestroyed has begun (GC-SUS-016).
  std::uint32_t ending = program::kNothing;
  // Whether another thread than the suspending one may resume. Workstation collections do not allow it
  // (GC-THR-004), unless the scenario states it.
  bool others_resume = true;
};

// Call on the thread that will suspend, or on the thread for which the collector's thread will.
clr::SuspensionCourse course_of(clr::Clr& clr, const program::Suspending& said,
                                const calls::Liberties& liberties, const ThreadsThen& threads);

}  // namespace gcrucible::host
