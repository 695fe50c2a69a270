// Loads a profiler library as CoreCLR does.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "harness/abi/abi.h"
#include "harness/abi/gcrucible/probe.h"
#include "harness/clr/callbacks/profiler.h"
#include "harness/clr/clr.h"
#include "harness/host/interface_answers.h"
#include "harness/platform/library/library.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

struct LoadedProfiler {
  std::optional<clr::ProfilerInterfaces> interfaces;
  std::optional<platform::Library> library;
  gcrucible_probe_function probe = nullptr;  // what it exports for us, if anything
  std::optional<InterfaceAnswers> answers;   // none of one that was never asked
  bool counted = false;                      // it came out of no library, and its references are ours
  std::string error;                         // why there is none, with the HRESULT's name
};

// Lets go of the profiler and then of its library, as the runtime does when it has detached it. Nothing where
// its references are somebody else's. Empty, or why the library stays in the process, in a clause.
std::string release_profiler(LoadedProfiler& profiler);

// The dance of coreclr.md section 9: DllGetClassObject for IClassFactory, CreateInstance for
// ICorProfilerCallback2, QueryInterface for it again, then from the highest level of the runtime down to 3;
// the first that is accepted fixes the level. A runtime that does not require ICorProfilerCallback2 takes an
// object of ICorProfilerCallback too. Nothing is called but that, no callback among it. `step` always says
// where in the library it is, for whoever looks on when that does not come back. Exceptions of the library
// pass through.
LoadedProfiler load_profiler(const std::string& path, const std::string& clsid,
                             const program::RuntimeProfile& runtime, std::atomic<protocol::LoadStep>& step);

using ClassObject = abi::HRESULT(GCRUCIBLE_STDCALL*)(abi::REFCLSID, abi::REFIID, void**);

// The same of a profiler that is part of this program, from DllGetClassObject on.
LoadedProfiler make_profiler(ClassObject class_object, const std::string& clsid,
                             const program::RuntimeProfile& runtime, std::atomic<protocol::LoadStep>& step);
// The same of one that is there already, from the second question for its interface on. The reference that
// comes with `created` is taken, also where it is refused.
LoadedProfiler take_profiler(abi::IUnknown* created, const program::RuntimeProfile& runtime,
                             std::atomic<protocol::LoadStep>& step);

}  // namespace gcrucible::host
