// Small interfaces that the runtime passes to a profiler for one purpose.
#pragma once

#include "harness/abi/structures.h"
#include "harness/abi/unknown.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// Memory for a new method body, close enough to its module. The profiler never frees it.
struct IMethodMalloc : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("A0EFB28B-6EE2-4D7B-B983-A75EF7BEEDB8");

  virtual PVOID GCRUCIBLE_STDCALL Alloc(ULONG cb) = 0;

 protected:
  ~IMethodMalloc() = default;
};

// Passed to GetReJITParameters: how a function is recompiled.
struct ICorProfilerFunctionControl : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("F0963021-E1EA-4732-8581-E01B0BD3C0C6");

  virtual HRESULT GCRUCIBLE_STDCALL SetCodegenFlags(DWORD flags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetILFunctionBody(ULONG cbNewILMethodHeader,
                                                      LPCBYTE pbNewILMethodHeader) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetILInstrumentedCodeMap(ULONG cILMapEntries,
                                                             COR_IL_MAP rgILMapEntries[]) = 0;

 protected:
  ~ICorProfilerFunctionControl() = default;
};

// Passed to GetAssemblyReferences: the references that the profiler will add to an assembly.
struct ICorProfilerAssemblyReferenceProvider : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("66A78C24-2EEF-4F65-B45F-DD1D8038BF3C");

  virtual HRESULT GCRUCIBLE_STDCALL
  AddAssemblyReference(const COR_PRF_ASSEMBLY_REFERENCE_INFO* pAssemblyRefInfo) = 0;

 protected:
  ~ICorProfilerAssemblyReferenceProvider() = default;
};

}  // namespace gcrucible::abi
