// The recordings of fixtures/traces, in whichever of its folders they are.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace gcrucible::tests {

// All but those of special/, which only unusual profilers cause; sorted by name.
std::vector<std::filesystem::path> recordings();

// The recording of that name: "gen0", or "special/questions". Empty if there is none.
std::filesystem::path recording(std::string_view name);

}  // namespace gcrucible::tests
