// The path of a profiler's calls to the Info object and to the objects that Info hands out.
#pragma once

#include <memory>

#include "harness/clr/entrance.h"

namespace gcrucible::clr {

class InfoFacade;

// `info` must outlive it.
std::unique_ptr<Entrance> info_entrance(InfoFacade& info);

}  // namespace gcrucible::clr
