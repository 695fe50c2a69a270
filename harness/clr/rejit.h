// Functions that a profiler wants compiled anew.
#pragma once

#include <string_view>

#include "harness/clr/clr.h"

namespace gcrucible::clr {

struct GivenBody {
  const abi::BYTE* header = nullptr;
  BodyExtent extent = {};
};
// A model line `body` for code that the profiler has handed over, in the words of `method`.
void record_body(Clr& clr, std::string_view method, abi::ModuleID module, abi::mdMethodDef token,
                 const GivenBody& body);

// On a thread of the program's, which has the world: whatever was requested since is compiled anew, as if the
// program called those functions now. Methods that are none of the program's functions are never called.
void compile_anew(Clr& clr);

}  // namespace gcrucible::clr
