// The way in which a profiler's calls come to the Info object, and to what that hands out.
#pragma once

#include <memory>

#include "harness/clr/entrance.h"

namespace gcrucible::clr {

class InfoFacade;

// `info` outlives it.
std::unique_ptr<Entrance> info_entrance(InfoFacade& info);

}  // namespace gcrucible::clr
