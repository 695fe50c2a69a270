// The first callback interface. Version 2 and later are in callback_later.h.
#pragma once

#include "harness/abi/structures.h"
#include "harness/abi/unknown.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// The interface that every profiler since .NET Framework 1.0 implements; slots 3 to 71. The runtime ignores
// the results, except from Initialize (failure: no profiling) and ObjectReferences (failure: no more of them
// in this collection). Arrays belong to the runtime. They are invalid after the callback returns.
struct ICorProfilerCallback : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("176FBED1-A55C-4796-98CA-A9DA0EF883E7");

  // Start and end. ICorProfilerInfo may be called from Initialize, which receives the object, until Shutdown.
  virtual HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* pICorProfilerInfoUnk) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL Shutdown() = 0;

  // Application domains, assemblies, modules, classes. An ID may be queried from its Finished callback on.
  virtual HRESULT GCRUCIBLE_STDCALL AppDomainCreationStarted(AppDomainID appDomainId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL AppDomainCreationFinished(AppDomainID appDomainId, HRESULT hrStatus) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL AppDomainShutdownStarted(AppDomainID appDomainId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL AppDomainShutdownFinished(AppDomainID appDomainId, HRESULT hrStatus) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL AssemblyLoadStarted(AssemblyID assemblyId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL AssemblyLoadFinished(AssemblyID assemblyId, HRESULT hrStatus) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL AssemblyUnloadStarted(AssemblyID assemblyId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL AssemblyUnloadFinished(AssemblyID assemblyId, HRESULT hrStatus) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ModuleLoadStarted(ModuleID moduleId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ModuleLoadFinished(ModuleID moduleId, HRESULT hrStatus) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ModuleUnloadStarted(ModuleID moduleId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ModuleUnloadFinished(ModuleID moduleId, HRESULT hrStatus) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ModuleAttachedToAssembly(ModuleID moduleId, AssemblyID assemblyId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ClassLoadStarted(ClassID classId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ClassLoadFinished(ClassID classId, HRESULT hrStatus) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ClassUnloadStarted(ClassID classId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ClassUnloadFinished(ClassID classId, HRESULT hrStatus) = 0;

  // Functions and their compilation.
  virtual HRESULT GCRUCIBLE_STDCALL FunctionUnloadStarted(FunctionID functionId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL JITCompilationStarted(FunctionID functionId, BOOL fIsSafeToBlock) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL JITCompilationFinished(FunctionID functionId, HRESULT hrStatus,
                                                           BOOL fIsSafeToBlock) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL JITCachedFunctionSearchStarted(FunctionID functionId,
                                                                   BOOL* pbUseCachedFunction) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL JITCachedFunctionSearchFinished(FunctionID functionId,
                                                                    COR_PRF_JIT_CACHE result) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL JITFunctionPitched(FunctionID functionId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL JITInlining(FunctionID callerId, FunctionID calleeId,
                                                BOOL* pfShouldInline) = 0;

  // Threads.
  virtual HRESULT GCRUCIBLE_STDCALL ThreadCreated(ThreadID threadId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ThreadDestroyed(ThreadID threadId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ThreadAssignedToOSThread(ThreadID managedThreadId, DWORD osThreadId) = 0;

  // Remoting, which CoreCLR does not have.
  virtual HRESULT GCRUCIBLE_STDCALL RemotingClientInvocationStarted() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RemotingClientSendingMessage(GUID* pCookie, BOOL fIsAsync) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RemotingClientReceivingReply(GUID* pCookie, BOOL fIsAsync) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RemotingClientInvocationFinished() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RemotingServerReceivingMessage(GUID* pCookie, BOOL fIsAsync) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RemotingServerInvocationStarted() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RemotingServerInvocationReturned() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RemotingServerSendingReply(GUID* pCookie, BOOL fIsAsync) = 0;

  // Transitions.
  virtual HRESULT GCRUCIBLE_STDCALL UnmanagedToManagedTransition(FunctionID functionId,
                                                                 COR_PRF_TRANSITION_REASON reason) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ManagedToUnmanagedTransition(FunctionID functionId,
                                                                 COR_PRF_TRANSITION_REASON reason) = 0;

  // Suspension. RuntimeThreadSuspended may also come after RuntimeSuspendFinished, for a thread that returns
  // from unmanaged code.
  virtual HRESULT GCRUCIBLE_STDCALL RuntimeSuspendStarted(COR_PRF_SUSPEND_REASON suspendReason) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RuntimeSuspendFinished() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RuntimeSuspendAborted() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RuntimeResumeStarted() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RuntimeResumeFinished() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RuntimeThreadSuspended(ThreadID threadId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RuntimeThreadResumed(ThreadID threadId) = 0;

  // Collections, without the brackets of ICorProfilerCallback2. A range contains every old address in
  // [oldStart, oldStart + length). Each new address has the same distance from newStart. No object may be
  // inspected yet, at its old or its new address.
  virtual HRESULT GCRUCIBLE_STDCALL MovedReferences(ULONG cMovedObjectIDRanges,
                                                    ObjectID oldObjectIDRangeStart[],
                                                    ObjectID newObjectIDRangeStart[],
                                                    ULONG cObjectIDRangeLength[]) = 0;

  // Not part of a collection: the allocating thread delivers it.
  virtual HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID objectId, ClassID classId) = 0;

  // First: how many objects of a class were allocated since the previous collection. Then: the references of
  // each object, with the addresses that this collection gave.
  virtual HRESULT GCRUCIBLE_STDCALL ObjectsAllocatedByClass(ULONG cClassCount, ClassID classIds[],
                                                            ULONG cObjects[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ObjectReferences(ObjectID objectId, ClassID classId, ULONG cObjectRefs,
                                                     ObjectID objectRefIds[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RootReferences(ULONG cRootRefs, ObjectID rootRefIds[]) = 0;

  // Exceptions.
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionThrown(ObjectID thrownObjectId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionSearchFunctionEnter(FunctionID functionId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionSearchFunctionLeave() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionSearchFilterEnter(FunctionID functionId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionSearchFilterLeave() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionSearchCatcherFound(FunctionID functionId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionOSHandlerEnter(UINT_PTR unused) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionOSHandlerLeave(UINT_PTR unused) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFunctionEnter(FunctionID functionId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFunctionLeave() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFinallyEnter(FunctionID functionId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFinallyLeave() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionCatcherEnter(FunctionID functionId, ObjectID objectId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionCatcherLeave() = 0;

  // COM callable wrappers.
  virtual HRESULT GCRUCIBLE_STDCALL COMClassicVTableCreated(ClassID wrappedClassId, REFGUID implementedIID,
                                                            void* pVTable, ULONG cSlots) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL COMClassicVTableDestroyed(ClassID wrappedClassId, REFGUID implementedIID,
                                                              void* pVTable) = 0;

  // No longer delivered by any runtime.
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionCLRCatcherFound() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ExceptionCLRCatcherExecute() = 0;

 protected:
  ~ICorProfilerCallback() = default;
};

}  // namespace gcrucible::abi
