// The observable behaviour of a profiler, by which two presentations of one program are compared.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/expected.h"

namespace gcrucible::scenario {

struct Observation {
  enum class Kind : std::uint8_t {
    kOutput,   // its output
    kErrors,   // its output on stderr
    kCalls,    // its calls to the runtime, and the answers
    kFile,     // a file that it writes; `text` is its path, relative to the run's folder
    kCommand,  // the output of the shell command `text`, started in the run's folder
  };
  Kind kind = Kind::kOutput;
  std::string text;

  friend bool operator==(const Observation&, const Observation&) = default;
};

// Placeholder for the path of the run's folder in values of environment variables.
inline constexpr std::string_view kRunFolder = "{dir}";

// Parses "stdout", "stderr", "calls", "file:NAME" or "command:TEXT". For anything else the error states
// the accepted forms.
Expected<Observation> read_observation(std::string_view words);
// The form that read_observation() accepts.
std::string text_of(const Observation& observation);

}  // namespace gcrucible::scenario
