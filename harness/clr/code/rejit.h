// Functions that a profiler wants to recompile.
#pragma once

#include <string_view>

#include "harness/clr/clr.h"

namespace gcrucible::clr {

struct GivenBody {
  const abi::BYTE* header = nullptr;
  BodyExtent extent = {};
};
// Writes a model line `body` for code from the profiler. `method` names the Info method.
void record_body(Clr& clr, std::string_view method, abi::ModuleID module, abi::mdMethodDef token,
                 const GivenBody& body);

// Call on a program thread that holds the world. Recompiles all functions requested since the last call, as
// if the program called them now. A method that is not a function of the program is never called.
void compile_anew(Clr& clr);

}  // namespace gcrucible::clr
