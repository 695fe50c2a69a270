// The callback interfaces from version 2 on. Each one appends its methods to those of the previous one.
#pragma once

#include "harness/abi/callback1.h"
#include "harness/abi/scoped_interfaces.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// Slots 72 to 79, .NET Framework 2.0. The runtime creates the profiler by this interface and accepts no older
// one. GarbageCollectionStarted and GarbageCollectionFinished enclose the report of one collection.
struct ICorProfilerCallback2 : ICorProfilerCallback {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("8A8CC829-CCF2-49FE-BBAE-0F022228071A");

  virtual HRESULT GCRUCIBLE_STDCALL ThreadNameChanged(ThreadID threadId, ULONG cchName, WCHAR name[]) = 0;

  // Known ObjectIDs are valid until this callback returns. After it, no ObjectID may be inspected until
  // GarbageCollectionFinished. generationCollected has cGenerations elements: five since .NET 5, four before.
  virtual HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int cGenerations, BOOL generationCollected[],
                                                             COR_PRF_GC_REASON reason) = 0;
  // Objects that stayed in place in generations that were not compacted, as ranges [start, start + length).
  virtual HRESULT GCRUCIBLE_STDCALL SurvivingReferences(ULONG cSurvivingObjectIDRanges,
                                                        ObjectID objectIDRangeStart[],
                                                        ULONG cObjectIDRangeLength[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GarbageCollectionFinished() = 0;

  // The ObjectID is the address before this collection's move.
  virtual HRESULT GCRUCIBLE_STDCALL FinalizeableObjectQueued(DWORD finalizerFlags, ObjectID objectID) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RootReferences2(ULONG cRootRefs, ObjectID rootRefIds[],
                                                    COR_PRF_GC_ROOT_KIND rootKinds[],
                                                    COR_PRF_GC_ROOT_FLAGS rootFlags[],
                                                    UINT_PTR rootIds[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL HandleCreated(GCHandleID handleId, ObjectID initialObjectId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL HandleDestroyed(GCHandleID handleId) = 0;

 protected:
  ~ICorProfilerCallback2() = default;
};

// Slots 80 to 82, .NET Framework 4: attach and detach while the process runs.
struct ICorProfilerCallback3 : ICorProfilerCallback2 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("4FD2ED52-7731-4B8D-9469-03D2CC3086C5");

  virtual HRESULT GCRUCIBLE_STDCALL InitializeForAttach(IUnknown* pCorProfilerInfoUnk, void* pvClientData,
                                                        UINT cbClientData) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ProfilerAttachComplete() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ProfilerDetachSucceeded() = 0;

 protected:
  ~ICorProfilerCallback3() = default;
};

// Slots 83 to 88, .NET Framework 4.5: recompilation, and ranges longer than 4 GB. If MovedReferences2 or
// SurvivingReferences2 returns a failure, the runtime does not make the old call for the same ranges.
struct ICorProfilerCallback4 : ICorProfilerCallback3 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("7B63B2E3-107D-4D48-B2F6-F61E229470D2");

  virtual HRESULT GCRUCIBLE_STDCALL ReJITCompilationStarted(FunctionID functionId, ReJITID rejitId,
                                                            BOOL fIsSafeToBlock) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetReJITParameters(ModuleID moduleId, mdMethodDef methodId,
                                                       ICorProfilerFunctionControl* pFunctionControl) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ReJITCompilationFinished(FunctionID functionId, ReJITID rejitId,
                                                             HRESULT hrStatus, BOOL fIsSafeToBlock) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ReJITError(ModuleID moduleId, mdMethodDef methodId, FunctionID functionId,
                                               HRESULT hrStatus) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL MovedReferences2(ULONG cMovedObjectIDRanges,
                                                     ObjectID oldObjectIDRangeStart[],
                                                     ObjectID newObjectIDRangeStart[],
                                                     SIZE_T cObjectIDRangeLength[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SurvivingReferences2(ULONG cSurvivingObjectIDRanges,
                                                         ObjectID objectIDRangeStart[],
                                                         SIZE_T cObjectIDRangeLength[]) = 0;

 protected:
  ~ICorProfilerCallback4() = default;
};

// Slot 89, .NET Framework 4.5: dependent handles, reported between the brackets of a collection.
struct ICorProfilerCallback5 : ICorProfilerCallback4 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("8DFBA405-8C9F-45F8-BFFA-83B14CEF78B5");

  virtual HRESULT GCRUCIBLE_STDCALL ConditionalWeakTableElementReferences(ULONG cRootRefs,
                                                                          ObjectID keyRefIds[],
                                                                          ObjectID valueRefIds[],
                                                                          GCHandleID rootIds[]) = 0;

 protected:
  ~ICorProfilerCallback5() = default;
};

// Slot 90, .NET Framework 4.5.2. CoreCLR never calls it.
struct ICorProfilerCallback6 : ICorProfilerCallback5 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("FC13DF4B-4448-4F4F-950C-BA8D19D00C36");

  virtual HRESULT GCRUCIBLE_STDCALL GetAssemblyReferences(
      const WCHAR* wszAssemblyPath, ICorProfilerAssemblyReferenceProvider* pAsmRefProvider) = 0;

 protected:
  ~ICorProfilerCallback6() = default;
};

// Slot 91, .NET Framework 4.6.1.
struct ICorProfilerCallback7 : ICorProfilerCallback6 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("F76A2DBA-1D52-4539-866C-2AA518F9EFC3");

  virtual HRESULT GCRUCIBLE_STDCALL ModuleInMemorySymbolsUpdated(ModuleID moduleId) = 0;

 protected:
  ~ICorProfilerCallback7() = default;
};

// Slots 92 and 93, .NET Framework 4.7: methods without metadata.
struct ICorProfilerCallback8 : ICorProfilerCallback7 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("5BED9B15-C079-4D47-BFE2-215A140C07E0");

  virtual HRESULT GCRUCIBLE_STDCALL DynamicMethodJITCompilationStarted(FunctionID functionId,
                                                                       BOOL fIsSafeToBlock, LPCBYTE pILHeader,
                                                                       ULONG cbILHeader) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DynamicMethodJITCompilationFinished(FunctionID functionId,
                                                                        HRESULT hrStatus,
                                                                        BOOL fIsSafeToBlock) = 0;

 protected:
  ~ICorProfilerCallback8() = default;
};

// Slot 94, .NET Framework 4.7.2.
struct ICorProfilerCallback9 : ICorProfilerCallback8 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("27583EC3-C8F5-482F-8052-194B8CE4705A");

  virtual HRESULT GCRUCIBLE_STDCALL DynamicMethodUnloaded(FunctionID functionId) = 0;

 protected:
  ~ICorProfilerCallback9() = default;
};

// Slots 95 and 96, .NET 5.
struct ICorProfilerCallback10 : ICorProfilerCallback9 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("CEC5B60E-C69C-495F-87F6-84D28EE16FFB");

  virtual HRESULT GCRUCIBLE_STDCALL EventPipeEventDelivered(EVENTPIPE_PROVIDER provider, DWORD eventId,
                                                            DWORD eventVersion, ULONG cbMetadataBlob,
                                                            LPCBYTE metadataBlob, ULONG cbEventData,
                                                            LPCBYTE eventData, LPCGUID pActivityId,
                                                            LPCGUID pRelatedActivityId, ThreadID eventThread,
                                                            ULONG numStackFrames, UINT_PTR stackFrames[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EventPipeProviderCreated(EVENTPIPE_PROVIDER provider) = 0;

 protected:
  ~ICorProfilerCallback10() = default;
};

// Slot 97. A profiler that returns TRUE loads as notification-only. It runs in addition to a main profiler,
// and may set fewer flags.
struct ICorProfilerCallback11 : ICorProfilerCallback10 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("42350846-AAED-47F7-B128-FD0C98881CDE");

  virtual HRESULT GCRUCIBLE_STDCALL LoadAsNotificationOnly(BOOL* pbNotificationOnly) = 0;

 protected:
  ~ICorProfilerCallback11() = default;
};

// A new version is named here.
using NewestCallback = ICorProfilerCallback11;

}  // namespace gcrucible::abi
