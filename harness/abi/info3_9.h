// ICorProfilerInfo3 to ICorProfilerInfo9.
#pragma once

#include "harness/abi/info1_2.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// Slots 57 to 70, .NET Framework 4: enumeration, detach, hooks without arguments.
struct ICorProfilerInfo3 : ICorProfilerInfo2 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("B555ED4F-452A-4E54-8B39-B5360BAD32A0");

  virtual HRESULT GCRUCIBLE_STDCALL EnumJITedFunctions(ICorProfilerFunctionEnum** ppEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RequestProfilerDetach(DWORD dwExpectedCompletionMilliseconds) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetFunctionIDMapper2(FunctionIDMapper2* pFunc, void* clientData) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetStringLayout2(ULONG* pStringLengthOffset, ULONG* pBufferOffset) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks3(FunctionEnter3* pFuncEnter3,
                                                                FunctionLeave3* pFuncLeave3,
                                                                FunctionTailcall3* pFuncTailcall3) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetEnterLeaveFunctionHooks3WithInfo(
      FunctionEnter3WithInfo* pFuncEnter3WithInfo, FunctionLeave3WithInfo* pFuncLeave3WithInfo,
      FunctionTailcall3WithInfo* pFuncTailcall3WithInfo) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFunctionEnter3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                                          COR_PRF_FRAME_INFO* pFrameInfo,
                                                          ULONG* pcbArgumentInfo,
                                                          COR_PRF_FUNCTION_ARGUMENT_INFO* pArgumentInfo) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFunctionLeave3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                                          COR_PRF_FRAME_INFO* pFrameInfo,
                                                          COR_PRF_FUNCTION_ARGUMENT_RANGE* pRetvalRange) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFunctionTailcall3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                                             COR_PRF_FRAME_INFO* pFrameInfo) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumModules(ICorProfilerModuleEnum** ppEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetRuntimeInformation(USHORT* pClrInstanceId,
                                                          COR_PRF_RUNTIME_TYPE* pRuntimeType,
                                                          USHORT* pMajorVersion, USHORT* pMinorVersion,
                                                          USHORT* pBuildNumber, USHORT* pQFEVersion,
                                                          ULONG cchVersionString, ULONG* pcchVersionString,
                                                          WCHAR szVersionString[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetThreadStaticAddress2(ClassID classId, mdFieldDef fieldToken,
                                                            AppDomainID appDomainId, ThreadID threadId,
                                                            void** ppAddress) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetAppDomainsContainingModule(ModuleID moduleId, ULONG32 cAppDomainIds,
                                                                  ULONG32* pcAppDomainIds,
                                                                  AppDomainID appDomainIds[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetModuleInfo2(ModuleID moduleId, LPCBYTE* ppBaseLoadAddress,
                                                   ULONG cchName, ULONG* pcchName, WCHAR szName[],
                                                   AssemblyID* pAssemblyId, DWORD* pdwModuleFlags) = 0;

 protected:
  ~ICorProfilerInfo3() = default;
};

// Slots 71 to 80, .NET Framework 4.5: threads, recompilation, objects above 4 GB.
struct ICorProfilerInfo4 : ICorProfilerInfo3 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("0D8FDCAA-6257-47BF-B1BF-94DAC88466EE");

  virtual HRESULT GCRUCIBLE_STDCALL EnumThreads(ICorProfilerThreadEnum** ppEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL InitializeCurrentThread() = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RequestReJIT(ULONG cFunctions, ModuleID moduleIds[],
                                                 mdMethodDef methodIds[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL RequestRevert(ULONG cFunctions, ModuleID moduleIds[],
                                                  mdMethodDef methodIds[], HRESULT status[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCodeInfo3(FunctionID functionID, ReJITID reJitId, ULONG32 cCodeInfos,
                                                 ULONG32* pcCodeInfos, COR_PRF_CODE_INFO codeInfos[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFunctionFromIP2(LPCBYTE ip, FunctionID* pFunctionId,
                                                       ReJITID* pReJitId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetReJITIDs(FunctionID functionId, ULONG cReJitIds, ULONG* pcReJitIds,
                                                ReJITID reJitIds[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetILToNativeMapping2(FunctionID functionId, ReJITID reJitId,
                                                          ULONG32 cMap, ULONG32* pcMap,
                                                          COR_DEBUG_IL_TO_NATIVE_MAP map[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumJITedFunctions2(ICorProfilerFunctionEnum** ppEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetObjectSize2(ObjectID objectId, SIZE_T* pcSize) = 0;

 protected:
  ~ICorProfilerInfo4() = default;
};

// Slots 81 and 82, .NET Framework 4.5.2: the event mask in two words.
struct ICorProfilerInfo5 : ICorProfilerInfo4 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("07602928-CE38-4B83-81E7-74ADAF781214");

  virtual HRESULT GCRUCIBLE_STDCALL GetEventMask2(DWORD* pdwEventsLow, DWORD* pdwEventsHigh) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetEventMask2(DWORD dwEventsLow, DWORD dwEventsHigh) = 0;

 protected:
  ~ICorProfilerInfo5() = default;
};

// Slot 83, .NET Framework 4.6.
struct ICorProfilerInfo6 : ICorProfilerInfo5 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("F30A070D-BFFB-46A7-B1D8-8781EF7B698A");

  virtual HRESULT GCRUCIBLE_STDCALL EnumNgenModuleMethodsInliningThisMethod(
      ModuleID inlinersModuleId, ModuleID inlineeModuleId, mdMethodDef inlineeMethodId, BOOL* incompleteData,
      ICorProfilerMethodEnum** ppEnum) = 0;

 protected:
  ~ICorProfilerInfo6() = default;
};

// Slots 84 to 86, .NET Framework 4.6.1.
struct ICorProfilerInfo7 : ICorProfilerInfo6 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("9AEECC0D-63E0-4187-8C00-E312F503F663");

  virtual HRESULT GCRUCIBLE_STDCALL ApplyMetaData(ModuleID moduleId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetInMemorySymbolsLength(ModuleID moduleId, DWORD* pCountSymbolBytes) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL ReadInMemorySymbols(ModuleID moduleId, DWORD symbolsReadOffset,
                                                        BYTE* pSymbolBytes, DWORD countSymbolBytes,
                                                        DWORD* pCountSymbolBytesRead) = 0;

 protected:
  ~ICorProfilerInfo7() = default;
};

// Slots 87 to 89, .NET Framework 4.7.2: methods without metadata.
struct ICorProfilerInfo8 : ICorProfilerInfo7 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("C5AC80A6-782E-4716-8044-39598C60CFBF");

  virtual HRESULT GCRUCIBLE_STDCALL IsFunctionDynamic(FunctionID functionId, BOOL* isDynamic) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFunctionFromIP3(LPCBYTE ip, FunctionID* functionId,
                                                       ReJITID* pReJitId) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetDynamicFunctionInfo(FunctionID functionId, ModuleID* moduleId,
                                                           PCCOR_SIGNATURE* ppvSig, ULONG* pbSig,
                                                           ULONG cchName, ULONG* pcchName,
                                                           WCHAR wszName[]) = 0;

 protected:
  ~ICorProfilerInfo8() = default;
};

// Slots 90 to 92, .NET Core 2.1: several native bodies of one function.
struct ICorProfilerInfo9 : ICorProfilerInfo8 {
  GCRUCIBLE_OWN static constexpr GUID iid = make_guid("008170DB-F8CC-4796-9A51-DC8AA0B47012");

  virtual HRESULT GCRUCIBLE_STDCALL GetNativeCodeStartAddresses(FunctionID functionID, ReJITID reJitId,
                                                                ULONG32 cCodeStartAddresses,
                                                                ULONG32* pcCodeStartAddresses,
                                                                UINT_PTR codeStartAddresses[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetILToNativeMapping3(UINT_PTR pNativeCodeStartAddress, ULONG32 cMap,
                                                          ULONG32* pcMap,
                                                          COR_DEBUG_IL_TO_NATIVE_MAP map[]) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetCodeInfo4(UINT_PTR pNativeCodeStartAddress, ULONG32 cCodeInfos,
                                                 ULONG32* pcCodeInfos, COR_PRF_CODE_INFO codeInfos[]) = 0;

 protected:
  ~ICorProfilerInfo9() = default;
};

}  // namespace gcrucible::abi
