// Makes a whole trace of what the host left behind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/driver/trace/untold_turns.h"
#include "harness/protocol/case.h"
#include "harness/protocol/trace_seal.h"

namespace gcrucible::driver {

// How the profiler ended the run.
struct Death {
  std::string how;
  std::string callback;  // the last one entered; may be empty
  std::uint32_t collection = 0;
  std::string fault = {};  // as the trace has it; empty where it died of something else
  std::optional<std::uint32_t> object = std::nullopt;  // whose memory that was
  std::uint32_t lost_in = 0;                           // until that collection
  std::optional<UntoldTurns> turns = std::nullopt;
};

// How the run ended.
struct Ending {
  std::optional<Death> death = std::nullopt;
  bool finished = false;  // the process came to the end of the case
};

struct ClosedTrace {
  bool whole = false;  // header first and end line last
  std::string error;   // names the file
};

// Whether the first `bytes` of `path`, or the text, are what the host wrote, as `seal` says.
bool is_sealed(const std::string& path, std::uint64_t bytes, const protocol::TraceSeal& seal);
bool is_sealed(std::string_view text, const protocol::TraceSeal& seal);

// The host writes lines in the order in which they happen, so that Initialize's are there if it dies in it;
// the header, known only afterwards, is moved to the front here, or made from the case if the host never came
// to it. `bytes` of the file are whole lines, the rest is cut. With a death, the end line says so,
// and a model line before it has the turns that are not there yet. Of a case that finished it says how the
// process ended, where the host has not written that itself. Without either the trace is not whole. Memory
// does not grow with the trace but with what stands before its header.
ClosedTrace close_trace(const std::string& path, std::uint64_t bytes, const protocol::Case& value,
                        const Ending& ending);

// The same for a trace in memory, of whole lines; whether it is whole now.
bool close_trace_text(std::string& text, const protocol::Case& value, const Ending& ending);

// The same for what the recorder left in a real process, all bytes of `path`: a last line that breaks off is
// cut, and an end line is written that says how the process died, where there is none. Not whole, and left as
// it is, where not even the header was written.
ClosedTrace close_recording(const std::string& path, const std::string& died);

}  // namespace gcrucible::driver
