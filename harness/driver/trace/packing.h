// Compressed files of traces.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/expected.h"

namespace gcrucible::driver {

enum class Packing : std::uint8_t { kNone, kGzip, kZstandard };

// By the end of the name: ".gz" and ".zst".
Packing packing_of(std::string_view path);

// Writes a compressed copy of the file `from`. An existing file is replaced only by the whole copy. The same
// content gives the same bytes. The error names the file.
Expected<void> pack(const std::string& from, const std::string& to, Packing packing);

}  // namespace gcrucible::driver
