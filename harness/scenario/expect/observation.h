// What of a profiler's doing two tellings of one program are compared by.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gcrucible::scenario {

struct Observation {
  enum class Kind : std::uint8_t {
    kOutput,   // what it prints
    kErrors,   // what it prints to stderr
    kCalls,    // what it asks the runtime, and the answers
    kFile,     // a file that it writes; `text` is its path, relative to the run's folder
    kCommand,  // what a command of the shell prints, `text`, started in the run's folder
  };
  Kind kind = Kind::kOutput;
  std::string text;

  friend bool operator==(const Observation&, const Observation&) = default;
};

// Stands in the values of environment variables for the path of the run's folder.
inline constexpr std::string_view kRunFolder = "{dir}";

// "stdout", "stderr", "calls", "file:NAME", "command:TEXT". Where it is none of them, nothing, and `problem`
// says what to write instead.
std::optional<Observation> read_observation(std::string_view words, std::string& problem);
// As read_observation() takes it.
std::string text_of(const Observation& observation);

}  // namespace gcrucible::scenario
