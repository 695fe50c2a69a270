// The parts of a program that no C# program can execute in a real CLR.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::driver {

// Objects of at least this many bytes are large in a real CLR. Default of GCLOHThreshold.
inline constexpr std::uint64_t kLargeObject = 85'000;

// Line and column of settings outside of steps, by key: "runtime", "process", "report", "profiler.load",
// "heap.backing" and its neighbours, "types.NAME".
using SettingPlaces = std::map<std::string, std::pair<std::uint32_t, std::uint32_t>, std::less<>>;

// Reasons why a program cannot be played in a real CLR, as "file:line:column: error: what; what to do". Empty
// if it can. The player itself refuses what only the CLR knows, for example the layout of a type. A setting
// without an entry in `places` is reported for the file as a whole.
std::vector<std::string> why_not_on_coreclr(const program::Program& program, const std::string& file,
                                            const SettingPlaces& places = {});

// Whether a variable of `profiler: env:` identifies calls of the recorder, or collections, by number. The
// numbers differ in a CLR that reports objects and collections the scenario does not have. A failure that
// applies to every call uses no number.
bool counts_calls(std::string_view variable, std::string_view value);

}  // namespace gcrucible::driver
