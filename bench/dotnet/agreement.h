// Whether both sides were told the same: without that their times must not be compared.
#pragma once

#include <string>
#include <vector>

#include "bench/sample.h"

namespace gcrucible::bench {

// Of ranges, objects, references, displaced bytes, and calls of each callback between Started and Finished,
// those that differ by more than 1 in 100 and by more than what a CLR has of its own: some 140 objects in 5
// ranges of the small object heap and one of the pinned object heap, with its call. That slack is 200 objects
// or ranges and 2 calls, and is less than 1 in 100 of everything from 40 000 nodes on but for calls. Roots
// are not compared: the real one's are its own.
std::vector<std::string> disagreements(const Sample& simulated, const Sample& real);

}  // namespace gcrucible::bench
