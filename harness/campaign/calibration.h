// Which of what a profiler does may be compared between two presentations of one program without being asked
// for.
#pragma once

#include <string>
#include <vector>

#include "harness/campaign/campaign.h"
#include "harness/scenario/expect/observation.h"

namespace gcrucible::campaign {

struct Calibration {
  std::vector<scenario::Observation> compared;  // for Subject::compared
  std::string text;  // sentences: what is compared, and what is not for which reason
};

// Blocks until a few small programs in which nothing moves have been played: each twice as it is and once
// plainly. What differs from one play to the next cannot be compared, and what differs where nothing moves is
// a log of callbacks or of what came in them, not what the profiler makes of a program. Calls that follow the
// ranges as such are compared all the same: nobody can tell them from those of a profiler that loses offsets.
// Nothing where the subject says itself what is observed, or plays many cases in one process.
Calibration calibrate(const Plan& plan, const TypePool& pool);

}  // namespace gcrucible::campaign
