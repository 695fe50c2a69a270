// A recorded trace in memory, call by call.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/trace/line.h"

namespace gcrucible::tests {

// A callback with its return and the Info calls inside it.
struct CallUnit {
  std::string_view name;
  std::uint32_t thread = 0;
  std::vector<std::size_t> lines;   // ascending; the first is the entry
  std::optional<std::size_t> twin;  // the legacy call of the same batch, by its place among the units
};

// Of an Info method, inside a callback.
struct Answer {
  std::string_view method;
  std::size_t unit = 0;  // the callback
  std::size_t end = 0;   // the line that says it
};

struct Recording {
  std::string name;
  std::vector<trace::Line> lines;
  std::vector<CallUnit> units;
  std::vector<Answer> answers;
  std::uint64_t callback_version = 0;  // of the header; 0 where it does not say

  // An answer of the same method, the first one from `from` on, around the end.
  std::size_t alike(std::size_t answer, std::size_t from) const;
  const trace::Event& event(std::size_t line) const { return lines[line].event(); }
};

// Fails the test where the trace is not whole.
Recording load_recording(const std::filesystem::path& file);

}  // namespace gcrucible::tests
