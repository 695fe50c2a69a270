// The methods of ICorProfilerInfo to ICorProfilerInfo15, a row each. Slots, names, the simulated CLR's
// declarations and the queries of scenarios come from these rows.
#pragma once

// X(slot, version, method, parameters, query), in vtable order.
//   version     of the interface that introduced the method; 2 for ICorProfilerInfo2
//   parameters  as declared in the interface. `T* name` is an out parameter, and `T name[]` a buffer.
//               The count of a buffer is named cName or cchName, its needed count pcName or pcchName.
//   query       the arguments that an `ask:` of a scenario needs, and those that it may have
//               (harness/program/askable_info.h); `unasked` if no scenario can call the method
// clang-format off
#define GCRUCIBLE_INFO_METHODS(X) \
  X(3, 1, GetClassFromObject, (ObjectID objectId, ClassID* pClassId), asked(kAskObject)) \
  X(4, 1, GetClassFromToken, (ModuleID moduleId, mdTypeDef typeDef, ClassID* pClassId), unasked) \
  X(5, 1, GetCodeInfo, (FunctionID functionId, LPCBYTE* pStart, ULONG* pcSize), unasked) \
  X(6, 1, GetEventMask, (DWORD* pdwEvents), asked()) \
  X(7, 1, GetFunctionFromIP, (LPCBYTE ip, FunctionID* pFunctionId), unasked) \
  X(8, 1, GetFunctionFromToken, (ModuleID moduleId, mdToken token, FunctionID* pFunctionId), unasked) \
  X(9, 1, GetHandleFromThread, (ThreadID threadId, HANDLE* phThread), unasked) \
  X(10, 1, GetObjectSize, (ObjectID objectId, ULONG* pcSize), asked(kAskObject)) \
  X(11, 1, IsArrayClass, (ClassID classId, CorElementType* pBaseElemType, ClassID* pBaseClassId, \
    ULONG* pcRank), asked(kAskType | kAskNumber)) \
  X(12, 1, GetThreadInfo, (ThreadID threadId, DWORD* pdwWin32ThreadId), asked(kAskThread | kAskNumber)) \
  X(13, 1, GetCurrentThreadID, (ThreadID* pThreadId), asked()) \
  X(14, 1, GetClassIDInfo, (ClassID classId, ModuleID* pModuleId, mdTypeDef* pTypeDefToken), \
    asked(kAskType | kAskNumber)) \
  X(15, 1, GetFunctionInfo, (FunctionID functionId, ClassID* pClassId, ModuleID* pModuleId, \
    mdToken* pToken), unasked) \
  X(16, 1, SetEventMask, (DWORD dwEvents), asked(kAskNumber)) \
  X(17, 1, SetEnterLeaveFunctionHooks, (FunctionEnter* pFuncEnter, FunctionLeave* pFuncLeave, \
    FunctionTailcall* pFuncTailcall), unasked) \
  X(18, 1, SetFunctionIDMapper, (FunctionIDMapper* pFunc), unasked) \
  X(19, 1, GetTokenAndMetaDataFromFunction, (FunctionID functionId, REFIID riid, IUnknown** ppImport, \
    mdToken* pToken), unasked) \
  X(20, 1, GetModuleInfo, (ModuleID moduleId, LPCBYTE* ppBaseLoadAddress, ULONG cchName, ULONG* pcchName, \
    WCHAR szName[], AssemblyID* pAssemblyId), unasked) \
  X(21, 1, GetModuleMetaData, (ModuleID moduleId, DWORD dwOpenFlags, REFIID riid, IUnknown** ppOut), \
    unasked) \
  X(22, 1, GetILFunctionBody, (ModuleID moduleId, mdMethodDef methodId, LPCBYTE* ppMethodHeader, \
    ULONG* pcbMethodSize), unasked) \
  X(23, 1, GetILFunctionBodyAllocator, (ModuleID moduleId, IMethodMalloc** ppMalloc), unasked) \
  X(24, 1, SetILFunctionBody, (ModuleID moduleId, mdMethodDef methodid, LPCBYTE pbNewILMethodHeader), \
    unasked) \
  X(25, 1, GetAppDomainInfo, (AppDomainID appDomainId, ULONG cchName, ULONG* pcchName, WCHAR szName[], \
    ProcessID* pProcessId), unasked) \
  X(26, 1, GetAssemblyInfo, (AssemblyID assemblyId, ULONG cchName, ULONG* pcchName, WCHAR szName[], \
    AppDomainID* pAppDomainId, ModuleID* pModuleId), unasked) \
  X(27, 1, SetFunctionReJIT, (FunctionID functionId), unasked) \
  X(28, 1, ForceGC, (), asked()) \
  X(29, 1, SetILInstrumentedCodeMap, (FunctionID functionId, BOOL fStartJit, ULONG cILMapEntries, \
    COR_IL_MAP rgILMapEntries[]), unasked) \
  X(30, 1, GetInprocInspectionInterface, (IUnknown** ppicd), unasked) \
  X(31, 1, GetInprocInspectionIThisThread, (IUnknown** ppicd), unasked) \
  X(32, 1, GetThreadContext, (ThreadID threadId, ContextID* pContextId), unasked) \
  X(33, 1, BeginInprocDebugging, (BOOL fThisThreadOnly, DWORD* pdwProfilerContext), unasked) \
  X(34, 1, EndInprocDebugging, (DWORD dwProfilerContext), unasked) \
  X(35, 1, GetILToNativeMapping, (FunctionID functionId, ULONG32 cMap, ULONG32* pcMap, \
    COR_DEBUG_IL_TO_NATIVE_MAP map[]), unasked) \
  X(36, 2, DoStackSnapshot, (ThreadID thread, StackSnapshotCallback* callback, ULONG32 infoFlags, \
    void* clientData, BYTE context[], ULONG32 contextSize), asked()) \
  X(37, 2, SetEnterLeaveFunctionHooks2, (FunctionEnter2* pFuncEnter, FunctionLeave2* pFuncLeave, \
    FunctionTailcall2* pFuncTailcall), unasked) \
  X(38, 2, GetFunctionInfo2, (FunctionID funcId, COR_PRF_FRAME_INFO frameInfo, ClassID* pClassId, \
    ModuleID* pModuleId, mdToken* pToken, ULONG32 cTypeArgs, ULONG32* pcTypeArgs, ClassID typeArgs[]), \
    unasked) \
  X(39, 2, GetStringLayout, (ULONG* pBufferLengthOffset, ULONG* pStringLengthOffset, ULONG* pBufferOffset), \
    asked(0, kAskNumber)) \
  X(40, 2, GetClassLayout, (ClassID classID, COR_FIELD_OFFSET rFieldOffset[], ULONG cFieldOffset, \
    ULONG* pcFieldOffset, ULONG* pulClassSize), asked(kAskType, kAskNumber)) \
  X(41, 2, GetClassIDInfo2, (ClassID classId, ModuleID* pModuleId, mdTypeDef* pTypeDefToken, \
    ClassID* pParentClassId, ULONG32 cNumTypeArgs, ULONG32* pcNumTypeArgs, ClassID typeArgs[]), \
    asked(kAskType, kAskNumber)) \
  X(42, 2, GetCodeInfo2, (FunctionID functionID, ULONG32 cCodeInfos, ULONG32* pcCodeInfos, \
    COR_PRF_CODE_INFO codeInfos[]), unasked) \
  X(43, 2, GetClassFromTokenAndTypeArgs, (ModuleID moduleID, mdTypeDef typeDef, ULONG32 cTypeArgs, \
    ClassID typeArgs[], ClassID* pClassID), unasked) \
  X(44, 2, GetFunctionFromTokenAndTypeArgs, (ModuleID moduleID, mdMethodDef funcDef, ClassID classId, \
    ULONG32 cTypeArgs, ClassID typeArgs[], FunctionID* pFunctionID), unasked) \
  X(45, 2, EnumModuleFrozenObjects, (ModuleID moduleID, ICorProfilerObjectEnum** ppEnum), \
    asked(kAskType | kAskNumber)) \
  X(46, 2, GetArrayObjectInfo, (ObjectID objectId, ULONG32 cDimensions, ULONG32 pDimensionSizes[], \
    int pDimensionLowerBounds[], BYTE** ppData), asked(kAskObject, kAskNumber)) \
  X(47, 2, GetBoxClassLayout, (ClassID classId, ULONG32* pBufferOffset), asked(kAskType | kAskNumber)) \
  X(48, 2, GetThreadAppDomain, (ThreadID threadId, AppDomainID* pAppDomainId), unasked) \
  X(49, 2, GetRVAStaticAddress, (ClassID classId, mdFieldDef fieldToken, void** ppAddress), unasked) \
  X(50, 2, GetAppDomainStaticAddress, (ClassID classId, mdFieldDef fieldToken, AppDomainID appDomainId, \
    void** ppAddress), unasked) \
  X(51, 2, GetThreadStaticAddress, (ClassID classId, mdFieldDef fieldToken, ThreadID threadId, \
    void** ppAddress), unasked) \
  X(52, 2, GetContextStaticAddress, (ClassID classId, mdFieldDef fieldToken, ContextID contextId, \
    void** ppAddress), unasked) \
  X(53, 2, GetStaticFieldInfo, (ClassID classId, mdFieldDef fieldToken, COR_PRF_STATIC_TYPE* pFieldInfo), \
    unasked) \
  X(54, 2, GetGenerationBounds, (ULONG cObjectRanges, ULONG* pcObjectRanges, \
    COR_PRF_GC_GENERATION_RANGE ranges[]), asked(0, kAskNumber)) \
  X(55, 2, GetObjectGeneration, (ObjectID objectId, COR_PRF_GC_GENERATION_RANGE* range), asked(kAskObject)) \
  X(56, 2, GetNotifiedExceptionClauseInfo, (COR_PRF_EX_CLAUSE_INFO* pinfo), unasked) \
  X(57, 3, EnumJITedFunctions, (ICorProfilerFunctionEnum** ppEnum), unasked) \
  X(58, 3, RequestProfilerDetach, (DWORD dwExpectedCompletionMilliseconds), asked(0, kAskNumber)) \
  X(59, 3, SetFunctionIDMapper2, (FunctionIDMapper2* pFunc, void* clientData), unasked) \
  X(60, 3, GetStringLayout2, (ULONG* pStringLengthOffset, ULONG* pBufferOffset), asked(0, kAskNumber)) \
  X(61, 3, SetEnterLeaveFunctionHooks3, (FunctionEnter3* pFuncEnter3, FunctionLeave3* pFuncLeave3, \
    FunctionTailcall3* pFuncTailcall3), unasked) \
  X(62, 3, SetEnterLeaveFunctionHooks3WithInfo, (FunctionEnter3WithInfo* pFuncEnter3WithInfo, \
    FunctionLeave3WithInfo* pFuncLeave3WithInfo, FunctionTailcall3WithInfo* pFuncTailcall3WithInfo), \
    unasked) \
  X(63, 3, GetFunctionEnter3Info, (FunctionID functionId, COR_PRF_ELT_INFO eltInfo, \
    COR_PRF_FRAME_INFO* pFrameInfo, ULONG* pcbArgumentInfo, COR_PRF_FUNCTION_ARGUMENT_INFO* pArgumentInfo), \
    unasked) \
  X(64, 3, GetFunctionLeave3Info, (FunctionID functionId, COR_PRF_ELT_INFO eltInfo, \
    COR_PRF_FRAME_INFO* pFrameInfo, COR_PRF_FUNCTION_ARGUMENT_RANGE* pRetvalRange), unasked) \
  X(65, 3, GetFunctionTailcall3Info, (FunctionID functionId, COR_PRF_ELT_INFO eltInfo, \
    COR_PRF_FRAME_INFO* pFrameInfo), unasked) \
  X(66, 3, EnumModules, (ICorProfilerModuleEnum** ppEnum), asked()) \
  X(67, 3, GetRuntimeInformation, (USHORT* pClrInstanceId, COR_PRF_RUNTIME_TYPE* pRuntimeType, \
    USHORT* pMajorVersion, USHORT* pMinorVersion, USHORT* pBuildNumber, USHORT* pQFEVersion, \
    ULONG cchVersionString, ULONG* pcchVersionString, WCHAR szVersionString[]), asked(0, kAskNumber)) \
  X(68, 3, GetThreadStaticAddress2, (ClassID classId, mdFieldDef fieldToken, AppDomainID appDomainId, \
    ThreadID threadId, void** ppAddress), unasked) \
  X(69, 3, GetAppDomainsContainingModule, (ModuleID moduleId, ULONG32 cAppDomainIds, \
    ULONG32* pcAppDomainIds, AppDomainID appDomainIds[]), unasked) \
  X(70, 3, GetModuleInfo2, (ModuleID moduleId, LPCBYTE* ppBaseLoadAddress, ULONG cchName, ULONG* pcchName, \
    WCHAR szName[], AssemblyID* pAssemblyId, DWORD* pdwModuleFlags), unasked) \
  X(71, 4, EnumThreads, (ICorProfilerThreadEnum** ppEnum), asked()) \
  X(72, 4, InitializeCurrentThread, (), unasked) \
  X(73, 4, RequestReJIT, (ULONG cFunctions, ModuleID moduleIds[], mdMethodDef methodIds[]), unasked) \
  X(74, 4, RequestRevert, (ULONG cFunctions, ModuleID moduleIds[], mdMethodDef methodIds[], \
    HRESULT status[]), unasked) \
  X(75, 4, GetCodeInfo3, (FunctionID functionID, ReJITID reJitId, ULONG32 cCodeInfos, ULONG32* pcCodeInfos, \
    COR_PRF_CODE_INFO codeInfos[]), unasked) \
  X(76, 4, GetFunctionFromIP2, (LPCBYTE ip, FunctionID* pFunctionId, ReJITID* pReJitId), unasked) \
  X(77, 4, GetReJITIDs, (FunctionID functionId, ULONG cReJitIds, ULONG* pcReJitIds, ReJITID reJitIds[]), \
    unasked) \
  X(78, 4, GetILToNativeMapping2, (FunctionID functionId, ReJITID reJitId, ULONG32 cMap, ULONG32* pcMap, \
    COR_DEBUG_IL_TO_NATIVE_MAP map[]), unasked) \
  X(79, 4, EnumJITedFunctions2, (ICorProfilerFunctionEnum** ppEnum), unasked) \
  X(80, 4, GetObjectSize2, (ObjectID objectId, SIZE_T* pcSize), asked(kAskObject)) \
  X(81, 5, GetEventMask2, (DWORD* pdwEventsLow, DWORD* pdwEventsHigh), asked()) \
  X(82, 5, SetEventMask2, (DWORD dwEventsLow, DWORD dwEventsHigh), asked(kAskNumber)) \
  X(83, 6, EnumNgenModuleMethodsInliningThisMethod, (ModuleID inlinersModuleId, ModuleID inlineeModuleId, \
    mdMethodDef inlineeMethodId, BOOL* incompleteData, ICorProfilerMethodEnum** ppEnum), unasked) \
  X(84, 7, ApplyMetaData, (ModuleID moduleId), unasked) \
  X(85, 7, GetInMemorySymbolsLength, (ModuleID moduleId, DWORD* pCountSymbolBytes), unasked) \
  X(86, 7, ReadInMemorySymbols, (ModuleID moduleId, DWORD symbolsReadOffset, BYTE* pSymbolBytes, \
    DWORD countSymbolBytes, DWORD* pCountSymbolBytesRead), unasked) \
  X(87, 8, IsFunctionDynamic, (FunctionID functionId, BOOL* isDynamic), unasked) \
  X(88, 8, GetFunctionFromIP3, (LPCBYTE ip, FunctionID* functionId, ReJITID* pReJitId), unasked) \
  X(89, 8, GetDynamicFunctionInfo, (FunctionID functionId, ModuleID* moduleId, PCCOR_SIGNATURE* ppvSig, \
    ULONG* pbSig, ULONG cchName, ULONG* pcchName, WCHAR wszName[]), unasked) \
  X(90, 9, GetNativeCodeStartAddresses, (FunctionID functionID, ReJITID reJitId, \
    ULONG32 cCodeStartAddresses, ULONG32* pcCodeStartAddresses, UINT_PTR codeStartAddresses[]), unasked) \
  X(91, 9, GetILToNativeMapping3, (UINT_PTR pNativeCodeStartAddress, ULONG32 cMap, ULONG32* pcMap, \
    COR_DEBUG_IL_TO_NATIVE_MAP map[]), unasked) \
  X(92, 9, GetCodeInfo4, (UINT_PTR pNativeCodeStartAddress, ULONG32 cCodeInfos, ULONG32* pcCodeInfos, \
    COR_PRF_CODE_INFO codeInfos[]), unasked) \
  X(93, 10, EnumerateObjectReferences, (ObjectID objectId, ObjectReferenceCallback callback, \
    void* clientData), asked(kAskObject)) \
  X(94, 10, IsFrozenObject, (ObjectID objectId, BOOL* pbFrozen), asked(kAskObject)) \
  X(95, 10, GetLOHObjectSizeThreshold, (DWORD* pThreshold), asked()) \
  X(96, 10, RequestReJITWithInliners, (DWORD dwRejitFlags, ULONG cFunctions, ModuleID moduleIds[], \
    mdMethodDef methodIds[]), unasked) \
  X(97, 10, SuspendRuntime, (), asked()) \
  X(98, 10, ResumeRuntime, (), asked()) \
  X(99, 11, GetEnvironmentVariable, (const WCHAR* szName, ULONG cchValue, ULONG* pcchValue, \
    WCHAR szValue[]), asked(kAskText, kAskNumber)) \
  X(100, 11, SetEnvironmentVariable, (const WCHAR* szName, const WCHAR* szValue), unasked) \
  X(101, 12, EventPipeStartSession, (UINT32 cProviderConfigs, \
    COR_PRF_EVENTPIPE_PROVIDER_CONFIG pProviderConfigs[], BOOL requestRundown, EVENTPIPE_SESSION* pSession), \
    unasked) \
  X(102, 12, EventPipeAddProviderToSession, (EVENTPIPE_SESSION session, \
    COR_PRF_EVENTPIPE_PROVIDER_CONFIG providerConfig), unasked) \
  X(103, 12, EventPipeStopSession, (EVENTPIPE_SESSION session), unasked) \
  X(104, 12, EventPipeCreateProvider, (const WCHAR* providerName, EVENTPIPE_PROVIDER* pProvider), unasked) \
  X(105, 12, EventPipeGetProviderInfo, (EVENTPIPE_PROVIDER provider, ULONG cchName, ULONG* pcchName, \
    WCHAR providerName[]), unasked) \
  X(106, 12, EventPipeDefineEvent, (EVENTPIPE_PROVIDER provider, const WCHAR* eventName, UINT32 eventID, \
    UINT64 keywords, UINT32 eventVersion, UINT32 level, UINT8 opcode, BOOL needStack, UINT32 cParamDescs, \
    COR_PRF_EVENTPIPE_PARAM_DESC pParamDescs[], EVENTPIPE_EVENT* pEvent), unasked) \
  X(107, 12, EventPipeWriteEvent, (EVENTPIPE_EVENT event, UINT32 cData, COR_PRF_EVENT_DATA data[], \
    LPCGUID pActivityId, LPCGUID pRelatedActivityId), unasked) \
  X(108, 13, CreateHandle, (ObjectID object, COR_PRF_HANDLE_TYPE type, ObjectHandleID* pHandle), \
    asked(0, kAskObject | kAskNumber)) \
  X(109, 13, DestroyHandle, (ObjectHandleID handle), unasked) \
  X(110, 13, GetObjectIDFromHandle, (ObjectHandleID handle, ObjectID* pObject), \
    asked(kAskHandle | kAskNumber)) \
  X(111, 14, EnumerateNonGCObjects, (ICorProfilerObjectEnum** ppEnum), asked()) \
  X(112, 14, GetNonGCHeapBounds, (ULONG cObjectRanges, ULONG* pcObjectRanges, \
    COR_PRF_NONGC_HEAP_RANGE ranges[]), asked(0, kAskNumber)) \
  X(113, 14, EventPipeCreateProvider2, (const WCHAR* providerName, EventPipeProviderCallback* pCallback, \
    EVENTPIPE_PROVIDER* pProvider), unasked) \
  X(114, 15, EnumerateGCHeapObjects, (ObjectCallback callback, void* callbackState), asked())
// clang-format on
