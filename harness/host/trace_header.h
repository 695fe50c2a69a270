// The first line of a simulated run's trace.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "harness/host/case.h"
#include "harness/trace/value.h"

namespace gcrucible::host {

// Written by the host once Initialize has returned, and by the driver for a host that never came so far.
// Holds what its fields view.
class TraceHeader {
 public:
  using Mask = std::pair<std::uint32_t, std::uint32_t>;

  // `mask` as of Initialize's return; none where it failed or never returned. `callback_version`: the newest
  // ICorProfilerCallbackN that the profiler answered; none where it is not known.
  TraceHeader(const Case& value, std::optional<Mask> mask, std::optional<std::uint8_t> callback_version)
      : profiler_(value.profiler_path.substr(value.profiler_path.find_last_of("/\\") + 1)),
        version_(std::to_string(value.program.runtime.major) + "." +
                 std::to_string(value.program.runtime.minor) + "." +
                 std::to_string(value.program.runtime.build)) {
    if (mask) words_ = {trace::number(mask->first), trace::number(mask->second)};
    fields_ = {{{"source", trace::text("simulated")},
                {"runtime", trace::text(value.program.runtime.name)},
                {"version", trace::text(version_)},
                {"engine", trace::text("simulated")},
                {"profiler", trace::text(profiler_)},
                {"clsid", trace::text(value.clsid)},
                {"callback_version", callback_version ? trace::number(*callback_version) : trace::null()},
                {"event_mask", mask ? trace::list(words_) : trace::null()},
                {"alignment", trace::number(value.program.heap.alignment)},
                {"seed", trace::number(value.program.seed)}}};
  }
  TraceHeader(const TraceHeader&) = delete;
  TraceHeader& operator=(const TraceHeader&) = delete;

  std::span<const trace::Field> fields() const { return fields_; }

 private:
  std::string profiler_;
  std::string version_;
  std::array<trace::Value, 2> words_{};
  std::array<trace::Field, 10> fields_{};
};

}  // namespace gcrucible::host
