// Makes the strategy that a program's schedule names.
#pragma once

#include <memory>

#include "harness/program/schedule.h"
#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

std::unique_ptr<Strategy> make(const program::Schedule& schedule);

}  // namespace gcrucible::schedule
