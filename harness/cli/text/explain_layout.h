// The layout of what `gcrucible explain` prints.
#pragma once

#include <cstddef>

namespace gcrucible::cli {

// Where the text beside a heading begins, also in further lines.
inline constexpr std::size_t kExplainIndent = 13;

}  // namespace gcrucible::cli
