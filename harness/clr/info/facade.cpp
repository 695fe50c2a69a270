#include "harness/clr/info/facade.h"

#include "harness/clr/info/call.h"

namespace gcrucible::clr {

HRESULT InfoFacade::QueryInterface(REFIID riid, void** ppvObject) {
  const trace::InterfaceName name(riid);
  InfoCall call(*clr_, InfoMethod::kQueryInterface, {name.value()});
  if (ppvObject == nullptr) return call.done(E_POINTER);
  // Only the interfaces that the runtime has. With more, profilers take paths that they never take in a real
  // process.
  const int version = riid == IUnknown::iid ? 0 : interface_version(kInfoInterfaces, riid);
  if (version < 0 || version > clr_->runtime().info_version) {
    *ppvObject = nullptr;
    clr_->refused_interface(riid);
    return call.done(E_NOINTERFACE);
  }
  *ppvObject = static_cast<NewestInfo*>(this);
  AddRef();
  return call.done(S_OK);
}

// CoreCLR returns 1 from both (dotnet/runtime proftoeeinterfaceimpl.cpp), and some profilers print it.
// Nothing is counted: since .NET 5 the runtime does not release a profiler at shutdown, so a count has no
// meaning.
ULONG InfoFacade::AddRef() {
  return 1;
}

ULONG InfoFacade::Release() {
  return 1;
}

}  // namespace gcrucible::clr
