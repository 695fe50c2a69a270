// Programs as bytes, for the way from the driver to the host and for files of remembered failures.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::program {

// Little-endian, the same bytes on every machine. Starts with a magic and a version.
std::vector<std::byte> encode(const Program& program);

struct Decoded {
  std::optional<Program> program;
  std::string error;  // what is wrong and at which byte, when there is no program
};

// Accepts any bytes: whatever encode() did not make is an error, never undefined behaviour.
Decoded decode(std::span<const std::byte> bytes);

}  // namespace gcrucible::program
