// The object that Initialize gets as IUnknown: the whole ICorProfilerInfo table up to level 15.
#pragma once

#include "harness/abi/abi.h"
#include "harness/clr/clr.h"
#include "harness/clr/info/entrance.h"

namespace gcrucible::clr {

using namespace gcrucible::abi;  // the interface's own names, as in a profiler's code

// Answers for simulated objects as the runtime does. Other methods return E_NOTIMPL and are counted. It is
// one object with one table, which lives as long as the process. Some profilers use Initialize's pointer as
// an ICorProfilerInfo without QueryInterface, and others never call AddRef. Any thread may call it at any
// time. The Clr must outlive it. Parameters have their names in harness/abi.
class InfoFacade final : public ICorProfilerInfo15 {
 public:
  explicit InfoFacade(Clr& clr) : clr_(&clr) {}
  virtual ~InfoFacade() = default;

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override;
  ULONG GCRUCIBLE_STDCALL AddRef() override;
  ULONG GCRUCIBLE_STDCALL Release() override;

  // ICorProfilerInfo
  HRESULT GCRUCIBLE_STDCALL GetClassFromObject(ObjectID, ClassID*) override;
  HRESULT GCRUCIBLE_STDCALL GetClassFromToken(ModuleID, mdTypeDef, ClassID*) override;
  HRESULT GCRUCIBLE_STDCALL GetCodeInfo(FunctionID, LPCBYTE*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetEventMask(DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionFromIP(LPCBYTE, FunctionID*) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionFromToken(ModuleID, mdToken, FunctionID*) override;
  HRESULT GCRUCIBLE_STDCALL GetHandleFromThread(ThreadID, HANDLE*) override;
  HRESULT GCRUCIBLE_STDCALL GetObjectSize(ObjectID, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL IsArrayClass(ClassID, CorElementType*, ClassID*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetThreadInfo(ThreadID, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL GetCurrentThreadID(ThreadID*) override;
  HRESULT GCRUCIBLE_STDCALL GetClassIDInfo(ClassID, ModuleID*, mdTypeDef*) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionInfo(FunctionID, ClassID*, ModuleID*, mdToken*) override;
  HRESULT GCRUCIBLE_STDCALL SetEventMask(DWORD) override;
  HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks(FunctionEnter*, FunctionLeave*,
                                                       FunctionTailcall*) override;
  HRESULT GCRUCIBLE_STDCALL SetFunctionIDMapper(FunctionIDMapper*) override;
  HRESULT GCRUCIBLE_STDCALL GetTokenAndMetaDataFromFunction(FunctionID, REFIID, IUnknown**,
                                                            mdToken*) override;
  HRESULT GCRUCIBLE_STDCALL GetModuleInfo(ModuleID, LPCBYTE*, ULONG, ULONG*, WCHAR*, AssemblyID*) override;
  HRESULT GCRUCIBLE_STDCALL GetModuleMetaData(ModuleID, DWORD, REFIID, IUnknown**) override;
  HRESULT GCRUCIBLE_STDCALL GetILFunctionBody(ModuleID, mdMethodDef, LPCBYTE*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetILFunctionBodyAllocator(ModuleID, IMethodMalloc**) override;
  HRESULT GCRUCIBLE_STDCALL SetILFunctionBody(ModuleID, mdMethodDef, LPCBYTE) override;
  HRESULT GCRUCIBLE_STDCALL GetAppDomainInfo(AppDomainID, ULONG, ULONG*, WCHAR*, ProcessID*) override;
  HRESULT GCRUCIBLE_STDCALL GetAssemblyInfo(AssemblyID, ULONG, ULONG*, WCHAR*, AppDomainID*,
                                            ModuleID*) override;
  HRESULT GCRUCIBLE_STDCALL SetFunctionReJIT(FunctionID) override;
  HRESULT GCRUCIBLE_STDCALL ForceGC() override;
  HRESULT GCRUCIBLE_STDCALL SetILInstrumentedCodeMap(FunctionID, BOOL, ULONG, COR_IL_MAP*) override;
  HRESULT GCRUCIBLE_STDCALL GetInprocInspectionInterface(IUnknown**) override;
  HRESULT GCRUCIBLE_STDCALL GetInprocInspectionIThisThread(IUnknown**) override;
  HRESULT GCRUCIBLE_STDCALL GetThreadContext(ThreadID, ContextID*) override;
  HRESULT GCRUCIBLE_STDCALL BeginInprocDebugging(BOOL, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL EndInprocDebugging(DWORD) override;
  HRESULT GCRUCIBLE_STDCALL GetILToNativeMapping(FunctionID, ULONG32, ULONG32*,
                                                 COR_DEBUG_IL_TO_NATIVE_MAP*) override;

  // ICorProfilerInfo2
  HRESULT GCRUCIBLE_STDCALL DoStackSnapshot(ThreadID, StackSnapshotCallback*, ULONG32, void*, BYTE*,
                                            ULONG32) override;
  HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks2(FunctionEnter2*, FunctionLeave2*,
                                                        FunctionTailcall2*) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionInfo2(FunctionID, COR_PRF_FRAME_INFO, ClassID*, ModuleID*, mdToken*,
                                             ULONG32, ULONG32*, ClassID*) override;
  HRESULT GCRUCIBLE_STDCALL GetStringLayout(ULONG*, ULONG*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetClassLayout(ClassID, COR_FIELD_OFFSET*, ULONG, ULONG*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetClassIDInfo2(ClassID, ModuleID*, mdTypeDef*, ClassID*, ULONG32, ULONG32*,
                                            ClassID*) override;
  HRESULT GCRUCIBLE_STDCALL GetCodeInfo2(FunctionID, ULONG32, ULONG32*, COR_PRF_CODE_INFO*) override;
  HRESULT GCRUCIBLE_STDCALL GetClassFromTokenAndTypeArgs(ModuleID, mdTypeDef, ULONG32, ClassID*,
                                                         ClassID*) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionFromTokenAndTypeArgs(ModuleID, mdMethodDef, ClassID, ULONG32, ClassID*,
                                                            FunctionID*) override;
  HRESULT GCRUCIBLE_STDCALL EnumModuleFrozenObjects(ModuleID, ICorProfilerObjectEnum**) override;
  HRESULT GCRUCIBLE_STDCALL GetArrayObjectInfo(ObjectID, ULONG32, ULONG32*, int*, BYTE**) override;
  HRESULT GCRUCIBLE_STDCALL GetBoxClassLayout(ClassID, ULONG32*) override;
  HRESULT GCRUCIBLE_STDCALL GetThreadAppDomain(ThreadID, AppDomainID*) override;
  HRESULT GCRUCIBLE_STDCALL GetRVAStaticAddress(ClassID, mdFieldDef, void**) override;
  HRESULT GCRUCIBLE_STDCALL GetAppDomainStaticAddress(ClassID, mdFieldDef, AppDomainID, void**) override;
  HRESULT GCRUCIBLE_STDCALL GetThreadStaticAddress(ClassID, mdFieldDef, ThreadID, void**) override;
  HRESULT GCRUCIBLE_STDCALL GetContextStaticAddress(ClassID, mdFieldDef, ContextID, void**) override;
  HRESULT GCRUCIBLE_STDCALL GetStaticFieldInfo(ClassID, mdFieldDef, COR_PRF_STATIC_TYPE*) override;
  HRESULT GCRUCIBLE_STDCALL GetGenerationBounds(ULONG, ULONG*, COR_PRF_GC_GENERATION_RANGE*) override;
  HRESULT GCRUCIBLE_STDCALL GetObjectGeneration(ObjectID, COR_PRF_GC_GENERATION_RANGE*) override;
  HRESULT GCRUCIBLE_STDCALL GetNotifiedExceptionClauseInfo(COR_PRF_EX_CLAUSE_INFO*) override;

  // ICorProfilerInfo3
  HRESULT GCRUCIBLE_STDCALL EnumJITedFunctions(ICorProfilerFunctionEnum**) override;
  HRESULT GCRUCIBLE_STDCALL RequestProfilerDetach(DWORD) override;
  HRESULT GCRUCIBLE_STDCALL SetFunctionIDMapper2(FunctionIDMapper2*, void*) override;
  HRESULT GCRUCIBLE_STDCALL GetStringLayout2(ULONG*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks3(FunctionEnter3*, FunctionLeave3*,
                                                        FunctionTailcall3*) override;
  HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks3WithInfo(FunctionEnter3WithInfo*,
                                                                FunctionLeave3WithInfo*,
                                                                FunctionTailcall3WithInfo*) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionEnter3Info(FunctionID, COR_PRF_ELT_INFO, COR_PRF_FRAME_INFO*, ULONG*,
                                                  COR_PRF_FUNCTION_ARGUMENT_INFO*) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionLeave3Info(FunctionID, COR_PRF_ELT_INFO, COR_PRF_FRAME_INFO*,
                                                  COR_PRF_FUNCTION_ARGUMENT_RANGE*) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionTailcall3Info(FunctionID, COR_PRF_ELT_INFO,
                                                     COR_PRF_FRAME_INFO*) override;
  HRESULT GCRUCIBLE_STDCALL EnumModules(ICorProfilerModuleEnum**) override;
  HRESULT GCRUCIBLE_STDCALL GetRuntimeInformation(USHORT*, COR_PRF_RUNTIME_TYPE*, USHORT*, USHORT*, USHORT*,
                                                  USHORT*, ULONG, ULONG*, WCHAR*) override;
  HRESULT GCRUCIBLE_STDCALL GetThreadStaticAddress2(ClassID, mdFieldDef, AppDomainID, ThreadID,
                                                    void**) override;
  HRESULT GCRUCIBLE_STDCALL GetAppDomainsContainingModule(ModuleID, ULONG32, ULONG32*, AppDomainID*) override;
  HRESULT GCRUCIBLE_STDCALL GetModuleInfo2(ModuleID, LPCBYTE*, ULONG, ULONG*, WCHAR*, AssemblyID*,
                                           DWORD*) override;

  // ICorProfilerInfo4
  HRESULT GCRUCIBLE_STDCALL EnumThreads(ICorProfilerThreadEnum**) override;
  HRESULT GCRUCIBLE_STDCALL InitializeCurrentThread() override;
  HRESULT GCRUCIBLE_STDCALL RequestReJIT(ULONG, ModuleID*, mdMethodDef*) override;
  HRESULT GCRUCIBLE_STDCALL RequestRevert(ULONG, ModuleID*, mdMethodDef*, HRESULT*) override;
  HRESULT GCRUCIBLE_STDCALL GetCodeInfo3(FunctionID, ReJITID, ULONG32, ULONG32*, COR_PRF_CODE_INFO*) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionFromIP2(LPCBYTE, FunctionID*, ReJITID*) override;
  HRESULT GCRUCIBLE_STDCALL GetReJITIDs(FunctionID, ULONG, ULONG*, ReJITID*) override;
  HRESULT GCRUCIBLE_STDCALL GetILToNativeMapping2(FunctionID, ReJITID, ULONG32, ULONG32*,
                                                  COR_DEBUG_IL_TO_NATIVE_MAP*) override;
  HRESULT GCRUCIBLE_STDCALL EnumJITedFunctions2(ICorProfilerFunctionEnum**) override;
  HRESULT GCRUCIBLE_STDCALL GetObjectSize2(ObjectID, SIZE_T*) override;

  // ICorProfilerInfo5
  HRESULT GCRUCIBLE_STDCALL GetEventMask2(DWORD*, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL SetEventMask2(DWORD, DWORD) override;

  // ICorProfilerInfo6
  HRESULT GCRUCIBLE_STDCALL EnumNgenModuleMethodsInliningThisMethod(ModuleID, ModuleID, mdMethodDef, BOOL*,
                                                                    ICorProfilerMethodEnum**) override;

  // ICorProfilerInfo7
  HRESULT GCRUCIBLE_STDCALL ApplyMetaData(ModuleID) override;
  HRESULT GCRUCIBLE_STDCALL GetInMemorySymbolsLength(ModuleID, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL ReadInMemorySymbols(ModuleID, DWORD, BYTE*, DWORD, DWORD*) override;

  // ICorProfilerInfo8
  HRESULT GCRUCIBLE_STDCALL IsFunctionDynamic(FunctionID, BOOL*) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionFromIP3(LPCBYTE, FunctionID*, ReJITID*) override;
  HRESULT GCRUCIBLE_STDCALL GetDynamicFunctionInfo(FunctionID, ModuleID*, PCCOR_SIGNATURE*, ULONG*, ULONG,
                                                   ULONG*, WCHAR*) override;

  // ICorProfilerInfo9
  HRESULT GCRUCIBLE_STDCALL GetNativeCodeStartAddresses(FunctionID, ReJITID, ULONG32, ULONG32*,
                                                        UINT_PTR*) override;
  HRESULT GCRUCIBLE_STDCALL GetILToNativeMapping3(UINT_PTR, ULONG32, ULONG32*,
                                                  COR_DEBUG_IL_TO_NATIVE_MAP*) override;
  HRESULT GCRUCIBLE_STDCALL GetCodeInfo4(UINT_PTR, ULONG32, ULONG32*, COR_PRF_CODE_INFO*) override;

  // ICorProfilerInfo10
  HRESULT GCRUCIBLE_STDCALL EnumerateObjectReferences(ObjectID, ObjectReferenceCallback, void*) override;
  HRESULT GCRUCIBLE_STDCALL IsFrozenObject(ObjectID, BOOL*) override;
  HRESULT GCRUCIBLE_STDCALL GetLOHObjectSizeThreshold(DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL RequestReJITWithInliners(DWORD, ULONG, ModuleID*, mdMethodDef*) override;
  HRESULT GCRUCIBLE_STDCALL SuspendRuntime() override;
  HRESULT GCRUCIBLE_STDCALL ResumeRuntime() override;

  // ICorProfilerInfo11
  HRESULT GCRUCIBLE_STDCALL GetEnvironmentVariable(const WCHAR*, ULONG, ULONG*, WCHAR*) override;
  HRESULT GCRUCIBLE_STDCALL SetEnvironmentVariable(const WCHAR*, const WCHAR*) override;

  // ICorProfilerInfo12
  HRESULT GCRUCIBLE_STDCALL EventPipeStartSession(UINT32, COR_PRF_EVENTPIPE_PROVIDER_CONFIG*, BOOL,
                                                  EVENTPIPE_SESSION*) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeAddProviderToSession(EVENTPIPE_SESSION,
                                                          COR_PRF_EVENTPIPE_PROVIDER_CONFIG) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeStopSession(EVENTPIPE_SESSION) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeCreateProvider(const WCHAR*, EVENTPIPE_PROVIDER*) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeGetProviderInfo(EVENTPIPE_PROVIDER, ULONG, ULONG*, WCHAR*) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeDefineEvent(EVENTPIPE_PROVIDER, const WCHAR*, UINT32, UINT64, UINT32,
                                                 UINT32, UINT8, BOOL, UINT32, COR_PRF_EVENTPIPE_PARAM_DESC*,
                                                 EVENTPIPE_EVENT*) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeWriteEvent(EVENTPIPE_EVENT, UINT32, COR_PRF_EVENT_DATA*, LPCGUID,
                                                LPCGUID) override;

  // ICorProfilerInfo13
  HRESULT GCRUCIBLE_STDCALL CreateHandle(ObjectID, COR_PRF_HANDLE_TYPE, ObjectHandleID*) override;
  HRESULT GCRUCIBLE_STDCALL DestroyHandle(ObjectHandleID) override;
  HRESULT GCRUCIBLE_STDCALL GetObjectIDFromHandle(ObjectHandleID, ObjectID*) override;

  // ICorProfilerInfo14
  HRESULT GCRUCIBLE_STDCALL EnumerateNonGCObjects(ICorProfilerObjectEnum**) override;
  HRESULT GCRUCIBLE_STDCALL GetNonGCHeapBounds(ULONG, ULONG*, COR_PRF_NONGC_HEAP_RANGE*) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeCreateProvider2(const WCHAR*, EventPipeProviderCallback*,
                                                     EVENTPIPE_PROVIDER*) override;

  // ICorProfilerInfo15
  HRESULT GCRUCIBLE_STDCALL EnumerateGCHeapObjects(ObjectCallback, void*) override;

 private:
  Clr* clr_;
  std::unique_ptr<Entrance> entrance_ = info_entrance(*this);
};

}  // namespace gcrucible::clr
