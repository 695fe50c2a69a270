// More methods that the simulated CLR does not answer yet: out parameters are cleared, the call is named and
// counted.
#include "harness/clr/info_call.h"
#include "harness/clr/info_facade.h"

namespace gcrucible::clr {

HRESULT InfoFacade::EnumJITedFunctions(ICorProfilerFunctionEnum** ppEnum) {
  InfoCall call(*clr_, InfoMethod::kEnumJITedFunctions, {});
  call.clear(ppEnum);
  return call.not_implemented();
}

HRESULT InfoFacade::SetFunctionIDMapper2(FunctionIDMapper2*, void*) {
  InfoCall call(*clr_, InfoMethod::kSetFunctionIDMapper2, {});
  return call.not_implemented();
}

HRESULT InfoFacade::SetEnterLeaveFunctionHooks3(FunctionEnter3*, FunctionLeave3*, FunctionTailcall3*) {
  InfoCall call(*clr_, InfoMethod::kSetEnterLeaveFunctionHooks3, {});
  return call.not_implemented();
}

HRESULT InfoFacade::SetEnterLeaveFunctionHooks3WithInfo(FunctionEnter3WithInfo*, FunctionLeave3WithInfo*,
                                                        FunctionTailcall3WithInfo*) {
  InfoCall call(*clr_, InfoMethod::kSetEnterLeaveFunctionHooks3WithInfo, {});
  return call.not_implemented();
}

HRESULT InfoFacade::GetFunctionEnter3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                          COR_PRF_FRAME_INFO* pFrameInfo, ULONG* pcbArgumentInfo,
                                          COR_PRF_FUNCTION_ARGUMENT_INFO*) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionEnter3Info, {trace::id(functionId), trace::id(eltInfo)});
  call.clear(pFrameInfo, pcbArgumentInfo);
  return call.not_implemented();
}

HRESULT InfoFacade::GetFunctionLeave3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                          COR_PRF_FRAME_INFO* pFrameInfo, COR_PRF_FUNCTION_ARGUMENT_RANGE*) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionLeave3Info, {trace::id(functionId), trace::id(eltInfo)});
  call.clear(pFrameInfo);
  return call.not_implemented();
}

HRESULT InfoFacade::GetFunctionTailcall3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                             COR_PRF_FRAME_INFO* pFrameInfo) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionTailcall3Info, {trace::id(functionId), trace::id(eltInfo)});
  call.clear(pFrameInfo);
  return call.not_implemented();
}

HRESULT InfoFacade::GetThreadStaticAddress2(ClassID classId, mdFieldDef fieldToken, AppDomainID appDomainId,
                                            ThreadID threadId, void** ppAddress) {
  InfoCall call(*clr_, InfoMethod::kGetThreadStaticAddress2,
                {trace::id(classId), trace::number(fieldToken), trace::id(appDomainId), trace::id(threadId)});
  call.clear(ppAddress);
  return call.not_implemented();
}

HRESULT InfoFacade::RequestReJIT(ULONG cFunctions, ModuleID*, mdMethodDef*) {
  InfoCall call(*clr_, InfoMethod::kRequestReJIT, {trace::number(cFunctions)});
  return call.not_implemented();
}

HRESULT InfoFacade::RequestRevert(ULONG cFunctions, ModuleID*, mdMethodDef*, HRESULT*) {
  InfoCall call(*clr_, InfoMethod::kRequestRevert, {trace::number(cFunctions)});
  return call.not_implemented();
}

HRESULT InfoFacade::GetCodeInfo3(FunctionID functionID, ReJITID reJitId, ULONG32 cCodeInfos,
                                 ULONG32* pcCodeInfos, COR_PRF_CODE_INFO*) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo3,
                {trace::id(functionID), trace::id(reJitId), trace::number(cCodeInfos)});
  call.clear(pcCodeInfos);
  return call.not_implemented();
}

HRESULT InfoFacade::GetFunctionFromIP2(LPCBYTE, FunctionID* pFunctionId, ReJITID* pReJitId) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionFromIP2, {});
  call.clear(pFunctionId, pReJitId);
  return call.not_implemented();
}

HRESULT InfoFacade::GetReJITIDs(FunctionID functionId, ULONG cReJitIds, ULONG* pcReJitIds, ReJITID*) {
  InfoCall call(*clr_, InfoMethod::kGetReJITIDs, {trace::id(functionId), trace::number(cReJitIds)});
  call.clear(pcReJitIds);
  return call.not_implemented();
}

HRESULT InfoFacade::GetILToNativeMapping2(FunctionID functionId, ReJITID reJitId, ULONG32 cMap,
                                          ULONG32* pcMap, COR_DEBUG_IL_TO_NATIVE_MAP*) {
  InfoCall call(*clr_, InfoMethod::kGetILToNativeMapping2,
                {trace::id(functionId), trace::id(reJitId), trace::number(cMap)});
  call.clear(pcMap);
  return call.not_implemented();
}

HRESULT InfoFacade::EnumJITedFunctions2(ICorProfilerFunctionEnum** ppEnum) {
  InfoCall call(*clr_, InfoMethod::kEnumJITedFunctions2, {});
  call.clear(ppEnum);
  return call.not_implemented();
}

HRESULT InfoFacade::EnumNgenModuleMethodsInliningThisMethod(ModuleID inlinersModuleId,
                                                            ModuleID inlineeModuleId,
                                                            mdMethodDef inlineeMethodId, BOOL* incompleteData,
                                                            ICorProfilerMethodEnum** ppEnum) {
  InfoCall call(*clr_, InfoMethod::kEnumNgenModuleMethodsInliningThisMethod,
                {trace::id(inlinersModuleId), trace::id(inlineeModuleId), trace::number(inlineeMethodId)});
  call.clear(incompleteData, ppEnum);
  return call.not_implemented();
}

HRESULT InfoFacade::ApplyMetaData(ModuleID moduleId) {
  InfoCall call(*clr_, InfoMethod::kApplyMetaData, {trace::id(moduleId)});
  return call.not_implemented();
}

HRESULT InfoFacade::GetInMemorySymbolsLength(ModuleID moduleId, DWORD* pCountSymbolBytes) {
  InfoCall call(*clr_, InfoMethod::kGetInMemorySymbolsLength, {trace::id(moduleId)});
  call.clear(pCountSymbolBytes);
  return call.not_implemented();
}

HRESULT InfoFacade::ReadInMemorySymbols(ModuleID moduleId, DWORD symbolsReadOffset, BYTE* pSymbolBytes,
                                        DWORD countSymbolBytes, DWORD* pCountSymbolBytesRead) {
  InfoCall call(*clr_, InfoMethod::kReadInMemorySymbols,
                {trace::id(moduleId), trace::number(symbolsReadOffset), trace::number(countSymbolBytes)});
  call.clear(pSymbolBytes, pCountSymbolBytesRead);
  return call.not_implemented();
}

HRESULT InfoFacade::IsFunctionDynamic(FunctionID functionId, BOOL* isDynamic) {
  InfoCall call(*clr_, InfoMethod::kIsFunctionDynamic, {trace::id(functionId)});
  call.clear(isDynamic);
  return call.not_implemented();
}

HRESULT InfoFacade::GetFunctionFromIP3(LPCBYTE, FunctionID* functionId, ReJITID* pReJitId) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionFromIP3, {});
  call.clear(functionId, pReJitId);
  return call.not_implemented();
}

HRESULT InfoFacade::GetDynamicFunctionInfo(FunctionID functionId, ModuleID* moduleId, PCCOR_SIGNATURE* ppvSig,
                                           ULONG* pbSig, ULONG cchName, ULONG* pcchName, WCHAR*) {
  InfoCall call(*clr_, InfoMethod::kGetDynamicFunctionInfo, {trace::id(functionId), trace::number(cchName)});
  call.clear(moduleId, ppvSig, pbSig, pcchName);
  return call.not_implemented();
}

HRESULT InfoFacade::GetNativeCodeStartAddresses(FunctionID functionID, ReJITID reJitId,
                                                ULONG32 cCodeStartAddresses, ULONG32* pcCodeStartAddresses,
                                                UINT_PTR*) {
  InfoCall call(*clr_, InfoMethod::kGetNativeCodeStartAddresses,
                {trace::id(functionID), trace::id(reJitId), trace::number(cCodeStartAddresses)});
  call.clear(pcCodeStartAddresses);
  return call.not_implemented();
}

HRESULT InfoFacade::GetILToNativeMapping3(UINT_PTR pNativeCodeStartAddress, ULONG32 cMap, ULONG32* pcMap,
                                          COR_DEBUG_IL_TO_NATIVE_MAP*) {
  InfoCall call(*clr_, InfoMethod::kGetILToNativeMapping3,
                {trace::id(pNativeCodeStartAddress), trace::number(cMap)});
  call.clear(pcMap);
  return call.not_implemented();
}

HRESULT InfoFacade::GetCodeInfo4(UINT_PTR pNativeCodeStartAddress, ULONG32 cCodeInfos, ULONG32* pcCodeInfos,
                                 COR_PRF_CODE_INFO*) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo4,
                {trace::id(pNativeCodeStartAddress), trace::number(cCodeInfos)});
  call.clear(pcCodeInfos);
  return call.not_implemented();
}

HRESULT InfoFacade::RequestReJITWithInliners(DWORD dwRejitFlags, ULONG cFunctions, ModuleID*, mdMethodDef*) {
  InfoCall call(*clr_, InfoMethod::kRequestReJITWithInliners,
                {trace::number(dwRejitFlags), trace::number(cFunctions)});
  return call.not_implemented();
}

HRESULT InfoFacade::EventPipeStartSession(UINT32 cProviderConfigs, COR_PRF_EVENTPIPE_PROVIDER_CONFIG*,
                                          BOOL requestRundown, EVENTPIPE_SESSION* pSession) {
  InfoCall call(*clr_, InfoMethod::kEventPipeStartSession,
                {trace::number(cProviderConfigs), trace::number(static_cast<std::uint64_t>(requestRundown))});
  call.clear(pSession);
  return call.not_implemented();
}

HRESULT InfoFacade::EventPipeAddProviderToSession(EVENTPIPE_SESSION session,
                                                  COR_PRF_EVENTPIPE_PROVIDER_CONFIG) {
  InfoCall call(*clr_, InfoMethod::kEventPipeAddProviderToSession, {trace::number(session)});
  return call.not_implemented();
}

HRESULT InfoFacade::EventPipeStopSession(EVENTPIPE_SESSION session) {
  InfoCall call(*clr_, InfoMethod::kEventPipeStopSession, {trace::number(session)});
  return call.not_implemented();
}

HRESULT InfoFacade::EventPipeCreateProvider(const WCHAR*, EVENTPIPE_PROVIDER* pProvider) {
  InfoCall call(*clr_, InfoMethod::kEventPipeCreateProvider, {});
  call.clear(pProvider);
  return call.not_implemented();
}

HRESULT InfoFacade::EventPipeGetProviderInfo(EVENTPIPE_PROVIDER provider, ULONG cchName, ULONG* pcchName,
                                             WCHAR*) {
  InfoCall call(*clr_, InfoMethod::kEventPipeGetProviderInfo, {trace::id(provider), trace::number(cchName)});
  call.clear(pcchName);
  return call.not_implemented();
}

HRESULT InfoFacade::EventPipeDefineEvent(EVENTPIPE_PROVIDER provider, const WCHAR*, UINT32 eventID,
                                         UINT64 keywords, UINT32 eventVersion, UINT32 level, UINT8 opcode,
                                         BOOL needStack, UINT32 cParamDescs, COR_PRF_EVENTPIPE_PARAM_DESC*,
                                         EVENTPIPE_EVENT* pEvent) {
  InfoCall call(*clr_, InfoMethod::kEventPipeDefineEvent,
                {trace::id(provider), trace::number(eventID), trace::number(keywords),
                 trace::number(eventVersion), trace::number(level), trace::number(opcode),
                 trace::number(static_cast<std::uint64_t>(needStack)), trace::number(cParamDescs)});
  call.clear(pEvent);
  return call.not_implemented();
}

HRESULT InfoFacade::EventPipeWriteEvent(EVENTPIPE_EVENT event, UINT32 cData, COR_PRF_EVENT_DATA*, LPCGUID,
                                        LPCGUID) {
  InfoCall call(*clr_, InfoMethod::kEventPipeWriteEvent, {trace::id(event), trace::number(cData)});
  return call.not_implemented();
}

HRESULT InfoFacade::EventPipeCreateProvider2(const WCHAR*, EventPipeProviderCallback*,
                                             EVENTPIPE_PROVIDER* pProvider) {
  InfoCall call(*clr_, InfoMethod::kEventPipeCreateProvider2, {});
  call.clear(pProvider);
  return call.not_implemented();
}

}  // namespace gcrucible::clr
