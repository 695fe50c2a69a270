// The two COM interfaces that are needed to load a profiler library.
//
// As in all interfaces of this folder, the order of the virtual functions is the interface. QueryInterface,
// AddRef and Release are slots 0 to 2. Each derived interface continues the numbering. There is no virtual
// destructor, which would use slots. The last Release deletes an object.
#pragma once

#include "harness/abi/types.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

struct IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("00000000-0000-0000-C000-000000000046");

  virtual HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) = 0;
  virtual ULONG GCRUCIBLE_STDCALL AddRef() = 0;
  virtual ULONG GCRUCIBLE_STDCALL Release() = 0;

 protected:
  ~IUnknown() = default;
};

// Returned by a library's DllGetClassObject. It creates the profiler object.
struct IClassFactory : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("00000001-0000-0000-C000-000000000046");

  virtual HRESULT GCRUCIBLE_STDCALL CreateInstance(IUnknown* pUnkOuter, REFIID riid, void** ppvObject) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL LockServer(BOOL fLock) = 0;

 protected:
  ~IClassFactory() = default;
};

}  // namespace gcrucible::abi
