// Functions that a profiler wants to recompile.
#pragma once

#include <span>
#include <string_view>

#include "harness/clr/clr.h"

namespace gcrucible::clr {

// Writes a model line `body` for code from the profiler. `method` names the Info method.
void record_body(Clr& clr, std::string_view method, abi::ModuleID module, abi::mdMethodDef token,
                 std::span<const abi::BYTE> bytes);

// Call on a program thread that holds the world. Recompiles all functions requested since the last call, as
// if the program called them now. A method that is not a function of the program is never called.
void compile_anew(Clr& clr);

}  // namespace gcrucible::clr
