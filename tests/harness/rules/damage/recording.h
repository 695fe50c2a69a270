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
  std::optional<std::size_t> twin;  // index of the older call of the same batch
};

// An answer of an Info method, inside a callback.
struct Answer {
  std::string_view method;
  std::size_t unit = 0;  // index of the callback
  std::size_t end = 0;   // the line of the answer
};

struct Recording {
  std::string name;
  std::vector<trace::Line> lines;
  std::vector<CallUnit> units;
  std::vector<Answer> answers;
  std::uint64_t callback_version = 0;  // from the header; 0 if absent

  // The first answer of the same method from `from` on, wrapping around the end.
  std::size_t alike(std::size_t answer, std::size_t from) const;
  const trace::Event& event(std::size_t line) const { return lines[line].event(); }
};

// Fails the test if the trace is not complete.
Recording load_recording(const std::filesystem::path& file);

}  // namespace gcrucible::tests
