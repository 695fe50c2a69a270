// The Info interfaces from version 10 on. Each one appends its methods to those of the previous one.
#pragma once

#include "harness/abi/info3_9.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// Slots 93 to 98, .NET Core 3.0: references of an object, frozen objects, suspension by the profiler.
struct ICorProfilerInfo10 : ICorProfilerInfo9 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("2F1B5152-C869-40C9-AA5F-3ABE026BD720");

  virtual HRESULT GCRUCIBLE_STDCALL EnumerateObjectReferences(ObjectID objectId,
                                                              ObjectReferenceCallback callback,
                                                              void* clientData) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL IsFrozenObject(ObjectID objectId, BOOL* pbFrozen) = 0;
  // In bytes. Objects of this size are documented to go to the large object heap.
  virtual HRESULT GCRUCIBLE_STDCALL GetLOHObjectSizeThreshold(DWORD* pThreshold) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RequestReJITWithInliners(DWORD dwRejitFlags, ULONG cFunctions,
                                                             ModuleID moduleIds[],
                                                             mdMethodDef methodIds[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SuspendRuntime() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ResumeRuntime() = 0;

 protected:
  ~ICorProfilerInfo10() = default;
};

// Slots 99 and 100, .NET Core 3.1: environment variables, as managed code sees them.
struct ICorProfilerInfo11 : ICorProfilerInfo10 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("06398876-8987-4154-B621-40A00D6E4D04");

  virtual HRESULT GCRUCIBLE_STDCALL GetEnvironmentVariable(const WCHAR* szName, ULONG cchValue,
                                                           ULONG* pcchValue, WCHAR szValue[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetEnvironmentVariable(const WCHAR* szName, const WCHAR* szValue) = 0;

 protected:
  ~ICorProfilerInfo11() = default;
};

// Slots 101 to 107, .NET 5: EventPipe sessions, providers and events.
struct ICorProfilerInfo12 : ICorProfilerInfo11 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("27B24CCD-1CB1-47C5-96EE-98190DC30959");

  virtual HRESULT GCRUCIBLE_STDCALL
  EventPipeStartSession(UINT32 cProviderConfigs, COR_PRF_EVENTPIPE_PROVIDER_CONFIG pProviderConfigs[],
                        BOOL requestRundown, EVENTPIPE_SESSION* pSession) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EventPipeAddProviderToSession(
      EVENTPIPE_SESSION session, COR_PRF_EVENTPIPE_PROVIDER_CONFIG providerConfig) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EventPipeStopSession(EVENTPIPE_SESSION session) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EventPipeCreateProvider(const WCHAR* providerName,
                                                            EVENTPIPE_PROVIDER* pProvider) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EventPipeGetProviderInfo(EVENTPIPE_PROVIDER provider, ULONG cchName,
                                                             ULONG* pcchName, WCHAR providerName[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EventPipeDefineEvent(EVENTPIPE_PROVIDER provider, const WCHAR* eventName,
                                                         UINT32 eventID, UINT64 keywords, UINT32 eventVersion,
                                                         UINT32 level, UINT8 opcode, BOOL needStack,
                                                         UINT32 cParamDescs,
                                                         COR_PRF_EVENTPIPE_PARAM_DESC pParamDescs[],
                                                         EVENTPIPE_EVENT* pEvent) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EventPipeWriteEvent(EVENTPIPE_EVENT event, UINT32 cData,
                                                        COR_PRF_EVENT_DATA data[], LPCGUID pActivityId,
                                                        LPCGUID pRelatedActivityId) = 0;

 protected:
  ~ICorProfilerInfo12() = default;
};

// Slots 108 to 110, .NET 7: handles owned by the profiler. The profiler must destroy each handle that it
// created.
struct ICorProfilerInfo13 : ICorProfilerInfo12 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("6E6C7EE2-0701-4EC2-9D29-2E8733B66934");

  virtual HRESULT GCRUCIBLE_STDCALL CreateHandle(ObjectID object, COR_PRF_HANDLE_TYPE type,
                                                 ObjectHandleID* pHandle) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DestroyHandle(ObjectHandleID handle) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetObjectIDFromHandle(ObjectHandleID handle, ObjectID* pObject) = 0;

 protected:
  ~ICorProfilerInfo13() = default;
};

// Slots 111 to 113, .NET 8: the part of the heap that is not collected.
struct ICorProfilerInfo14 : ICorProfilerInfo13 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("F460E352-D76D-4FE9-835F-F6AF9D6E862D");

  virtual HRESULT GCRUCIBLE_STDCALL EnumerateNonGCObjects(ICorProfilerObjectEnum** ppEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetNonGCHeapBounds(ULONG cObjectRanges, ULONG* pcObjectRanges,
                                                       COR_PRF_NONGC_HEAP_RANGE ranges[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EventPipeCreateProvider2(const WCHAR* providerName,
                                                             EventPipeProviderCallback* pCallback,
                                                             EVENTPIPE_PROVIDER* pProvider) = 0;

 protected:
  ~ICorProfilerInfo14() = default;
};

// Slot 114: every object of the heap. If the profiler has not suspended the runtime, the method does.
struct ICorProfilerInfo15 : ICorProfilerInfo14 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("B446462D-BD22-41DD-872D-DC714C49EB56");

  virtual HRESULT GCRUCIBLE_STDCALL EnumerateGCHeapObjects(ObjectCallback callback, void* callbackState) = 0;

 protected:
  ~ICorProfilerInfo15() = default;
};

// A new version is named here.
using NewestInfo = ICorProfilerInfo15;

}  // namespace gcrucible::abi
