// A profiler that does nothing: every callback returns S_OK. Only ProfilerDetachSucceeded returns E_FAIL,
// because a profiler that does not override it does not support detaching. A profiler derives from this class
// and overrides the callbacks that it needs.
//
// The object counts its references, starts with one, and deletes itself when the count reaches zero.
// Therefore it must be created with `new`. Any thread may call AddRef, Release and QueryInterface. The
// runtime calls from any thread and from several at once. Derived classes must protect their own data.
#pragma once

#include <atomic>

#include "harness/abi/callback.h"
#include "harness/abi/hresults.h"
#include "harness/abi/interfaces.h"

namespace gcrucible::abi {

class CallbackBase : public ICorProfilerCallback11 {
 public:
  // Answers QueryInterface up to ICorProfilerCallback<highest_version>, like a profiler of that version.
  explicit CallbackBase(int highest_version = 11) : highest_version_(highest_version) {}

  CallbackBase(const CallbackBase&) = delete;
  CallbackBase& operator=(const CallbackBase&) = delete;
  // After the last slot of the interface, so the runtime does not see it.
  virtual ~CallbackBase() = default;

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override {
    if (ppvObject == nullptr) return E_POINTER;
    const int version = interface_version(kCallbackInterfaces, riid);
    if (version < 0 || version > highest_version_) {
      *ppvObject = nullptr;
      return E_NOINTERFACE;
    }
    // One inheritance chain: every version has the same address.
    *ppvObject = static_cast<ICorProfilerCallback11*>(this);
    AddRef();
    return S_OK;
  }

  ULONG GCRUCIBLE_STDCALL AddRef() override {
    return references_.fetch_add(1, std::memory_order_relaxed) + 1;
  }

  ULONG GCRUCIBLE_STDCALL Release() override {
    const ULONG left = references_.fetch_sub(1, std::memory_order_acq_rel) - 1;
    if (left == 0) delete this;
    return left;
  }

  // ICorProfilerCallback
  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown*) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL Shutdown() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL AppDomainCreationStarted(AppDomainID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL AppDomainCreationFinished(AppDomainID, HRESULT) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL AppDomainShutdownStarted(AppDomainID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL AppDomainShutdownFinished(AppDomainID, HRESULT) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL AssemblyLoadStarted(AssemblyID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL AssemblyLoadFinished(AssemblyID, HRESULT) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL AssemblyUnloadStarted(AssemblyID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL AssemblyUnloadFinished(AssemblyID, HRESULT) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ModuleLoadStarted(ModuleID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ModuleLoadFinished(ModuleID, HRESULT) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ModuleUnloadStarted(ModuleID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ModuleUnloadFinished(ModuleID, HRESULT) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ModuleAttachedToAssembly(ModuleID, AssemblyID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ClassLoadStarted(ClassID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ClassLoadFinished(ClassID, HRESULT) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ClassUnloadStarted(ClassID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ClassUnloadFinished(ClassID, HRESULT) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL FunctionUnloadStarted(FunctionID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL JITCompilationStarted(FunctionID, BOOL) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL JITCompilationFinished(FunctionID, HRESULT, BOOL) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL JITCachedFunctionSearchStarted(FunctionID, BOOL*) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL JITCachedFunctionSearchFinished(FunctionID, COR_PRF_JIT_CACHE) override {
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL JITFunctionPitched(FunctionID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL JITInlining(FunctionID, FunctionID, BOOL*) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ThreadCreated(ThreadID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ThreadDestroyed(ThreadID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ThreadAssignedToOSThread(ThreadID, DWORD) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RemotingClientInvocationStarted() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RemotingClientSendingMessage(GUID*, BOOL) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RemotingClientReceivingReply(GUID*, BOOL) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RemotingClientInvocationFinished() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RemotingServerReceivingMessage(GUID*, BOOL) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RemotingServerInvocationStarted() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RemotingServerInvocationReturned() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RemotingServerSendingReply(GUID*, BOOL) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL UnmanagedToManagedTransition(FunctionID, COR_PRF_TRANSITION_REASON) override {
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ManagedToUnmanagedTransition(FunctionID, COR_PRF_TRANSITION_REASON) override {
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL RuntimeSuspendStarted(COR_PRF_SUSPEND_REASON) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RuntimeSuspendFinished() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RuntimeSuspendAborted() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RuntimeResumeStarted() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RuntimeResumeFinished() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RuntimeThreadSuspended(ThreadID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RuntimeThreadResumed(ThreadID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL MovedReferences(ULONG, ObjectID*, ObjectID*, ULONG*) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID, ClassID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ObjectsAllocatedByClass(ULONG, ClassID*, ULONG*) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ObjectReferences(ObjectID, ClassID, ULONG, ObjectID*) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RootReferences(ULONG, ObjectID*) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionThrown(ObjectID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFunctionEnter(FunctionID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFunctionLeave() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFilterEnter(FunctionID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFilterLeave() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchCatcherFound(FunctionID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionOSHandlerEnter(UINT_PTR) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionOSHandlerLeave(UINT_PTR) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFunctionEnter(FunctionID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFunctionLeave() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFinallyEnter(FunctionID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFinallyLeave() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionCatcherEnter(FunctionID, ObjectID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionCatcherLeave() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL COMClassicVTableCreated(ClassID, REFGUID, void*, ULONG) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL COMClassicVTableDestroyed(ClassID, REFGUID, void*) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionCLRCatcherFound() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ExceptionCLRCatcherExecute() override { return S_OK; }

  // ICorProfilerCallback2
  HRESULT GCRUCIBLE_STDCALL ThreadNameChanged(ThreadID, ULONG, WCHAR*) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int, BOOL*, COR_PRF_GC_REASON) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL SurvivingReferences(ULONG, ObjectID*, ULONG*) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionFinished() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL FinalizeableObjectQueued(DWORD, ObjectID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL RootReferences2(ULONG, ObjectID*, COR_PRF_GC_ROOT_KIND*, COR_PRF_GC_ROOT_FLAGS*,
                                            UINT_PTR*) override {
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL HandleCreated(GCHandleID, ObjectID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL HandleDestroyed(GCHandleID) override { return S_OK; }

  // ICorProfilerCallback3
  HRESULT GCRUCIBLE_STDCALL InitializeForAttach(IUnknown*, void*, UINT) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ProfilerAttachComplete() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ProfilerDetachSucceeded() override { return E_FAIL; }

  // ICorProfilerCallback4
  HRESULT GCRUCIBLE_STDCALL ReJITCompilationStarted(FunctionID, ReJITID, BOOL) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL GetReJITParameters(ModuleID, mdMethodDef, ICorProfilerFunctionControl*) override {
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ReJITCompilationFinished(FunctionID, ReJITID, HRESULT, BOOL) override {
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ReJITError(ModuleID, mdMethodDef, FunctionID, HRESULT) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL MovedReferences2(ULONG, ObjectID*, ObjectID*, SIZE_T*) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL SurvivingReferences2(ULONG, ObjectID*, SIZE_T*) override { return S_OK; }

  // ICorProfilerCallback5
  HRESULT GCRUCIBLE_STDCALL ConditionalWeakTableElementReferences(ULONG, ObjectID*, ObjectID*,
                                                                  GCHandleID*) override {
    return S_OK;
  }

  // ICorProfilerCallback6
  HRESULT GCRUCIBLE_STDCALL GetAssemblyReferences(const WCHAR*,
                                                  ICorProfilerAssemblyReferenceProvider*) override {
    return S_OK;
  }

  // ICorProfilerCallback7
  HRESULT GCRUCIBLE_STDCALL ModuleInMemorySymbolsUpdated(ModuleID) override { return S_OK; }

  // ICorProfilerCallback8
  HRESULT GCRUCIBLE_STDCALL DynamicMethodJITCompilationStarted(FunctionID, BOOL, LPCBYTE, ULONG) override {
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL DynamicMethodJITCompilationFinished(FunctionID, HRESULT, BOOL) override {
    return S_OK;
  }

  // ICorProfilerCallback9
  HRESULT GCRUCIBLE_STDCALL DynamicMethodUnloaded(FunctionID) override { return S_OK; }

  // ICorProfilerCallback10
  HRESULT GCRUCIBLE_STDCALL EventPipeEventDelivered(EVENTPIPE_PROVIDER, DWORD, DWORD, ULONG, LPCBYTE, ULONG,
                                                    LPCBYTE, LPCGUID, LPCGUID, ThreadID, ULONG,
                                                    UINT_PTR*) override {
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL EventPipeProviderCreated(EVENTPIPE_PROVIDER) override { return S_OK; }

  // ICorProfilerCallback11
  HRESULT GCRUCIBLE_STDCALL LoadAsNotificationOnly(BOOL*) override { return S_OK; }

 private:
  std::atomic<ULONG> references_{1};
  const int highest_version_;
};

}  // namespace gcrucible::abi
