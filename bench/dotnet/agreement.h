// Whether both sides received the same callbacks. Otherwise their times must not be compared.
#pragma once

#include <string>
#include <vector>

#include "bench/sample.h"

namespace gcrucible::bench {

// Compares ranges, objects, references, displaced bytes and, between Started and Finished, calls of each
// callback. Returns the values that differ by more than 1 in 100 and by more than a CLR's own objects. A CLR
// has some 140 objects of its own. They are in 5 ranges of the small object heap and one of the pinned object
// heap, with its call. The slack for these is 200 objects or ranges and 2 calls. From 40 000 nodes on, the
// slack is less than 1 in 100, except for calls. Roots are not compared, because a real CLR has its own.
std::vector<std::string> disagreements(const Sample& simulated, const Sample& real);

}  // namespace gcrucible::bench
