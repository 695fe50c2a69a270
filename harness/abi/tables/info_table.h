// The methods of ICorProfilerInfo and its later versions, a row each. Slots, names, the simulated CLR's
// declarations and the queries of scenarios come from these rows.
#pragma once

// X(slot, version, method, parameters, query, failure), in vtable order.
//   version     of the interface that introduced the method; 2 for ICorProfilerInfo2
//   parameters  as declared in the interface. `T* name` is an out parameter, and `T name[]` a buffer.
//               The count of a buffer is named cName or cchName, its needed count pcName or pcchName.
//   query       the arguments that an `ask:` of a scenario needs, and those that it may have
//               (harness/program/askable_info.h); `unasked` if no scenario can call the method
//   failure     the error that a correct call may return (harness/program/failing_info.h); `none` if there
//               is no such error
// clang-format off
#define GCRUCIBLE_INFO_METHODS(X) \
  X(3, 1, GetClassFromObject, (ObjectID objectId, ClassID* pClassId), asked(kAskObject), none) \
  X(4, 1, GetClassFromToken, (ModuleID moduleId, mdTypeDef typeDef, ClassID* pClassId), unasked, none) \
  X(5, 1, GetCodeInfo, (FunctionID functionId, LPCBYTE* pStart, ULONG* pcSize), unasked, none) \
  X(6, 1, GetEventMask, (DWORD* pdwEvents), asked(), none) \
  X(7, 1, GetFunctionFromIP, (LPCBYTE ip, FunctionID* pFunctionId), unasked, none) \
  X(8, 1, GetFunctionFromToken, (ModuleID moduleId, mdToken token, FunctionID* pFunctionId), unasked, none) \
  X(9, 1, GetHandleFromThread, (ThreadID threadId, HANDLE* phThread), unasked, none) \
  X(10, 1, GetObjectSize, (ObjectID objectId, ULONG* pcSize), asked(kAskObject), none) \
  X(11, 1, IsArrayClass, (ClassID classId, CorElementType* pBaseElemType, ClassID* pBaseClassId, \
    ULONG* pcRank), asked(kAskType | kAskNumber), none) \
  X(12, 1, GetThreadInfo, (ThreadID threadId, DWORD* pdwWin32ThreadId), asked(kAskThread | kAskNumber), \
    none) \
  X(13, 1, GetCurrentThreadID, (ThreadID* pThreadId), asked(), none) \
  X(14, 1, GetClassIDInfo, (ClassID classId, ModuleID* pModuleId, mdTypeDef* pTypeDefToken), \
    asked(kAskType | kAskNumber), incomplete) \
  X(15, 1, GetFunctionInfo, (FunctionID functionId, ClassID* pClassId, ModuleID* pModuleId, \
    mdToken* pToken), unasked, incomplete) \
  X(16, 1, SetEventMask, (DWORD dwEvents), asked(kAskNumber), none) \
  X(17, 1, SetEnterLeaveFunctionHooks, (FunctionEnter* pFuncEnter, FunctionLeave* pFuncLeave, \
    FunctionTailcall* pFuncTailcall), unasked, none) \
  X(18, 1, SetFunctionIDMapper, (FunctionIDMapper* pFunc), unasked, none) \
  X(19, 1, GetTokenAndMetaDataFromFunction, (FunctionID functionId, REFIID riid, IUnknown** ppImport, \
    mdToken* pToken), unasked, incomplete) \
  X(20, 1, GetModuleInfo, (ModuleID moduleId, LPCBYTE* ppBaseLoadAddress, ULONG cchName, ULONG* pcchName, \
    WCHAR szName[], AssemblyID* pAssemblyId), unasked, incomplete) \
  X(21, 1, GetModuleMetaData, (ModuleID moduleId, DWORD dwOpenFlags, REFIID riid, IUnknown** ppOut), \
    unasked, incomplete) \
  X(22, 1, GetILFunctionBody, (ModuleID moduleId, mdMethodDef methodId, LPCBYTE* ppMethodHeader, \
    ULONG* pcbMethodSize), unasked, none) \
  X(23, 1, GetILFunctionBodyAllocator, (ModuleID moduleId, IMethodMalloc** ppMalloc), unasked, none) \
  X(24, 1, SetILFunctionBody, (ModuleID moduleId, mdMethodDef methodid, LPCBYTE pbNewILMethodHeader), \
    unasked, none) \
  X(25, 1, GetAppDomainInfo, (AppDomainID appDomainId, ULONG cchName, ULONG* pcchName, WCHAR szName[], \
    ProcessID* pProcessId), unasked, incomplete) \
  X(26, 1, GetAssemblyInfo, (AssemblyID assemblyId, ULONG cchName, ULONG* pcchName, WCHAR szName[], \
    AppDomainID* pAppDomainId, ModuleID* pModuleId), unasked, incomplete) \
  X(27, 1, SetFunctionReJIT, (FunctionID functionId), unasked, none) \
  X(28, 1, ForceGC, (), asked(), none) \
  X(29, 1, SetILInstrumentedCodeMap, (FunctionID functionId, BOOL fStartJit, ULONG cILMapEntries, \
    COR_IL_MAP rgILMapEntries[]), unasked, none) \
  X(30, 1, GetInprocInspectionInterface, (IUnknown** ppicd), unasked, none) \
  X(31, 1, GetInprocInspectionIThisThread, (IUnknown** ppicd), unasked, none) \
  X(32, 1, GetThreadContext, (ThreadID threadId, ContextID* pContextId), unasked, none) \
  X(33, 1, BeginInprocDebugging, (BOOL fThisThreadOnly, DWORD* pdwProfilerContext), unasked, none) \
  X(34, 1, EndInprocDebugging, (DWORD dwProfilerContext), unasked, none) \
  X(35, 1, GetILToNativeMapping, (FunctionID functionId, ULONG32 cMap, ULONG32* pcMap, \
    COR_DEBUG_IL_TO_NATIVE_MAP map[]), unasked, none) \
  X(36, 2, DoStackSnapshot, (ThreadID thread, StackSnapshotCallback* callback, ULONG32 infoFlags, \
    void* clientData, BYTE context[], ULONG32 contextSize), asked(), none) \
  X(37, 2, SetEnterLeaveFunctionHooks2, (FunctionEnter2* pFuncEnter, FunctionLeave2* pFuncLeave, \
    FunctionTailcall2* pFuncTailcall), unasked, none) \
  X(38, 2, GetFunctionInfo2, (FunctionID funcId, COR_PRF_FRAME_INFO frameInfo, ClassID* pClassId, \
    ModuleID* pModuleId, mdToken* pToken, ULONG32 cTypeArgs, ULONG32* pcTypeArgs, ClassID typeArgs[]), \
    unasked, incomplete) \
  X(39, 2, GetStringLayout, (ULONG* pBufferLengthOffset, ULONG* pStringLengthOffset, ULONG* pBufferOffset), \
    asked(0, kAskNumber), none) \
  X(40, 2, GetClassLayout, (ClassID classID, COR_FIELD_OFFSET rFieldOffset[], ULONG cFieldOffset, \
    ULONG* pcFieldOffset, ULONG* pulClassSize), asked(kAskType, kAskNumber), incomplete) \
  X(41, 2, GetClassIDInfo2, (ClassID classId, ModuleID* pModuleId, mdTypeDef* pTypeDefToken, \
    ClassID* pParentClassId, ULONG32 cNumTypeArgs, ULONG32* pcNumTypeArgs, ClassID typeArgs[]), \
    asked(kAskType, kAskNumber), incomplete) \
  X(42, 2, GetCodeInfo2, (FunctionID functionID, ULONG32 cCodeInfos, ULONG32* pcCodeInfos, \
    COR_PRF_CODE_INFO codeInfos[]), unasked, none) \
  X(43, 2, GetClassFromTokenAndTypeArgs, (ModuleID moduleID, mdTypeDef typeDef, ULONG32 cTypeArgs, \
    ClassID typeArgs[], ClassID* pClassID), unasked, none) \
  X(44, 2, GetFunctionFromTokenAndTypeArgs, (ModuleID moduleID, mdMethodDef funcDef, ClassID classId, \
    ULONG32 cTypeArgs, ClassID typeArgs[], FunctionID* pFunctionID), unasked, none) \
  X(45, 2, EnumModuleFrozenObjects, (ModuleID moduleID, ICorProfilerObjectEnum** ppEnum), \
    asked(kAskType | kAskNumber), none) \
  X(46, 2, GetArrayObjectInfo, (ObjectID objectId, ULONG32 cDimensions, ULONG32 pDimensionSizes[], \
    int pDimensionLowerBounds[], BYTE** ppData), asked(kAskObject, kAskNumber), none) \
  X(47, 2, GetBoxClassLayout, (ClassID classId, ULONG32* pBufferOffset), asked(kAskType | kAskNumber), \
    incomplete) \
  X(48, 2, GetThreadAppDomain, (ThreadID threadId, AppDomainID* pAppDomainId), unasked, none) \
  X(49, 2, GetRVAStaticAddress, (ClassID classId, mdFieldDef fieldToken, void** ppAddress), unasked, none) \
  X(50, 2, GetAppDomainStaticAddress, (ClassID classId, mdFieldDef fieldToken, AppDomainID appDomainId, \
    void** ppAddress), unasked, none) \
  X(51, 2, GetThreadStaticAddress, (ClassID classId, mdFieldDef fieldToken, ThreadID threadId, \
    void** ppAddress), unasked, none) \
  X(52, 2, GetContextStaticAddress, (ClassID classId, mdFieldDef fieldToken, ContextID contextId, \
    void** ppAddress), unasked, none) \
  X(53, 2, GetStaticFieldInfo, (ClassID classId, mdFieldDef fieldToken, COR_PRF_STATIC_TYPE* pFieldInfo), \
    unasked, none) \
  X(54, 2, GetGenerationBounds, (ULONG cObjectRanges, ULONG* pcObjectRanges, \
    COR_PRF_GC_GENERATION_RANGE ranges[]), asked(0, kAskNumber), none) \
  X(55, 2, GetObjectGeneration, (ObjectID objectId, COR_PRF_GC_GENERATION_RANGE* range), asked(kAskObject), \
    none) \
  X(56, 2, GetNotifiedExceptionClauseInfo, (COR_PRF_EX_CLAUSE_INFO* pinfo), unasked, none) \
  X(57, 3, EnumJITedFunctions, (ICorProfilerFunctionEnum** ppEnum), unasked, none) \
  X(58, 3, RequestProfilerDetach, (DWORD dwExpectedCompletionMilliseconds), asked(0, kAskNumber), none) \
  X(59, 3, SetFunctionIDMapper2, (FunctionIDMapper2* pFunc, void* clientData), unasked, none) \
  X(60, 3, GetStringLayout2, (ULONG* pStringLengthOffset, ULONG* pBufferOffset), asked(0, kAskNumber), none) \
  X(61, 3, SetEnterLeaveFunctionHooks3, (FunctionEnter3* pFuncEnter3, FunctionLeave3* pFuncLeave3, \
    FunctionTailcall3* pFuncTailcall3), unasked, none) \
  X(62, 3, SetEnterLeaveFunctionHooks3WithInfo, (FunctionEnter3WithInfo* pFuncEnter3WithInfo, \
    FunctionLeave3WithInfo* pFuncLeave3WithInfo, FunctionTailcall3WithInfo* pFuncTailcall3WithInfo), \
    unasked, none) \
  X(63, 3, GetFunctionEnter3Info, (FunctionID functionId, COR_PRF_ELT_INFO eltInfo, \
    COR_PRF_FRAME_INFO* pFrameInfo, ULONG* pcbArgumentInfo, COR_PRF_FUNCTION_ARGUMENT_INFO* pArgumentInfo), \
    unasked, none) \
  X(64, 3, GetFunctionLeave3Info, (FunctionID functionId, COR_PRF_ELT_INFO eltInfo, \
    COR_PRF_FRAME_INFO* pFrameInfo, COR_PRF_FUNCTION_ARGUMENT_RANGE* pRetvalRange), unasked, none) \
  X(65, 3, GetFunctionTailcall3Info, (FunctionID functionId, COR_PRF_ELT_INFO eltInfo, \
    COR_PRF_FRAME_INFO* pFrameInfo), unasked, none) \
  X(66, 3, EnumModules, (ICorProfilerModuleEnum** ppEnum), asked(), no_memory) \
  X(67, 3, GetRuntimeInformation, (USHORT* pClrInstanceId, COR_PRF_RUNTIME_TYPE* pRuntimeType, \
    USHORT* pMajorVersion, USHORT* pMinorVersion, USHORT* pBuildNumber, USHORT* pQFEVersion, \
    ULONG cchVersionString, ULONG* pcchVersionString, WCHAR szVersionString[]), asked(0, kAskNumber), none) \
  X(68, 3, GetThreadStaticAddress2, (ClassID classId, mdFieldDef fieldToken, AppDomainID appDomainId, \
    ThreadID threadId, void** ppAddress), unasked, none) \
  X(69, 3, GetAppDomainsContainingModule, (ModuleID moduleId, ULONG32 cAppDomainIds, \
    ULONG32* pcAppDomainIds, AppDomainID appDomainIds[]), unasked, none) \
  X(70, 3, GetModuleInfo2, (ModuleID moduleId, LPCBYTE* ppBaseLoadAddress, ULONG cchName, ULONG* pcchName, \
    WCHAR szName[], AssemblyID* pAssemblyId, DWORD* pdwModuleFlags), unasked, incomplete) \
  X(71, 4, EnumThreads, (ICorProfilerThreadEnum** ppEnum), asked(), no_memory) \
  X(72, 4, InitializeCurrentThread, (), unasked, none) \
  X(73, 4, RequestReJIT, (ULONG cFunctions, ModuleID moduleIds[], mdMethodDef methodIds[]), unasked, none) \
  X(74, 4, RequestRevert, (ULONG cFunctions, ModuleID moduleIds[], mdMethodDef methodIds[], \
    HRESULT status[]), unasked, none) \
  X(75, 4, GetCodeInfo3, (FunctionID functionID, ReJITID reJitId, ULONG32 cCodeInfos, ULONG32* pcCodeInfos, \
    COR_PRF_CODE_INFO codeInfos[]), unasked, none) \
  X(76, 4, GetFunctionFromIP2, (LPCBYTE ip, FunctionID* pFunctionId, ReJITID* pReJitId), unasked, none) \
  X(77, 4, GetReJITIDs, (FunctionID functionId, ULONG cReJitIds, ULONG* pcReJitIds, ReJITID reJitIds[]), \
    unasked, none) \
  X(78, 4, GetILToNativeMapping2, (FunctionID functionId, ReJITID reJitId, ULONG32 cMap, ULONG32* pcMap, \
    COR_DEBUG_IL_TO_NATIVE_MAP map[]), unasked, none) \
  X(79, 4, EnumJITedFunctions2, (ICorProfilerFunctionEnum** ppEnum), unasked, none) \
  X(80, 4, GetObjectSize2, (ObjectID objectId, SIZE_T* pcSize), asked(kAskObject), none) \
  X(81, 5, GetEventMask2, (DWORD* pdwEventsLow, DWORD* pdwEventsHigh), asked(), none) \
  X(82, 5, SetEventMask2, (DWORD dwEventsLow, DWORD dwEventsHigh), asked(kAskNumber), none) \
  X(83, 6, EnumNgenModuleMethodsInliningThisMethod, (ModuleID inlinersModuleId, ModuleID inlineeModuleId, \
    mdMethodDef inlineeMethodId, BOOL* incompleteData, ICorProfilerMethodEnum** ppEnum), unasked, none) \
  X(84, 7, ApplyMetaData, (ModuleID moduleId), unasked, none) \
  X(85, 7, GetInMemorySymbolsLength, (ModuleID moduleId, DWORD* pCountSymbolBytes), unasked, none) \
  X(86, 7, ReadInMemorySymbols, (ModuleID moduleId, DWORD symbolsReadOffset, BYTE* pSymbolBytes, \
    DWORD countSymbolBytes, DWORD* pCountSymbolBytesRead), unasked, none) \
  X(87, 8, IsFunctionDynamic, (FunctionID functionId, BOOL* isDynamic), unasked, none) \
  X(88, 8, GetFunctionFromIP3, (LPCBYTE ip, FunctionID* functionId, ReJITID* pReJitId), unasked, none) \
  X(89, 8, GetDynamicFunctionInfo, (FunctionID functionId, ModuleID* moduleId, PCCOR_SIGNATURE* ppvSig, \
    ULONG* pbSig, ULONG cchName, ULONG* pcchName, WCHAR wszName[]), unasked, none) \
  X(90, 9, GetNativeCodeStartAddresses, (FunctionID functionID, ReJITID reJitId, \
    ULONG32 cCodeStartAddresses, ULONG32* pcCodeStartAddresses, UINT_PTR codeStartAddresses[]), unasked, \
    none) \
  X(91, 9, GetILToNativeMapping3, (UINT_PTR pNativeCodeStartAddress, ULONG32 cMap, ULONG32* pcMap, \
    COR_DEBUG_IL_TO_NATIVE_MAP map[]), unasked, none) \
  X(92, 9, GetCodeInfo4, (UINT_PTR pNativeCodeStartAddress, ULONG32 cCodeInfos, ULONG32* pcCodeInfos, \
    COR_PRF_CODE_INFO codeInfos[]), unasked, none) \
  X(93, 10, EnumerateObjectReferences, (ObjectID objectId, ObjectReferenceCallback callback, \
    void* clientData), asked(kAskObject), none) \
  X(94, 10, IsFrozenObject, (ObjectID objectId, BOOL* pbFrozen), asked(kAskObject), none) \
  X(95, 10, GetLOHObjectSizeThreshold, (DWORD* pThreshold), asked(), none) \
  X(96, 10, RequestReJITWithInliners, (DWORD dwRejitFlags, ULONG cFunctions, ModuleID moduleIds[], \
    mdMethodDef methodIds[]), unasked, none) \
  X(97, 10, SuspendRuntime, (), asked(), suspending) \
  X(98, 10, ResumeRuntime, (), asked(), none) \
  X(99, 11, GetEnvironmentVariable, (const WCHAR* szName, ULONG cchValue, ULONG* pcchValue, \
    WCHAR szValue[]), asked(kAskText, kAskNumber), none) \
  X(100, 11, SetEnvironmentVariable, (const WCHAR* szName, const WCHAR* szValue), unasked, none) \
  X(101, 12, EventPipeStartSession, (UINT32 cProviderConfigs, \
    COR_PRF_EVENTPIPE_PROVIDER_CONFIG pProviderConfigs[], BOOL requestRundown, EVENTPIPE_SESSION* pSession), \
    unasked, none) \
  X(102, 12, EventPipeAddProviderToSession, (EVENTPIPE_SESSION session, \
    COR_PRF_EVENTPIPE_PROVIDER_CONFIG providerConfig), unasked, none) \
  X(103, 12, EventPipeStopSession, (EVENTPIPE_SESSION session), unasked, none) \
  X(104, 12, EventPipeCreateProvider, (const WCHAR* providerName, EVENTPIPE_PROVIDER* pProvider), unasked, \
    none) \
  X(105, 12, EventPipeGetProviderInfo, (EVENTPIPE_PROVIDER provider, ULONG cchName, ULONG* pcchName, \
    WCHAR providerName[]), unasked, none) \
  X(106, 12, EventPipeDefineEvent, (EVENTPIPE_PROVIDER provider, const WCHAR* eventName, UINT32 eventID, \
    UINT64 keywords, UINT32 eventVersion, UINT32 level, UINT8 opcode, BOOL needStack, UINT32 cParamDescs, \
    COR_PRF_EVENTPIPE_PARAM_DESC pParamDescs[], EVENTPIPE_EVENT* pEvent), unasked, none) \
  X(107, 12, EventPipeWriteEvent, (EVENTPIPE_EVENT event, UINT32 cData, COR_PRF_EVENT_DATA data[], \
    LPCGUID pActivityId, LPCGUID pRelatedActivityId), unasked, none) \
  X(108, 13, CreateHandle, (ObjectID object, COR_PRF_HANDLE_TYPE type, ObjectHandleID* pHandle), \
    asked(0, kAskObject | kAskNumber), no_memory) \
  X(109, 13, DestroyHandle, (ObjectHandleID handle), unasked, none) \
  X(110, 13, GetObjectIDFromHandle, (ObjectHandleID handle, ObjectID* pObject), \
    asked(kAskHandle | kAskNumber), none) \
  X(111, 14, EnumerateNonGCObjects, (ICorProfilerObjectEnum** ppEnum), asked(), none) \
  X(112, 14, GetNonGCHeapBounds, (ULONG cObjectRanges, ULONG* pcObjectRanges, \
    COR_PRF_NONGC_HEAP_RANGE ranges[]), asked(0, kAskNumber), none) \
  X(113, 14, EventPipeCreateProvider2, (const WCHAR* providerName, EventPipeProviderCallback* pCallback, \
    EVENTPIPE_PROVIDER* pProvider), unasked, none) \
  X(114, 15, EnumerateGCHeapObjects, (ObjectCallback callback, void* callbackState), asked(), suspending)
// clang-format on
