// One case: a program, and the profiler that it is told to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/program/program.h"

namespace gcrucible::protocol {

struct Case {
  program::Program program;
  std::string profiler_path;          // as the user gave it, made absolute by the driver
  std::string clsid;                  // "{XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}"
  bool write_trace = true;            // false: no events are made at all (the benchmark)
  bool audit = true;                  // the second traversal after each collection
  std::uint8_t fault = 0;             // sim::Fault to plant
  std::uint32_t detail_limit = 4096;  // heaps of at most so many objects are written whole into model lines
};

// The way from the driver to the host: a file `--case FILE` with these bytes.
std::vector<std::byte> encode(const Case& value);
struct DecodedCase {
  std::optional<Case> value;
  std::string error;
};
DecodedCase decode_case(std::span<const std::byte> bytes);

}  // namespace gcrucible::protocol
