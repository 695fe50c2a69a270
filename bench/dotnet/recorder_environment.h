// Environment variables that load the recorder into a real CLR and make it count.
#pragma once

#include <string>

#include "harness/platform/process/environment.h"

namespace gcrucible::bench {

inline constexpr const char* kRecorderClsid = "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}";
inline constexpr const char* kRecorderFile = "libgcrucible_recorder.so";

// Sets all of the recorder's variables, so that none of the caller's own changes the measurement. The mask is
// COR_PRF_MONITOR_GC only.
inline platform::Environment counting_into(const std::string& path) {
  return {"GCRUCIBLE_RECORDER_MODE=count", "GCRUCIBLE_RECORDER_MASK=0x80", "GCRUCIBLE_RECORDER_OUT=" + path,
          "GCRUCIBLE_RECORDER_CALLBACKS=11", "GCRUCIBLE_RECORDER_FAIL="};
}

// The environment of a real CLR under the recorder: this process's environment plus `more`. Variables of
// profilers and runtimes that would change the measurement are removed.
platform::Environment dotnet_environment(const platform::Environment& more);

}  // namespace gcrucible::bench
