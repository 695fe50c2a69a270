// Reads the arguments of a callback, or the columns of an entry.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "harness/program/callback_shapes.h"
#include "harness/program/overrides.h"
#include "harness/scenario/read/reading.h"

namespace gcrucible::scenario {

// Reads the keys of `map` that are arguments of `shape`. `others` are keys that the caller reads. `whose` is
// for messages.
std::vector<program::SaidArgument> read_arguments(const yaml::Value& map, const program::CallbackShape& shape,
                                                  std::string_view whose,
                                                  std::initializer_list<std::string_view> others,
                                                  Reading& reading);

}  // namespace gcrucible::scenario
