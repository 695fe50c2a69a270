// The layout of what `gcrucible explain` prints, and of the story of a run.
#pragma once

#include <cstddef>

namespace gcrucible::cli {

// Columns of a head. The text beside it and its further lines begin there.
inline constexpr std::size_t kHeadColumns = 13;

}  // namespace gcrucible::cli
