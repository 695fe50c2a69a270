#include "harness/clr/info/facade.h"

#include "harness/clr/info/call.h"

namespace gcrucible::clr {

HRESULT InfoFacade::QueryInterface(REFIID riid, void** ppvObject) {
  const trace::InterfaceName name(riid);
  InfoCall call(*clr_, InfoMethod::kQueryInterface, {name.value()});
  if (ppvObject == nullptr) return call.done(E_POINTER);
  // Exactly what the runtime has: a facade that answers everything sends profilers down paths they never
  // take.
  const int version = riid == IUnknown::iid ? 0 : interface_version(kInfoInterfaces, riid);
  if (version < 0 || version > clr_->runtime().info_version) {
    *ppvObject = nullptr;
    return call.done(E_NOINTERFACE);
  }
  *ppvObject = static_cast<ICorProfilerInfo15*>(this);
  AddRef();
  return call.done(S_OK);
}

// CoreCLR answers 1 to both (coreclr.md 7.3), which some profilers print. Nothing is counted: since .NET 5
// the runtime does not release a profiler at shutdown, so a count says nothing about it.
ULONG InfoFacade::AddRef() {
  return 1;
}

ULONG InfoFacade::Release() {
  return 1;
}

}  // namespace gcrucible::clr
