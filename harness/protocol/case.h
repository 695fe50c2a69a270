// One case: a program, and the profiler that observes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/expected.h"
#include "harness/program/program.h"

namespace gcrucible::protocol {

struct Case {
  program::Program program;
  std::string profiler_path;          // as the user gave it; the driver makes it absolute
  std::string clsid;                  // "{XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}"
  std::string clsid_from;             // where the user gave it, for messages: "--clsid"; may be empty
  bool only_class = false;            // ends after DllGetClassObject, without a profiler and its program
  bool write_trace = true;            // false: no events are made at all (the benchmark)
  bool audit = true;                  // the second traversal after each collection
  bool account = false;               // counts allocated and reclaimed objects (model line `account`)
  std::uint8_t fault = 0;             // the sim::Fault to plant
  std::uint32_t detail_limit = 4096;  // heaps with at most this many objects are listed in model lines
};

// The driver passes these bytes to the host in a file: `--case FILE`.
std::vector<std::byte> encode(const Case& value);
Expected<Case> decode_case(std::span<const std::byte> bytes);

}  // namespace gcrucible::protocol
