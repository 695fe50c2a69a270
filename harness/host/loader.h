// Loads a profiler library as CoreCLR does.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "harness/abi/abi.h"
#include "harness/abi/gcrucible/probe.h"
#include "harness/clr/callbacks/profiler.h"
#include "harness/clr/clr.h"
#include "harness/expected.h"
#include "harness/platform/library/library.h"
#include "harness/protocol/control_block.h"
#include "harness/protocol/interface_answers.h"
#include "harness/protocol/slot_table.h"

namespace gcrucible::host {

struct LoadedProfiler {
  std::optional<clr::ProfilerInterfaces> interfaces;
  std::optional<platform::Library> library;
  gcrucible_probe_function probe = nullptr;           // exported for gcrucible; null if missing
  std::optional<protocol::InterfaceAnswers> answers;  // none if the interfaces were never queried
  bool counted = false;  // it has no library, and this object owns its references
  // Where release_profiler() reports what it does; may be null.
  std::atomic<protocol::LoadStep>* step = nullptr;
};

// Releases the profiler and then its library, as the runtime does after a detach. Does nothing if this object
// does not own the references. The error is a clause that states why the library stays loaded.
Expected<void> release_profiler(LoadedProfiler& profiler);

// As dotnet/runtime eetoprofinterfaceimpl.cpp (CoCreateProfiler) does:
// - DllGetClassObject for IClassFactory.
// - CreateInstance for ICorProfilerCallback2.
// - QueryInterface for ICorProfilerCallback2 again.
// - QueryInterface from the runtime's highest level down to 3; the first accepted level is used.
// A runtime that does not require ICorProfilerCallback2 also accepts an object of ICorProfilerCallback. No
// other method is called, and no callback. `step` always holds the current step, for a watcher in case a call
// does not return. Exceptions of the library pass through. The error has the HRESULT's name.
// `clsid_from` tells messages where the user gave the CLSID; may be empty.
Expected<LoadedProfiler> load_profiler(const std::string& path, const std::string& clsid,
                                       const program::RuntimeProfile& runtime,
                                       std::atomic<protocol::LoadStep>& step,
                                       const std::string& clsid_from = {});

// The first two steps of load_profiler(): loads the library, and calls DllGetClassObject. The library stays
// loaded.
Expected<void> check_class(const std::string& path, const std::string& clsid,
                           std::atomic<protocol::LoadStep>& step, const std::string& clsid_from);

using ClassObject = abi::HRESULT(GCRUCIBLE_STDCALL*)(abi::REFCLSID, abi::REFIID, void**);

// The same for a profiler that is linked into this program, starting with DllGetClassObject.
Expected<LoadedProfiler> make_profiler(ClassObject class_object, const std::string& clsid,
                                       const program::RuntimeProfile& runtime,
                                       std::atomic<protocol::LoadStep>& step);
// The same for an existing profiler, starting with the second query for its interface. Takes the reference of
// `created`, even if the profiler is refused.
Expected<LoadedProfiler> take_profiler(abi::IUnknown* created, const program::RuntimeProfile& runtime,
                                       std::atomic<protocol::LoadStep>& step);

// Writes the table of methods of a loaded profiler. Reads the whole table of its newest interface, also if
// the profiler's own is shorter. Any of its entries may be wrong.
void record_slots(const clr::ProfilerInterfaces& interfaces, protocol::SlotTable& slots);

}  // namespace gcrucible::host
