// Programs as bytes. The driver sends them to the host, and files of remembered failures contain them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::program {

// Little-endian and identical on every machine. Starts with a magic and a version.
std::vector<std::byte> encode(const Program& program);

struct Decoded {
  std::optional<Program> program;
  std::string error;  // the error and its byte offset, if there is no program
};

// Accepts any bytes. Input that encode() did not produce is an error, never undefined behaviour.
Decoded decode(std::span<const std::byte> bytes);

}  // namespace gcrucible::program
