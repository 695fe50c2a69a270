// The object behind Initialize's IUnknown: the whole ICorProfilerInfo table up to level 15.
#pragma once

#include "harness/abi/abi.h"
#include "harness/clr/clr.h"

namespace gcrucible::clr {

using namespace gcrucible::abi;  // the interface's own names, as a profiler's code reads

// Answers for simulated objects as the runtime would; methods that it does not answer return E_NOTIMPL and
// are counted. Some profilers use the pointer given to Initialize as an ICorProfilerInfo without
// QueryInterface, others never AddRef it: so this is one object with one table, and it lives as long as the
// process. Any thread, any time; the Clr outlives it.
class InfoFacade final : public ICorProfilerInfo15 {
 public:
  explicit InfoFacade(Clr& clr) : clr_(&clr) {}
  virtual ~InfoFacade() = default;

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override;
  ULONG GCRUCIBLE_STDCALL AddRef() override;
  ULONG GCRUCIBLE_STDCALL Release() override;

  // ICorProfilerInfo
  HRESULT GCRUCIBLE_STDCALL GetClassFromObject(ObjectID objectId, ClassID* pClassId) override;
  HRESULT GCRUCIBLE_STDCALL GetClassFromToken(ModuleID moduleId, mdTypeDef typeDef,
                                              ClassID* pClassId) override;
  HRESULT GCRUCIBLE_STDCALL GetCodeInfo(FunctionID functionId, LPCBYTE* pStart, ULONG* pcSize) override;
  HRESULT GCRUCIBLE_STDCALL GetEventMask(DWORD* pdwEvents) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionFromIP(LPCBYTE ip, FunctionID* pFunctionId) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionFromToken(ModuleID moduleId, mdToken token,
                                                 FunctionID* pFunctionId) override;
  HRESULT GCRUCIBLE_STDCALL GetHandleFromThread(ThreadID threadId, HANDLE* phThread) override;
  HRESULT GCRUCIBLE_STDCALL GetObjectSize(ObjectID objectId, ULONG* pcSize) override;
  HRESULT GCRUCIBLE_STDCALL IsArrayClass(ClassID classId, CorElementType* pBaseElemType,
                                         ClassID* pBaseClassId, ULONG* pcRank) override;
  HRESULT GCRUCIBLE_STDCALL GetThreadInfo(ThreadID threadId, DWORD* pdwWin32ThreadId) override;
  HRESULT GCRUCIBLE_STDCALL GetCurrentThreadID(ThreadID* pThreadId) override;
  HRESULT GCRUCIBLE_STDCALL GetClassIDInfo(ClassID classId, ModuleID* pModuleId,
                                           mdTypeDef* pTypeDefToken) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionInfo(FunctionID functionId, ClassID* pClassId, ModuleID* pModuleId,
                                            mdToken* pToken) override;
  HRESULT GCRUCIBLE_STDCALL SetEventMask(DWORD dwEvents) override;
  HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks(FunctionEnter* pFuncEnter, FunctionLeave* pFuncLeave,
                                                       FunctionTailcall* pFuncTailcall) override;
  HRESULT GCRUCIBLE_STDCALL SetFunctionIDMapper(FunctionIDMapper* pFunc) override;
  HRESULT GCRUCIBLE_STDCALL GetTokenAndMetaDataFromFunction(FunctionID functionId, REFIID riid,
                                                            IUnknown** ppImport, mdToken* pToken) override;
  HRESULT GCRUCIBLE_STDCALL GetModuleInfo(ModuleID moduleId, LPCBYTE* ppBaseLoadAddress, ULONG cchName,
                                          ULONG* pcchName, WCHAR szName[], AssemblyID* pAssemblyId) override;
  HRESULT GCRUCIBLE_STDCALL GetModuleMetaData(ModuleID moduleId, DWORD dwOpenFlags, REFIID riid,
                                              IUnknown** ppOut) override;
  HRESULT GCRUCIBLE_STDCALL GetILFunctionBody(ModuleID moduleId, mdMethodDef methodId,
                                              LPCBYTE* ppMethodHeader, ULONG* pcbMethodSize) override;
  HRESULT GCRUCIBLE_STDCALL GetILFunctionBodyAllocator(ModuleID moduleId, IMethodMalloc** ppMalloc) override;
  HRESULT GCRUCIBLE_STDCALL SetILFunctionBody(ModuleID moduleId, mdMethodDef methodid,
                                              LPCBYTE pbNewILMethodHeader) override;
  HRESULT GCRUCIBLE_STDCALL GetAppDomainInfo(AppDomainID appDomainId, ULONG cchName, ULONG* pcchName,
                                             WCHAR szName[], ProcessID* pProcessId) override;
  HRESULT GCRUCIBLE_STDCALL GetAssemblyInfo(AssemblyID assemblyId, ULONG cchName, ULONG* pcchName,
                                            WCHAR szName[], AppDomainID* pAppDomainId,
                                            ModuleID* pModuleId) override;
  HRESULT GCRUCIBLE_STDCALL SetFunctionReJIT(FunctionID functionId) override;
  HRESULT GCRUCIBLE_STDCALL ForceGC() override;
  HRESULT GCRUCIBLE_STDCALL SetILInstrumentedCodeMap(FunctionID functionId, BOOL fStartJit,
                                                     ULONG cILMapEntries,
                                                     COR_IL_MAP rgILMapEntries[]) override;
  HRESULT GCRUCIBLE_STDCALL GetInprocInspectionInterface(IUnknown** ppicd) override;
  HRESULT GCRUCIBLE_STDCALL GetInprocInspectionIThisThread(IUnknown** ppicd) override;
  HRESULT GCRUCIBLE_STDCALL GetThreadContext(ThreadID threadId, ContextID* pContextId) override;
  HRESULT GCRUCIBLE_STDCALL BeginInprocDebugging(BOOL fThisThreadOnly, DWORD* pdwProfilerContext) override;
  HRESULT GCRUCIBLE_STDCALL EndInprocDebugging(DWORD dwProfilerContext) override;
  HRESULT GCRUCIBLE_STDCALL GetILToNativeMapping(FunctionID functionId, ULONG32 cMap, ULONG32* pcMap,
                                                 COR_DEBUG_IL_TO_NATIVE_MAP map[]) override;

  // ICorProfilerInfo2
  HRESULT GCRUCIBLE_STDCALL DoStackSnapshot(ThreadID thread, StackSnapshotCallback* callback,
                                            ULONG32 infoFlags, void* clientData, BYTE context[],
                                            ULONG32 contextSize) override;
  HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks2(FunctionEnter2* pFuncEnter,
                                                        FunctionLeave2* pFuncLeave,
                                                        FunctionTailcall2* pFuncTailcall) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionInfo2(FunctionID funcId, COR_PRF_FRAME_INFO frameInfo,
                                             ClassID* pClassId, ModuleID* pModuleId, mdToken* pToken,
                                             ULONG32 cTypeArgs, ULONG32* pcTypeArgs,
                                             ClassID typeArgs[]) override;
  HRESULT GCRUCIBLE_STDCALL GetStringLayout(ULONG* pBufferLengthOffset, ULONG* pStringLengthOffset,
                                            ULONG* pBufferOffset) override;
  HRESULT GCRUCIBLE_STDCALL GetClassLayout(ClassID classID, COR_FIELD_OFFSET rFieldOffset[],
                                           ULONG cFieldOffset, ULONG* pcFieldOffset,
                                           ULONG* pulClassSize) override;
  HRESULT GCRUCIBLE_STDCALL GetClassIDInfo2(ClassID classId, ModuleID* pModuleId, mdTypeDef* pTypeDefToken,
                                            ClassID* pParentClassId, ULONG32 cNumTypeArgs,
                                            ULONG32* pcNumTypeArgs, ClassID typeArgs[]) override;
  HRESULT GCRUCIBLE_STDCALL GetCodeInfo2(FunctionID functionID, ULONG32 cCodeInfos, ULONG32* pcCodeInfos,
                                         COR_PRF_CODE_INFO codeInfos[]) override;
  HRESULT GCRUCIBLE_STDCALL GetClassFromTokenAndTypeArgs(ModuleID moduleID, mdTypeDef typeDef,
                                                         ULONG32 cTypeArgs, ClassID typeArgs[],
                                                         ClassID* pClassID) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionFromTokenAndTypeArgs(ModuleID moduleID, mdMethodDef funcDef,
                                                            ClassID classId, ULONG32 cTypeArgs,
                                                            ClassID typeArgs[],
                                                            FunctionID* pFunctionID) override;
  HRESULT GCRUCIBLE_STDCALL EnumModuleFrozenObjects(ModuleID moduleID,
                                                    ICorProfilerObjectEnum** ppEnum) override;
  HRESULT GCRUCIBLE_STDCALL GetArrayObjectInfo(ObjectID objectId, ULONG32 cDimensions,
                                               ULONG32 pDimensionSizes[], int pDimensionLowerBounds[],
                                               BYTE** ppData) override;
  HRESULT GCRUCIBLE_STDCALL GetBoxClassLayout(ClassID classId, ULONG32* pBufferOffset) override;
  HRESULT GCRUCIBLE_STDCALL GetThreadAppDomain(ThreadID threadId, AppDomainID* pAppDomainId) override;
  HRESULT GCRUCIBLE_STDCALL GetRVAStaticAddress(ClassID classId, mdFieldDef fieldToken,
                                                void** ppAddress) override;
  HRESULT GCRUCIBLE_STDCALL GetAppDomainStaticAddress(ClassID classId, mdFieldDef fieldToken,
                                                      AppDomainID appDomainId, void** ppAddress) override;
  HRESULT GCRUCIBLE_STDCALL GetThreadStaticAddress(ClassID classId, mdFieldDef fieldToken, ThreadID threadId,
                                                   void** ppAddress) override;
  HRESULT GCRUCIBLE_STDCALL GetContextStaticAddress(ClassID classId, mdFieldDef fieldToken,
                                                    ContextID contextId, void** ppAddress) override;
  HRESULT GCRUCIBLE_STDCALL GetStaticFieldInfo(ClassID classId, mdFieldDef fieldToken,
                                               COR_PRF_STATIC_TYPE* pFieldInfo) override;
  HRESULT GCRUCIBLE_STDCALL GetGenerationBounds(ULONG cObjectRanges, ULONG* pcObjectRanges,
                                                COR_PRF_GC_GENERATION_RANGE ranges[]) override;
  HRESULT GCRUCIBLE_STDCALL GetObjectGeneration(ObjectID objectId,
                                                COR_PRF_GC_GENERATION_RANGE* range) override;
  HRESULT GCRUCIBLE_STDCALL GetNotifiedExceptionClauseInfo(COR_PRF_EX_CLAUSE_INFO* pinfo) override;

  // ICorProfilerInfo3
  HRESULT GCRUCIBLE_STDCALL EnumJITedFunctions(ICorProfilerFunctionEnum** ppEnum) override;
  HRESULT GCRUCIBLE_STDCALL RequestProfilerDetach(DWORD dwExpectedCompletionMilliseconds) override;
  HRESULT GCRUCIBLE_STDCALL SetFunctionIDMapper2(FunctionIDMapper2* pFunc, void* clientData) override;
  HRESULT GCRUCIBLE_STDCALL GetStringLayout2(ULONG* pStringLengthOffset, ULONG* pBufferOffset) override;
  HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks3(FunctionEnter3* pFuncEnter3,
                                                        FunctionLeave3* pFuncLeave3,
                                                        FunctionTailcall3* pFuncTailcall3) override;
  HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks3WithInfo(
      FunctionEnter3WithInfo* pFuncEnter3WithInfo, FunctionLeave3WithInfo* pFuncLeave3WithInfo,
      FunctionTailcall3WithInfo* pFuncTailcall3WithInfo) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionEnter3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                                  COR_PRF_FRAME_INFO* pFrameInfo, ULONG* pcbArgumentInfo,
                                                  COR_PRF_FUNCTION_ARGUMENT_INFO* pArgumentInfo) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionLeave3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                                  COR_PRF_FRAME_INFO* pFrameInfo,
                                                  COR_PRF_FUNCTION_ARGUMENT_RANGE* pRetvalRange) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionTailcall3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                                     COR_PRF_FRAME_INFO* pFrameInfo) override;
  HRESULT GCRUCIBLE_STDCALL EnumModules(ICorProfilerModuleEnum** ppEnum) override;
  HRESULT GCRUCIBLE_STDCALL GetRuntimeInformation(USHORT* pClrInstanceId, COR_PRF_RUNTIME_TYPE* pRuntimeType,
                                                  USHORT* pMajorVersion, USHORT* pMinorVersion,
                                                  USHORT* pBuildNumber, USHORT* pQFEVersion,
                                                  ULONG cchVersionString, ULONG* pcchVersionString,
                                                  WCHAR szVersionString[]) override;
  HRESULT GCRUCIBLE_STDCALL GetThreadStaticAddress2(ClassID classId, mdFieldDef fieldToken,
                                                    AppDomainID appDomainId, ThreadID threadId,
                                                    void** ppAddress) override;
  HRESULT GCRUCIBLE_STDCALL GetAppDomainsContainingModule(ModuleID moduleId, ULONG32 cAppDomainIds,
                                                          ULONG32* pcAppDomainIds,
                                                          AppDomainID appDomainIds[]) override;
  HRESULT GCRUCIBLE_STDCALL GetModuleInfo2(ModuleID moduleId, LPCBYTE* ppBaseLoadAddress, ULONG cchName,
                                           ULONG* pcchName, WCHAR szName[], AssemblyID* pAssemblyId,
                                           DWORD* pdwModuleFlags) override;

  // ICorProfilerInfo4
  HRESULT GCRUCIBLE_STDCALL EnumThreads(ICorProfilerThreadEnum** ppEnum) override;
  HRESULT GCRUCIBLE_STDCALL InitializeCurrentThread() override;
  HRESULT GCRUCIBLE_STDCALL RequestReJIT(ULONG cFunctions, ModuleID moduleIds[],
                                         mdMethodDef methodIds[]) override;
  HRESULT GCRUCIBLE_STDCALL RequestRevert(ULONG cFunctions, ModuleID moduleIds[], mdMethodDef methodIds[],
                                          HRESULT status[]) override;
  HRESULT GCRUCIBLE_STDCALL GetCodeInfo3(FunctionID functionID, ReJITID reJitId, ULONG32 cCodeInfos,
                                         ULONG32* pcCodeInfos, COR_PRF_CODE_INFO codeInfos[]) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionFromIP2(LPCBYTE ip, FunctionID* pFunctionId,
                                               ReJITID* pReJitId) override;
  HRESULT GCRUCIBLE_STDCALL GetReJITIDs(FunctionID functionId, ULONG cReJitIds, ULONG* pcReJitIds,
                                        ReJITID reJitIds[]) override;
  HRESULT GCRUCIBLE_STDCALL GetILToNativeMapping2(FunctionID functionId, ReJITID reJitId, ULONG32 cMap,
                                                  ULONG32* pcMap, COR_DEBUG_IL_TO_NATIVE_MAP map[]) override;
  HRESULT GCRUCIBLE_STDCALL EnumJITedFunctions2(ICorProfilerFunctionEnum** ppEnum) override;
  HRESULT GCRUCIBLE_STDCALL GetObjectSize2(ObjectID objectId, SIZE_T* pcSize) override;

  // ICorProfilerInfo5
  HRESULT GCRUCIBLE_STDCALL GetEventMask2(DWORD* pdwEventsLow, DWORD* pdwEventsHigh) override;
  HRESULT GCRUCIBLE_STDCALL SetEventMask2(DWORD dwEventsLow, DWORD dwEventsHigh) override;

  // ICorProfilerInfo6
  HRESULT GCRUCIBLE_STDCALL EnumNgenModuleMethodsInliningThisMethod(ModuleID inlinersModuleId,
                                                                    ModuleID inlineeModuleId,
                                                                    mdMethodDef inlineeMethodId,
                                                                    BOOL* incompleteData,
                                                                    ICorProfilerMethodEnum** ppEnum) override;

  // ICorProfilerInfo7
  HRESULT GCRUCIBLE_STDCALL ApplyMetaData(ModuleID moduleId) override;
  HRESULT GCRUCIBLE_STDCALL GetInMemorySymbolsLength(ModuleID moduleId, DWORD* pCountSymbolBytes) override;
  HRESULT GCRUCIBLE_STDCALL ReadInMemorySymbols(ModuleID moduleId, DWORD symbolsReadOffset,
                                                BYTE* pSymbolBytes, DWORD countSymbolBytes,
                                                DWORD* pCountSymbolBytesRead) override;

  // ICorProfilerInfo8
  HRESULT GCRUCIBLE_STDCALL IsFunctionDynamic(FunctionID functionId, BOOL* isDynamic) override;
  HRESULT GCRUCIBLE_STDCALL GetFunctionFromIP3(LPCBYTE ip, FunctionID* functionId,
                                               ReJITID* pReJitId) override;
  HRESULT GCRUCIBLE_STDCALL GetDynamicFunctionInfo(FunctionID functionId, ModuleID* moduleId,
                                                   PCCOR_SIGNATURE* ppvSig, ULONG* pbSig, ULONG cchName,
                                                   ULONG* pcchName, WCHAR wszName[]) override;

  // ICorProfilerInfo9
  HRESULT GCRUCIBLE_STDCALL GetNativeCodeStartAddresses(FunctionID functionID, ReJITID reJitId,
                                                        ULONG32 cCodeStartAddresses,
                                                        ULONG32* pcCodeStartAddresses,
                                                        UINT_PTR codeStartAddresses[]) override;
  HRESULT GCRUCIBLE_STDCALL GetILToNativeMapping3(UINT_PTR pNativeCodeStartAddress, ULONG32 cMap,
                                                  ULONG32* pcMap, COR_DEBUG_IL_TO_NATIVE_MAP map[]) override;
  HRESULT GCRUCIBLE_STDCALL GetCodeInfo4(UINT_PTR pNativeCodeStartAddress, ULONG32 cCodeInfos,
                                         ULONG32* pcCodeInfos, COR_PRF_CODE_INFO codeInfos[]) override;

  // ICorProfilerInfo10
  HRESULT GCRUCIBLE_STDCALL EnumerateObjectReferences(ObjectID objectId, ObjectReferenceCallback callback,
                                                      void* clientData) override;
  HRESULT GCRUCIBLE_STDCALL IsFrozenObject(ObjectID objectId, BOOL* pbFrozen) override;
  HRESULT GCRUCIBLE_STDCALL GetLOHObjectSizeThreshold(DWORD* pThreshold) override;
  HRESULT GCRUCIBLE_STDCALL RequestReJITWithInliners(DWORD dwRejitFlags, ULONG cFunctions,
                                                     ModuleID moduleIds[], mdMethodDef methodIds[]) override;
  HRESULT GCRUCIBLE_STDCALL SuspendRuntime() override;
  HRESULT GCRUCIBLE_STDCALL ResumeRuntime() override;

  // ICorProfilerInfo11
  HRESULT GCRUCIBLE_STDCALL GetEnvironmentVariable(const WCHAR* szName, ULONG cchValue, ULONG* pcchValue,
                                                   WCHAR szValue[]) override;
  HRESULT GCRUCIBLE_STDCALL SetEnvironmentVariable(const WCHAR* szName, const WCHAR* szValue) override;

  // ICorProfilerInfo12
  HRESULT GCRUCIBLE_STDCALL EventPipeStartSession(UINT32 cProviderConfigs,
                                                  COR_PRF_EVENTPIPE_PROVIDER_CONFIG pProviderConfigs[],
                                                  BOOL requestRundown, EVENTPIPE_SESSION* pSession) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeAddProviderToSession(
      EVENTPIPE_SESSION session, COR_PRF_EVENTPIPE_PROVIDER_CONFIG providerConfig) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeStopSession(EVENTPIPE_SESSION session) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeCreateProvider(const WCHAR* providerName,
                                                    EVENTPIPE_PROVIDER* pProvider) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeGetProviderInfo(EVENTPIPE_PROVIDER provider, ULONG cchName,
                                                     ULONG* pcchName, WCHAR providerName[]) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeDefineEvent(EVENTPIPE_PROVIDER provider, const WCHAR* eventName,
                                                 UINT32 eventID, UINT64 keywords, UINT32 eventVersion,
                                                 UINT32 level, UINT8 opcode, BOOL needStack,
                                                 UINT32 cParamDescs,
                                                 COR_PRF_EVENTPIPE_PARAM_DESC pParamDescs[],
                                                 EVENTPIPE_EVENT* pEvent) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeWriteEvent(EVENTPIPE_EVENT event, UINT32 cData,
                                                COR_PRF_EVENT_DATA data[], LPCGUID pActivityId,
                                                LPCGUID pRelatedActivityId) override;

  // ICorProfilerInfo13
  HRESULT GCRUCIBLE_STDCALL CreateHandle(ObjectID object, COR_PRF_HANDLE_TYPE type,
                                         ObjectHandleID* pHandle) override;
  HRESULT GCRUCIBLE_STDCALL DestroyHandle(ObjectHandleID handle) override;
  HRESULT GCRUCIBLE_STDCALL GetObjectIDFromHandle(ObjectHandleID handle, ObjectID* pObject) override;

  // ICorProfilerInfo14
  HRESULT GCRUCIBLE_STDCALL EnumerateNonGCObjects(ICorProfilerObjectEnum** ppEnum) override;
  HRESULT GCRUCIBLE_STDCALL GetNonGCHeapBounds(ULONG cObjectRanges, ULONG* pcObjectRanges,
                                               COR_PRF_NONGC_HEAP_RANGE ranges[]) override;
  HRESULT GCRUCIBLE_STDCALL EventPipeCreateProvider2(const WCHAR* providerName,
                                                     EventPipeProviderCallback* pCallback,
                                                     EVENTPIPE_PROVIDER* pProvider) override;

  // ICorProfilerInfo15
  HRESULT GCRUCIBLE_STDCALL EnumerateGCHeapObjects(ObjectCallback callback, void* callbackState) override;

 private:
  Clr* clr_;
};

}  // namespace gcrucible::clr
