// Functions of the program that begin and end on a thread, with the hooks that a profiler has for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/program/steps/call_stack.h"

namespace gcrucible::clr {

class Clr;

// Called on the thread whose stack it is, which has the world. As measured under .NET 10 (docs/runtimes.md):
// - The frame is on the stack in all hooks of its function.
// - Native code has no hooks, and a function whose frame an exception removes has no leave hook.

// The functions are called, outermost first.
void call_functions(Clr& clr, program::CallStack& stack, std::span<const std::uint32_t> functions);
// The innermost frame is given up for a tail call.
void leave_by_tail_call(Clr& clr, program::CallStack& stack);
// The innermost frames return, down to this number of frames.
void return_to(Clr& clr, program::CallStack& stack, std::size_t size);

// The function is compiled: the mapper is called for it. Its code exists from the start nevertheless. A
// function that was not compiled before its first call is compiled then.
void compile_for_hooks(Clr& clr, std::uint32_t function);

}  // namespace gcrucible::clr
