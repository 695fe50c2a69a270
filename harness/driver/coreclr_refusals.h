// What of a program no C# program can do in a real CLR.
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

// Objects of at least as many bytes are large there (GCLOHThreshold, unless told).
inline constexpr std::uint64_t kLargeObject = 85'000;

// Line and column of what no step says, by key: "runtime", "process", "report", "profiler.load",
// "heap.backing" and its neighbours, "types.NAME".
using SettingPlaces = std::map<std::string, std::pair<std::uint32_t, std::uint32_t>, std::less<>>;

// Why a program cannot be played there, as "file:line:column: error: what; what to do"; empty if it can. What
// only the CLR knows (the layout of a type, say) the player refuses itself. What `places` has not is said of
// the file as a whole.
std::vector<std::string> why_not_on_coreclr(const program::Program& program, const std::string& file,
                                            const SettingPlaces& places = {});

// Whether a variable of `profiler: env:` names calls of the recorder, or collections, by their number, which
// is another one where a CLR tells of objects and collections that the scenario does not have. A failure that
// is the answer to every call goes by no number.
bool counts_calls(std::string_view variable, std::string_view value);

}  // namespace gcrucible::driver
