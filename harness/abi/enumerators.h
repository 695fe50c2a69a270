// The five enumerators that ICorProfilerInfo returns. They differ only in the type of their elements. The
// profiler releases them. Next returns S_FALSE if fewer elements are left than requested.
#pragma once

#include "harness/abi/structures.h"
#include "harness/abi/unknown.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// Objects of frozen memory.
struct ICorProfilerObjectEnum : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("2C6269BD-2D13-4321-AE12-6686365FD6AF");

  virtual HRESULT GCRUCIBLE_STDCALL Skip(ULONG celt) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Reset() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Clone(ICorProfilerObjectEnum** ppEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCount(ULONG* pcelt) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Next(ULONG celt, ObjectID objects[], ULONG* pceltFetched) = 0;

 protected:
  ~ICorProfilerObjectEnum() = default;
};

// Functions with jitted code.
struct ICorProfilerFunctionEnum : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("FF71301A-B994-429D-A10B-B345A65280EF");

  virtual HRESULT GCRUCIBLE_STDCALL Skip(ULONG celt) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Reset() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Clone(ICorProfilerFunctionEnum** ppEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCount(ULONG* pcelt) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Next(ULONG celt, COR_PRF_FUNCTION ids[], ULONG* pceltFetched) = 0;

 protected:
  ~ICorProfilerFunctionEnum() = default;
};

// Loaded modules.
struct ICorProfilerModuleEnum : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("B0266D75-2081-4493-AF7F-028BA34DB891");

  virtual HRESULT GCRUCIBLE_STDCALL Skip(ULONG celt) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Reset() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Clone(ICorProfilerModuleEnum** ppEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCount(ULONG* pcelt) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Next(ULONG celt, ModuleID ids[], ULONG* pceltFetched) = 0;

 protected:
  ~ICorProfilerModuleEnum() = default;
};

// Managed threads.
struct ICorProfilerThreadEnum : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("571194F7-25ED-419F-AA8B-7016B3159701");

  virtual HRESULT GCRUCIBLE_STDCALL Skip(ULONG celt) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Reset() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Clone(ICorProfilerThreadEnum** ppEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCount(ULONG* pcelt) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Next(ULONG celt, ThreadID ids[], ULONG* pceltFetched) = 0;

 protected:
  ~ICorProfilerThreadEnum() = default;
};

// Methods into which a method was inlined.
struct ICorProfilerMethodEnum : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("FCCEE788-0088-454B-A811-C99F298D1942");

  virtual HRESULT GCRUCIBLE_STDCALL Skip(ULONG celt) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Reset() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Clone(ICorProfilerMethodEnum** ppEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCount(ULONG* pcelt) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Next(ULONG celt, COR_PRF_METHOD elements[], ULONG* pceltFetched) = 0;

 protected:
  ~ICorProfilerMethodEnum() = default;
};

}  // namespace gcrucible::abi
