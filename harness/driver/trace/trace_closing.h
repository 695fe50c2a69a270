// Completes the trace that a host has left.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/driver/trace/pending_schedule.h"
#include "harness/expected.h"
#include "harness/protocol/case.h"
#include "harness/protocol/interface_answers.h"
#include "harness/protocol/trace_seal.h"

namespace gcrucible::driver {

// How the profiler ended the run.
struct Death {
  std::string how;
  std::string callback;  // the last one entered; may be empty
  std::uint32_t collection = 0;
  std::string fault = {};                              // as in the trace; empty if it died of something else
  std::optional<std::uint32_t> object = std::nullopt;  // the owner of that memory
  std::uint32_t lost_in = 0;                           // the collection in which the object lost that memory
  std::optional<PendingSchedule> turns = std::nullopt;
};

// How the run ended.
struct Ending {
  std::optional<Death> death = std::nullopt;
  bool finished = false;  // the process came to the end of the case
  // Of the last loaded profiler, for a header that the host has not written.
  std::optional<protocol::LoadedInterfaces> interfaces = std::nullopt;
};

// Whole: header first and end line last.
enum class Closed : std::uint8_t { kWhole, kIncomplete };

// Whether the first `bytes` of `path`, or the text, are what the host wrote, according to `seal`.
bool is_sealed(const std::string& path, std::uint64_t bytes, const protocol::TraceSeal& seal);
bool is_sealed(std::string_view text, const protocol::TraceSeal& seal);

// Completes the trace in these steps:
// - The header becomes the first line. The host writes lines in the order of events, so the lines of
//   Initialize come before the header. If there is no header, it is made from the case and the interfaces.
// - The file is truncated to `bytes`, which are whole lines.
// - After a death, the end line reports the death. A model line before it has the turns that are missing.
// - For a finished case, the end line states how the process ended, if the host has not written it.
// Without a death or a finish, the trace is not whole. Memory use depends only on the size of the part before
// the header. The error names the file.
Expected<Closed> close_trace(const std::string& path, std::uint64_t bytes, const protocol::Case& value,
                             const Ending& ending);

// The same for a trace of whole lines in memory. Returns whether it is whole now.
bool close_trace_text(std::string& text, const protocol::Case& value, const Ending& ending);

// The same for all bytes of `path` that the recorder has left in a real process. An incomplete last line is
// removed. If there is no end line, one is written that states how the process died. If not even the header
// was written, the trace is not whole and stays unchanged.
Expected<Closed> close_recording(const std::string& path, const std::string& died);

}  // namespace gcrucible::driver
