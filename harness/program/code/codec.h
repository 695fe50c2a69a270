// Programs as bytes. The driver sends them to the host, and files of remembered failures contain them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/expected.h"
#include "harness/program/program.h"

namespace gcrucible::program {

// Little-endian and identical on every machine. Starts with a magic and a version.
std::vector<std::byte> encode(const Program& program);

// Accepts any bytes. Input that encode() did not produce is an error with its byte offset, never undefined
// behaviour.
Expected<Program> decode(std::span<const std::byte> bytes);

}  // namespace gcrucible::program
