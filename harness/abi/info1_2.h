// The first two Info interfaces. Later ones are in info3_9.h and info_later.h.
#pragma once

#include "harness/abi/enumerators.h"
#include "harness/abi/scoped_interfaces.h"
#include "harness/abi/structures.h"
#include "harness/abi/unknown.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// The methods that a profiler may call; slots 3 to 35. By default, any callback may call a method on its own
// thread, and no caller may after Shutdown has returned. For text, call twice: first with a count of 0 to get
// the length, which includes the terminating zero, then with a buffer.
struct ICorProfilerInfo : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("28B5557D-3F3F-48B4-90B2-5F9EEA2F6C48");

  virtual HRESULT GCRUCIBLE_STDCALL GetClassFromObject(ObjectID objectId, ClassID* pClassId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetClassFromToken(ModuleID moduleId, mdTypeDef typeDef,
                                                      ClassID* pClassId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCodeInfo(FunctionID functionId, LPCBYTE* pStart, ULONG* pcSize) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetEventMask(DWORD* pdwEvents) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFunctionFromIP(LPCBYTE ip, FunctionID* pFunctionId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFunctionFromToken(ModuleID moduleId, mdToken token,
                                                         FunctionID* pFunctionId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetHandleFromThread(ThreadID threadId, HANDLE* phThread) = 0;
  // COR_E_OVERFLOW for an object of 4 GB or more; ICorProfilerInfo4::GetObjectSize2 has no such limit.
  virtual HRESULT GCRUCIBLE_STDCALL GetObjectSize(ObjectID objectId, ULONG* pcSize) = 0;
  // S_FALSE for a class that is not an array.
  virtual HRESULT GCRUCIBLE_STDCALL IsArrayClass(ClassID classId, CorElementType* pBaseElemType,
                                                 ClassID* pBaseClassId, ULONG* pcRank) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetThreadInfo(ThreadID threadId, DWORD* pdwWin32ThreadId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCurrentThreadID(ThreadID* pThreadId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetClassIDInfo(ClassID classId, ModuleID* pModuleId,
                                                   mdTypeDef* pTypeDefToken) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFunctionInfo(FunctionID functionId, ClassID* pClassId,
                                                    ModuleID* pModuleId, mdToken* pToken) = 0;
  // Sets the low word of the mask. CoreCLR also clears the high word. ICorProfilerInfo5::SetEventMask2 sets
  // both words.
  virtual HRESULT GCRUCIBLE_STDCALL SetEventMask(DWORD dwEvents) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks(FunctionEnter* pFuncEnter,
                                                               FunctionLeave* pFuncLeave,
                                                               FunctionTailcall* pFuncTailcall) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetFunctionIDMapper(FunctionIDMapper* pFunc) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetTokenAndMetaDataFromFunction(FunctionID functionId, REFIID riid,
                                                                    IUnknown** ppImport, mdToken* pToken) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetModuleInfo(ModuleID moduleId, LPCBYTE* ppBaseLoadAddress,
                                                  ULONG cchName, ULONG* pcchName, WCHAR szName[],
                                                  AssemblyID* pAssemblyId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetModuleMetaData(ModuleID moduleId, DWORD dwOpenFlags, REFIID riid,
                                                      IUnknown** ppOut) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetILFunctionBody(ModuleID moduleId, mdMethodDef methodId,
                                                      LPCBYTE* ppMethodHeader, ULONG* pcbMethodSize) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetILFunctionBodyAllocator(ModuleID moduleId,
                                                               IMethodMalloc** ppMalloc) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetILFunctionBody(ModuleID moduleId, mdMethodDef methodid,
                                                      LPCBYTE pbNewILMethodHeader) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetAppDomainInfo(AppDomainID appDomainId, ULONG cchName, ULONG* pcchName,
                                                     WCHAR szName[], ProcessID* pProcessId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetAssemblyInfo(AssemblyID assemblyId, ULONG cchName, ULONG* pcchName,
                                                    WCHAR szName[], AppDomainID* pAppDomainId,
                                                    ModuleID* pModuleId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetFunctionReJIT(FunctionID functionId) = 0;
  // Only from a thread that never ran managed code and has no callback on its stack.
  virtual HRESULT GCRUCIBLE_STDCALL ForceGC() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetILInstrumentedCodeMap(FunctionID functionId, BOOL fStartJit,
                                                             ULONG cILMapEntries,
                                                             COR_IL_MAP rgILMapEntries[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetInprocInspectionInterface(IUnknown** ppicd) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetInprocInspectionIThisThread(IUnknown** ppicd) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetThreadContext(ThreadID threadId, ContextID* pContextId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL BeginInprocDebugging(BOOL fThisThreadOnly, DWORD* pdwProfilerContext) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EndInprocDebugging(DWORD dwProfilerContext) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetILToNativeMapping(FunctionID functionId, ULONG32 cMap, ULONG32* pcMap,
                                                         COR_DEBUG_IL_TO_NATIVE_MAP map[]) = 0;

 protected:
  ~ICorProfilerInfo() = default;
};

// Slots 36 to 56, .NET Framework 2.0: layouts, generations, statics, stacks, generics.
struct ICorProfilerInfo2 : ICorProfilerInfo {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("CC0935CD-A518-487D-B0BB-A93214E65478");

  virtual HRESULT GCRUCIBLE_STDCALL DoStackSnapshot(ThreadID thread, StackSnapshotCallback* callback,
                                                    ULONG32 infoFlags, void* clientData, BYTE context[],
                                                    ULONG32 contextSize) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks2(FunctionEnter2* pFuncEnter,
                                                                FunctionLeave2* pFuncLeave,
                                                                FunctionTailcall2* pFuncTailcall) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFunctionInfo2(FunctionID funcId, COR_PRF_FRAME_INFO frameInfo,
                                                     ClassID* pClassId, ModuleID* pModuleId, mdToken* pToken,
                                                     ULONG32 cTypeArgs, ULONG32* pcTypeArgs,
                                                     ClassID typeArgs[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetStringLayout(ULONG* pBufferLengthOffset, ULONG* pStringLengthOffset,
                                                    ULONG* pBufferOffset) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetClassLayout(ClassID classID, COR_FIELD_OFFSET rFieldOffset[],
                                                   ULONG cFieldOffset, ULONG* pcFieldOffset,
                                                   ULONG* pulClassSize) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetClassIDInfo2(ClassID classId, ModuleID* pModuleId,
                                                    mdTypeDef* pTypeDefToken, ClassID* pParentClassId,
                                                    ULONG32 cNumTypeArgs, ULONG32* pcNumTypeArgs,
                                                    ClassID typeArgs[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCodeInfo2(FunctionID functionID, ULONG32 cCodeInfos,
                                                 ULONG32* pcCodeInfos, COR_PRF_CODE_INFO codeInfos[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetClassFromTokenAndTypeArgs(ModuleID moduleID, mdTypeDef typeDef,
                                                                 ULONG32 cTypeArgs, ClassID typeArgs[],
                                                                 ClassID* pClassID) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFunctionFromTokenAndTypeArgs(ModuleID moduleID, mdMethodDef funcDef,
                                                                    ClassID classId, ULONG32 cTypeArgs,
                                                                    ClassID typeArgs[],
                                                                    FunctionID* pFunctionID) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumModuleFrozenObjects(ModuleID moduleID,
                                                            ICorProfilerObjectEnum** ppEnum) = 0;
  // One size and one lower bound for each dimension. *ppData points to the elements in row-major order.
  virtual HRESULT GCRUCIBLE_STDCALL GetArrayObjectInfo(ObjectID objectId, ULONG32 cDimensions,
                                                       ULONG32 pDimensionSizes[], int pDimensionLowerBounds[],
                                                       BYTE** ppData) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetBoxClassLayout(ClassID classId, ULONG32* pBufferOffset) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetThreadAppDomain(ThreadID threadId, AppDomainID* pAppDomainId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetRVAStaticAddress(ClassID classId, mdFieldDef fieldToken,
                                                        void** ppAddress) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetAppDomainStaticAddress(ClassID classId, mdFieldDef fieldToken,
                                                              AppDomainID appDomainId, void** ppAddress) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetThreadStaticAddress(ClassID classId, mdFieldDef fieldToken,
                                                           ThreadID threadId, void** ppAddress) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetContextStaticAddress(ClassID classId, mdFieldDef fieldToken,
                                                            ContextID contextId, void** ppAddress) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetStaticFieldInfo(ClassID classId, mdFieldDef fieldToken,
                                                       COR_PRF_STATIC_TYPE* pFieldInfo) = 0;
  // Both are meaningless during a collection. GarbageCollectionStarted is the last valid moment,
  // GarbageCollectionFinished the first.
  virtual HRESULT GCRUCIBLE_STDCALL GetGenerationBounds(ULONG cObjectRanges, ULONG* pcObjectRanges,
                                                        COR_PRF_GC_GENERATION_RANGE ranges[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetObjectGeneration(ObjectID objectId,
                                                        COR_PRF_GC_GENERATION_RANGE* range) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetNotifiedExceptionClauseInfo(COR_PRF_EX_CLAUSE_INFO* pinfo) = 0;

 protected:
  ~ICorProfilerInfo2() = default;
};

}  // namespace gcrucible::abi
