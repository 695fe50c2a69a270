// Whether a program says itself what its runtime would say.
#pragma once

#include "harness/program/program.h"

namespace gcrucible::program {

struct OwnWay {
  // Some collection is told otherwise than the runtime would have told it, legally or not.
  bool told = false;
  // A report is changed, a callback comes that nothing caused, or an answer is not the honest one.
  bool dishonest = false;
};

// Ask before draw_choices(), which fills in what nobody said.
OwnWay own_way(const Program& program);

}  // namespace gcrucible::program
