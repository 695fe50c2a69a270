// Decides which observations of a profiler can be compared between two presentations of a program without
// --observe.
#pragma once

#include <string>
#include <vector>

#include "harness/campaign/campaign.h"
#include "harness/scenario/expect/observation.h"

namespace gcrucible::campaign {

struct Calibration {
  std::vector<scenario::Observation> compared;  // for Subject::compared
  std::string text;  // sentences: what is compared, and what is not compared and why
};

// Plays a few small programs in which nothing moves, each twice as generated and once plainly; blocks until
// they end. An observation that differs between equal plays cannot be compared. One that differs although
// nothing moves is a log of callbacks or their arguments, not a result of the profiler. Calls that follow the
// ranges are compared nevertheless, because a profiler that loses offsets makes similar calls. Returns
// nothing if the subject defines an observation or plays several cases in one process.
Calibration calibrate(const Plan& plan, const TypePool& pool);

}  // namespace gcrucible::campaign
