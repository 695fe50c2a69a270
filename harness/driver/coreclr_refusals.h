// What of a program no C# program can do in a real CLR.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::driver {

// Objects of at least as many bytes are large there (GCLOHThreshold, unless told).
inline constexpr std::uint64_t kLargeObject = 85'000;

// Why a program cannot be played there, as "file:line: error: what; what to do"; empty if it can. What only
// the CLR knows (the layout of a type, say) the player refuses itself.
std::vector<std::string> why_not_on_coreclr(const program::Program& program, const std::string& file);

// Whether a variable of `profiler: env:` names calls of the recorder by their number, which is another one
// where a CLR tells of objects and collections that the scenario does not have.
bool counts_calls(std::string_view variable);

}  // namespace gcrucible::driver
