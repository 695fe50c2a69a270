// Loads a profiler library as CoreCLR does.
#pragma once

#include <optional>
#include <string>

#include "harness/abi/abi.h"
#include "harness/clr/clr.h"
#include "harness/clr/profiler.h"
#include "harness/platform/library.h"

namespace gcrucible::host {

struct LoadedProfiler {
  std::optional<clr::ProfilerInterfaces> interfaces;
  std::string error;  // why there is none, with the HRESULT's name
};

// The dance of coreclr.md section 9: DllGetClassObject for IClassFactory, CreateInstance for
// ICorProfilerCallback2, QueryInterface for it again, then from the highest level of the runtime down to 3;
// the first that is accepted fixes the level. Nothing is called but that, no callback among it.
LoadedProfiler load_profiler(const std::string& path, const std::string& clsid,
                             const program::RuntimeProfile& runtime);

}  // namespace gcrucible::host
