// How a suspension of the program's goes: what the scenario says of it, and what is drawn where it says
// nothing.
#pragma once

#include <cstdint>

#include "harness/calls/liberties.h"
#include "harness/clr/clr.h"
#include "harness/clr/threads/suspension.h"
#include "harness/program/specs.h"
#include "harness/program/steps/suspending.h"

namespace gcrucible::host {

// The program's threads, as a suspension finds them.
struct ThreadsThen {
  std::uint32_t count = 0;
  // One of which nothing is told any more, since its ThreadDestroyed has begun (GC-SUS-016).
  std::uint32_t ending = program::kNothing;
  // Another than the suspending one may resume: not in a workstation's collection (GC-THR-004), unless the
  // scenario says so.
  bool others_resume = true;
};

// On the thread that will suspend, or for which the collector's will.
clr::SuspensionCourse course_of(clr::Clr& clr, const program::Suspending& said,
                                const calls::Liberties& liberties, const ThreadsThen& threads);

}  // namespace gcrucible::host
