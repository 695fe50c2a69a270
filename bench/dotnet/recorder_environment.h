// The variables that make the recorder count, and that load it into a real CLR.
#pragma once

#include <string>

#include "harness/platform/process/environment.h"

namespace gcrucible::bench {

inline constexpr const char* kRecorderClsid = "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}";
inline constexpr const char* kRecorderFile = "libgcrucible_recorder.so";

// All of the recorder's variables, so that none of the caller's own changes what is measured. The mask is
// COR_PRF_MONITOR_GC alone.
inline platform::Environment counting_into(const std::string& path) {
  return {"GCRUCIBLE_RECORDER_MODE=count", "GCRUCIBLE_RECORDER_MASK=0x80", "GCRUCIBLE_RECORDER_OUT=" + path,
          "GCRUCIBLE_RECORDER_CALLBACKS=11", "GCRUCIBLE_RECORDER_FAIL="};
}

// Of a real CLR under the recorder: this process's own, without the variables of any profiler or runtime that
// would change what is measured, and with `more`.
platform::Environment dotnet_environment(const platform::Environment& more);

}  // namespace gcrucible::bench
