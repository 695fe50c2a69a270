// Calls an Info method with the arguments of a scenario's query.
#pragma once

#include <cstdint>
#include <string>

#include "harness/clr/info/facade.h"

namespace gcrucible::host {

// What a query gives to the method. An id that it does not name is its number.
struct QueryArguments {
  abi::ObjectID object = 0;
  abi::ClassID class_id = 0;
  abi::ModuleID module = 0;
  abi::ThreadID thread = 0;
  abi::GCHandleID handle = 0;
  std::uint64_t number = 0;
  std::u16string text;
};

// Calls the method in that slot if program::is_askable(slot). InfoCall writes the answer into the trace.
// Returns the handle that the method has created, or 0.
abi::GCHandleID call_info(clr::InfoFacade& info, std::uint16_t slot, const QueryArguments& given);

}  // namespace gcrucible::host
