// Calls a profiler's hook as compiled .NET code does: not like a function of C++.
#pragma once

#include <cstdint>
#include <string>

namespace gcrucible::platform {

enum class HookPlace : std::uint8_t { kEnter, kLeave, kTailcall };

// Whether this system's calls are known. Without them, call_direct_hook() calls a function of C++.
#if defined(__x86_64__)
inline constexpr bool kDirectHooksKnown = true;
#else
inline constexpr bool kDirectHooksKnown = false;
#endif

// Passes `id` and the stack pointer of the function's caller in the registers that the JIT of .NET 10 uses.
// The stack looks as after the function's prolog: a saved frame pointer, and above it `return_address`.
// Other registers have values that mean nothing. Returns those that the hook has changed although code after
// it uses them, one bit each; 0 if there are none. They are restored.
std::uint32_t call_direct_hook(void* hook, HookPlace place, std::uintptr_t id, std::uintptr_t return_address);

// "rcx, xmm0"
std::string register_names(std::uint32_t registers);

}  // namespace gcrucible::platform
