// The callbacks of ICorProfilerCallback and its later versions, a row each. Slots, names, default
// implementations, trace fields, shapes of arguments, masks and modes come from these rows.
#pragma once

// X(slot, version, method, parameters, fields, said, judged, mask, mode), in vtable order.
//   version     of the interface that introduced the method; 2 for ICorProfilerCallback2
//   parameters  as declared in the interface
//   fields      the keys of its trace line in their order, each with the parameters that give the value.
//               An array follows its count. The types of the parameters determine the form of the value. A
//               key without parameters is written as null.
//   said        whether a scenario can `say` it, or `unsaid`
//   judged      whether rules have a number for it (harness/rules/decode/call.h), or `unjudged`
//   mask        the flags that enable it, and
//   mode        what its thread may do inside it: both are constants in callback_rows.h
// clang-format off
#define GCRUCIBLE_CALLBACKS(X) \
  X(3, 1, Initialize, (IUnknown* pICorProfilerInfoUnk), (), said, judged, kUnmasked, kFree) \
  X(4, 1, Shutdown, (), (), said, judged, kUnmasked, kFree) \
  X(5, 1, AppDomainCreationStarted, (AppDomainID appDomainId), (appdomain(appDomainId)), said, judged, \
    kDomains, kFree) \
  X(6, 1, AppDomainCreationFinished, (AppDomainID appDomainId, HRESULT hrStatus), \
    (appdomain(appDomainId), status(hrStatus)), said, judged, kDomains, kFree) \
  X(7, 1, AppDomainShutdownStarted, (AppDomainID appDomainId), (appdomain(appDomainId)), said, judged, \
    kDomains, kFree) \
  X(8, 1, AppDomainShutdownFinished, (AppDomainID appDomainId, HRESULT hrStatus), \
    (appdomain(appDomainId), status(hrStatus)), said, judged, kDomains, kFree) \
  X(9, 1, AssemblyLoadStarted, (AssemblyID assemblyId), (assembly(assemblyId)), said, judged, kAssemblies, \
    kCooperative) \
  X(10, 1, AssemblyLoadFinished, (AssemblyID assemblyId, HRESULT hrStatus), \
    (assembly(assemblyId), status(hrStatus)), said, judged, kAssemblies, kCooperative) \
  X(11, 1, AssemblyUnloadStarted, (AssemblyID assemblyId), (assembly(assemblyId)), said, judged, \
    kAssemblies, kFree) \
  X(12, 1, AssemblyUnloadFinished, (AssemblyID assemblyId, HRESULT hrStatus), \
    (assembly(assemblyId), status(hrStatus)), said, judged, kAssemblies, kFree) \
  X(13, 1, ModuleLoadStarted, (ModuleID moduleId), (module(moduleId)), said, judged, kModules, \
    kCooperative) \
  X(14, 1, ModuleLoadFinished, (ModuleID moduleId, HRESULT hrStatus), (module(moduleId), status(hrStatus)), \
    said, judged, kModules, kFree) \
  X(15, 1, ModuleUnloadStarted, (ModuleID moduleId), (module(moduleId)), said, judged, kModules, kFree) \
  X(16, 1, ModuleUnloadFinished, (ModuleID moduleId, HRESULT hrStatus), \
    (module(moduleId), status(hrStatus)), said, judged, kModules, kFree) \
  X(17, 1, ModuleAttachedToAssembly, (ModuleID moduleId, AssemblyID assemblyId), \
    (module(moduleId), assembly(assemblyId)), said, judged, kModules, kFree) \
  X(18, 1, ClassLoadStarted, (ClassID classId), (class(classId)), said, judged, kClasses, kFree) \
  X(19, 1, ClassLoadFinished, (ClassID classId, HRESULT hrStatus), (class(classId), status(hrStatus)), \
    said, judged, kClasses, kFree) \
  X(20, 1, ClassUnloadStarted, (ClassID classId), (class(classId)), said, judged, kClasses, kFree) \
  X(21, 1, ClassUnloadFinished, (ClassID classId, HRESULT hrStatus), (class(classId), status(hrStatus)), \
    said, judged, kClasses, kFree) \
  X(22, 1, FunctionUnloadStarted, (FunctionID functionId), (function(functionId)), said, judged, \
    kFunctionUnloads, kFree) \
  X(23, 1, JITCompilationStarted, (FunctionID functionId, BOOL fIsSafeToBlock), \
    (function(functionId), safe_to_block(fIsSafeToBlock)), said, judged, kCompilation, kFree) \
  X(24, 1, JITCompilationFinished, (FunctionID functionId, HRESULT hrStatus, BOOL fIsSafeToBlock), \
    (function(functionId), status(hrStatus), safe_to_block(fIsSafeToBlock)), said, judged, kCompilation, \
    kFree) \
  X(25, 1, JITCachedFunctionSearchStarted, (FunctionID functionId, BOOL* pbUseCachedFunction), \
    (function(functionId)), said, judged, kCacheSearches, kFree) \
  X(26, 1, JITCachedFunctionSearchFinished, (FunctionID functionId, COR_PRF_JIT_CACHE result), \
    (function(functionId), result(result)), said, judged, kCacheSearches, kFree) \
  X(27, 1, JITFunctionPitched, (FunctionID functionId), (function(functionId)), said, judged, kCompilation, \
    kFree) \
  X(28, 1, JITInlining, (FunctionID callerId, FunctionID calleeId, BOOL* pfShouldInline), \
    (caller(callerId), callee(calleeId)), said, judged, kCompilation, kFree) \
  X(29, 1, ThreadCreated, (ThreadID threadId), (thread(threadId)), said, judged, kThreads, kFree) \
  X(30, 1, ThreadDestroyed, (ThreadID threadId), (thread(threadId)), said, judged, kThreads, kFree) \
  X(31, 1, ThreadAssignedToOSThread, (ThreadID managedThreadId, DWORD osThreadId), \
    (thread(managedThreadId), os()), said, judged, kThreads, kCooperative | kNoTrigger) \
  X(32, 1, RemotingClientInvocationStarted, (), (), unsaid, unjudged, kRemoting, kFree) \
  X(33, 1, RemotingClientSendingMessage, (GUID* pCookie, BOOL fIsAsync), \
    (cookie(pCookie), async(fIsAsync)), unsaid, unjudged, kRemoting, kFree) \
  X(34, 1, RemotingClientReceivingReply, (GUID* pCookie, BOOL fIsAsync), \
    (cookie(pCookie), async(fIsAsync)), unsaid, unjudged, kRemoting, kFree) \
  X(35, 1, RemotingClientInvocationFinished, (), (), unsaid, unjudged, kRemoting, kFree) \
  X(36, 1, RemotingServerReceivingMessage, (GUID* pCookie, BOOL fIsAsync), \
    (cookie(pCookie), async(fIsAsync)), unsaid, unjudged, kRemoting, kFree) \
  X(37, 1, RemotingServerInvocationStarted, (), (), unsaid, unjudged, kRemoting, kFree) \
  X(38, 1, RemotingServerInvocationReturned, (), (), unsaid, unjudged, kRemoting, kFree) \
  X(39, 1, RemotingServerSendingReply, (GUID* pCookie, BOOL fIsAsync), (cookie(pCookie), async(fIsAsync)), \
    unsaid, unjudged, kRemoting, kFree) \
  X(40, 1, UnmanagedToManagedTransition, (FunctionID functionId, COR_PRF_TRANSITION_REASON reason), \
    (function(functionId), reason(reason)), said, unjudged, kTransitions, kFree) \
  X(41, 1, ManagedToUnmanagedTransition, (FunctionID functionId, COR_PRF_TRANSITION_REASON reason), \
    (function(functionId), reason(reason)), said, unjudged, kTransitions, kFree) \
  X(42, 1, RuntimeSuspendStarted, (COR_PRF_SUSPEND_REASON suspendReason), (reason(suspendReason)), said, \
    judged, kSuspends, kNoTrigger | kInCollections) \
  X(43, 1, RuntimeSuspendFinished, (), (), said, judged, kSuspends, kNoTrigger | kInCollections) \
  X(44, 1, RuntimeSuspendAborted, (), (), said, judged, kSuspends, kNoTrigger | kInCollections) \
  X(45, 1, RuntimeResumeStarted, (), (), said, judged, kSuspends, \
    kCooperative | kSuspended | kInCollections) \
  X(46, 1, RuntimeResumeFinished, (), (), said, judged, kSuspends, kInCollections) \
  X(47, 1, RuntimeThreadSuspended, (ThreadID threadId), (thread(threadId)), said, judged, kSuspends, \
    kNoTrigger | kInCollections) \
  X(48, 1, RuntimeThreadResumed, (ThreadID threadId), (thread(threadId)), said, judged, kSuspends, \
    kCooperative | kNoTrigger | kInCollections) \
  X(49, 1, MovedReferences, (ULONG cMovedObjectIDRanges, ObjectID oldObjectIDRangeStart[], \
    ObjectID newObjectIDRangeStart[], ULONG cObjectIDRangeLength[]), \
    (ranges(cMovedObjectIDRanges, oldObjectIDRangeStart, newObjectIDRangeStart, cObjectIDRangeLength)), \
    said, judged, kGcOrMoved, kNoTrigger | kInCollections) \
  X(50, 1, ObjectAllocated, (ObjectID objectId, ClassID classId), (object(objectId), class(classId)), said, \
    judged, kAllocations, kCooperative) \
  X(51, 1, ObjectsAllocatedByClass, (ULONG cClassCount, ClassID classIds[], ULONG cObjects[]), \
    (classes(cClassCount, classIds, cObjects)), said, judged, kGc, kNoTrigger | kInCollections) \
  X(52, 1, ObjectReferences, \
    (ObjectID objectId, ClassID classId, ULONG cObjectRefs, ObjectID objectRefIds[]), \
    (object(objectId), class(classId), refs(cObjectRefs, objectRefIds)), said, judged, kGc, \
    kNoTrigger | kInCollections) \
  X(53, 1, RootReferences, (ULONG cRootRefs, ObjectID rootRefIds[]), (roots(cRootRefs, rootRefIds)), said, \
    judged, kGc, kNoTrigger | kInCollections) \
  X(54, 1, ExceptionThrown, (ObjectID thrownObjectId), (object(thrownObjectId)), said, judged, kExceptions, \
    kCooperative) \
  X(55, 1, ExceptionSearchFunctionEnter, (FunctionID functionId), (function(functionId)), said, judged, \
    kExceptions, kFree) \
  X(56, 1, ExceptionSearchFunctionLeave, (), (), said, judged, kExceptions, kFree) \
  X(57, 1, ExceptionSearchFilterEnter, (FunctionID functionId), (function(functionId)), said, judged, \
    kExceptions, kFree) \
  X(58, 1, ExceptionSearchFilterLeave, (), (), said, judged, kExceptions, kFree) \
  X(59, 1, ExceptionSearchCatcherFound, (FunctionID functionId), (function(functionId)), said, judged, \
    kExceptions, kFree) \
  X(60, 1, ExceptionOSHandlerEnter, (UINT_PTR unused), (), said, judged, kExceptions, kCooperative) \
  X(61, 1, ExceptionOSHandlerLeave, (UINT_PTR unused), (), said, judged, kExceptions, kCooperative) \
  X(62, 1, ExceptionUnwindFunctionEnter, (FunctionID functionId), (function(functionId)), said, judged, \
    kExceptions, kCooperative | kNoTrigger) \
  X(63, 1, ExceptionUnwindFunctionLeave, (), (), said, judged, kExceptions, kCooperative | kNoTrigger) \
  X(64, 1, ExceptionUnwindFinallyEnter, (FunctionID functionId), (function(functionId)), said, judged, \
    kExceptions, kCooperative | kNoTrigger) \
  X(65, 1, ExceptionUnwindFinallyLeave, (), (), said, judged, kExceptions, kCooperative | kNoTrigger) \
  X(66, 1, ExceptionCatcherEnter, (FunctionID functionId, ObjectID objectId), \
    (function(functionId), object(objectId)), said, judged, kExceptions, kCooperative | kNoTrigger) \
  X(67, 1, ExceptionCatcherLeave, (), (), said, judged, kExceptions, kCooperative) \
  X(68, 1, COMClassicVTableCreated, \
    (ClassID wrappedClassId, REFGUID implementedIID, void* pVTable, ULONG cSlots), \
    (class(wrappedClassId), iid(implementedIID), slots(cSlots)), said, judged, kComTables, kCooperative) \
  X(69, 1, COMClassicVTableDestroyed, (ClassID wrappedClassId, REFGUID implementedIID, void* pVTable), \
    (class(wrappedClassId), iid(implementedIID)), said, judged, kComTables, kCooperative) \
  X(70, 1, ExceptionCLRCatcherFound, (), (), said, judged, kClrExceptions, kCooperative) \
  X(71, 1, ExceptionCLRCatcherExecute, (), (), said, judged, kClrExceptions, kCooperative) \
  X(72, 2, ThreadNameChanged, (ThreadID threadId, ULONG cchName, WCHAR name[]), \
    (thread(threadId), name(cchName, name)), said, judged, kThreads, kFree) \
  X(73, 2, GarbageCollectionStarted, \
    (int cGenerations, BOOL generationCollected[], COR_PRF_GC_REASON reason), \
    (generations(cGenerations, generationCollected), reason(reason)), said, judged, kGcOrBasic, \
    kNoTrigger | kInCollections) \
  X(74, 2, SurvivingReferences, \
    (ULONG cSurvivingObjectIDRanges, ObjectID objectIDRangeStart[], ULONG cObjectIDRangeLength[]), \
    (ranges(cSurvivingObjectIDRanges, objectIDRangeStart, cObjectIDRangeLength)), said, judged, kGc, \
    kNoTrigger | kInCollections) \
  X(75, 2, GarbageCollectionFinished, (), (), said, judged, kGcOrBasic, kNoTrigger | kInCollections) \
  X(76, 2, FinalizeableObjectQueued, (DWORD finalizerFlags, ObjectID objectID), \
    (object(objectID), flags(finalizerFlags)), said, judged, kGc, kSuspended | kInCollections) \
  X(77, 2, RootReferences2, (ULONG cRootRefs, ObjectID rootRefIds[], COR_PRF_GC_ROOT_KIND rootKinds[], \
    COR_PRF_GC_ROOT_FLAGS rootFlags[], UINT_PTR rootIds[]), \
    (roots(cRootRefs, rootRefIds, rootKinds, rootFlags, rootIds)), said, judged, kGc, \
    kNoTrigger | kInCollections) \
  X(78, 2, HandleCreated, (GCHandleID handleId, ObjectID initialObjectId), \
    (handle(handleId), object(initialObjectId)), said, judged, kGc, \
    kCooperative | kNoTrigger | kInCollections) \
  X(79, 2, HandleDestroyed, (GCHandleID handleId), (handle(handleId)), said, judged, kGc, \
    kCooperative | kNoTrigger | kInCollections) \
  X(80, 3, InitializeForAttach, (IUnknown* pCorProfilerInfoUnk, void* pvClientData, UINT cbClientData), \
    (data_bytes(cbClientData), data(pvClientData, cbClientData)), said, judged, kUnmasked, kFree) \
  X(81, 3, ProfilerAttachComplete, (), (), said, judged, kUnmasked, kFree) \
  X(82, 3, ProfilerDetachSucceeded, (), (), said, judged, kUnmasked, kFree) \
  X(83, 4, ReJITCompilationStarted, (FunctionID functionId, ReJITID rejitId, BOOL fIsSafeToBlock), \
    (function(functionId), rejit(rejitId), safe_to_block(fIsSafeToBlock)), unsaid, judged, kCompilation, \
    kFree) \
  X(84, 4, GetReJITParameters, \
    (ModuleID moduleId, mdMethodDef methodId, ICorProfilerFunctionControl* pFunctionControl), \
    (module(moduleId), method(methodId)), unsaid, unjudged, kReJit, kFree) \
  X(85, 4, ReJITCompilationFinished, \
    (FunctionID functionId, ReJITID rejitId, HRESULT hrStatus, BOOL fIsSafeToBlock), \
    (function(functionId), rejit(rejitId), status(hrStatus), safe_to_block(fIsSafeToBlock)), unsaid, \
    judged, kCompilation, kFree) \
  X(86, 4, ReJITError, (ModuleID moduleId, mdMethodDef methodId, FunctionID functionId, HRESULT hrStatus), \
    (module(moduleId), method(methodId), function(functionId), status(hrStatus)), unsaid, unjudged, kReJit, \
    kFree) \
  X(87, 4, MovedReferences2, (ULONG cMovedObjectIDRanges, ObjectID oldObjectIDRangeStart[], \
    ObjectID newObjectIDRangeStart[], SIZE_T cObjectIDRangeLength[]), \
    (ranges(cMovedObjectIDRanges, oldObjectIDRangeStart, newObjectIDRangeStart, cObjectIDRangeLength)), \
    said, judged, kGcOrMoved, kNoTrigger | kInCollections) \
  X(88, 4, SurvivingReferences2, \
    (ULONG cSurvivingObjectIDRanges, ObjectID objectIDRangeStart[], SIZE_T cObjectIDRangeLength[]), \
    (ranges(cSurvivingObjectIDRanges, objectIDRangeStart, cObjectIDRangeLength)), said, judged, kGc, \
    kNoTrigger | kInCollections) \
  X(89, 5, ConditionalWeakTableElementReferences, \
    (ULONG cRootRefs, ObjectID keyRefIds[], ObjectID valueRefIds[], GCHandleID rootIds[]), \
    (elements(cRootRefs, keyRefIds, valueRefIds, rootIds)), said, judged, kGc, kNoTrigger | kInCollections) \
  X(90, 6, GetAssemblyReferences, \
    (const WCHAR* wszAssemblyPath, ICorProfilerAssemblyReferenceProvider* pAsmRefProvider), \
    (path(wszAssemblyPath)), unsaid, unjudged, kAssemblyReferences, kFree) \
  X(91, 7, ModuleInMemorySymbolsUpdated, (ModuleID moduleId), (module(moduleId)), unsaid, unjudged, \
    kSymbols, kFree) \
  X(92, 8, DynamicMethodJITCompilationStarted, \
    (FunctionID functionId, BOOL fIsSafeToBlock, LPCBYTE pILHeader, ULONG cbILHeader), \
    (function(functionId), safe_to_block(fIsSafeToBlock), il_bytes(cbILHeader)), unsaid, judged, \
    kCompilation, kFree) \
  X(93, 8, DynamicMethodJITCompilationFinished, \
    (FunctionID functionId, HRESULT hrStatus, BOOL fIsSafeToBlock), \
    (function(functionId), status(hrStatus), safe_to_block(fIsSafeToBlock)), unsaid, judged, kCompilation, \
    kFree) \
  X(94, 9, DynamicMethodUnloaded, (FunctionID functionId), (function(functionId)), said, judged, \
    kDynamicUnloads, kFree) \
  X(95, 10, EventPipeEventDelivered, (EVENTPIPE_PROVIDER provider, DWORD eventId, DWORD eventVersion, \
    ULONG cbMetadataBlob, LPCBYTE metadataBlob, ULONG cbEventData, LPCBYTE eventData, LPCGUID pActivityId, \
    LPCGUID pRelatedActivityId, ThreadID eventThread, ULONG numStackFrames, UINT_PTR stackFrames[]), \
    (provider(provider), event(eventId), version(eventVersion), metadata_bytes(cbMetadataBlob), \
    data_bytes(cbEventData), thread(eventThread), frames(numStackFrames)), unsaid, judged, kEventPipe, \
    kCooperative) \
  X(96, 10, EventPipeProviderCreated, (EVENTPIPE_PROVIDER provider), (provider(provider)), unsaid, \
    unjudged, kEventPipe, kFree) \
  X(97, 11, LoadAsNotificationOnly, (BOOL* pbNotificationOnly), (), said, judged, kUnmasked, kFree)
// clang-format on
