// Methods that the simulated CLR does not answer yet: out parameters are cleared, the call is named and
// counted.
#include "harness/clr/info_call.h"
#include "harness/clr/info_facade.h"

namespace gcrucible::clr {

HRESULT InfoFacade::GetCodeInfo(FunctionID functionId, LPCBYTE* pStart, ULONG* pcSize) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo, {trace::id(functionId)});
  call.clear(pStart, pcSize);
  return call.not_implemented();
}

HRESULT InfoFacade::GetFunctionFromIP(LPCBYTE, FunctionID* pFunctionId) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionFromIP, {});
  call.clear(pFunctionId);
  return call.not_implemented();
}

HRESULT InfoFacade::SetEnterLeaveFunctionHooks(FunctionEnter*, FunctionLeave*, FunctionTailcall*) {
  InfoCall call(*clr_, InfoMethod::kSetEnterLeaveFunctionHooks, {});
  return call.not_implemented();
}

HRESULT InfoFacade::SetFunctionIDMapper(FunctionIDMapper*) {
  InfoCall call(*clr_, InfoMethod::kSetFunctionIDMapper, {});
  return call.not_implemented();
}

HRESULT InfoFacade::GetILFunctionBody(ModuleID moduleId, mdMethodDef methodId, LPCBYTE* ppMethodHeader,
                                      ULONG* pcbMethodSize) {
  InfoCall call(*clr_, InfoMethod::kGetILFunctionBody, {trace::id(moduleId), trace::number(methodId)});
  call.clear(ppMethodHeader, pcbMethodSize);
  return call.not_implemented();
}

HRESULT InfoFacade::GetILFunctionBodyAllocator(ModuleID moduleId, IMethodMalloc** ppMalloc) {
  InfoCall call(*clr_, InfoMethod::kGetILFunctionBodyAllocator, {trace::id(moduleId)});
  call.clear(ppMalloc);
  return call.not_implemented();
}

HRESULT InfoFacade::SetILFunctionBody(ModuleID moduleId, mdMethodDef methodid, LPCBYTE) {
  InfoCall call(*clr_, InfoMethod::kSetILFunctionBody, {trace::id(moduleId), trace::number(methodid)});
  return call.not_implemented();
}

HRESULT InfoFacade::SetFunctionReJIT(FunctionID functionId) {
  InfoCall call(*clr_, InfoMethod::kSetFunctionReJIT, {trace::id(functionId)});
  return call.not_implemented();
}

HRESULT InfoFacade::SetILInstrumentedCodeMap(FunctionID functionId, BOOL fStartJit, ULONG cILMapEntries,
                                             COR_IL_MAP*) {
  InfoCall call(*clr_, InfoMethod::kSetILInstrumentedCodeMap,
                {trace::id(functionId), trace::number(static_cast<std::uint64_t>(fStartJit)),
                 trace::number(cILMapEntries)});
  return call.not_implemented();
}

HRESULT InfoFacade::GetInprocInspectionInterface(IUnknown** ppicd) {
  InfoCall call(*clr_, InfoMethod::kGetInprocInspectionInterface, {});
  call.clear(ppicd);
  return call.not_implemented();
}

HRESULT InfoFacade::GetInprocInspectionIThisThread(IUnknown** ppicd) {
  InfoCall call(*clr_, InfoMethod::kGetInprocInspectionIThisThread, {});
  call.clear(ppicd);
  return call.not_implemented();
}

HRESULT InfoFacade::GetThreadContext(ThreadID threadId, ContextID* pContextId) {
  InfoCall call(*clr_, InfoMethod::kGetThreadContext, {trace::id(threadId)});
  call.clear(pContextId);
  return call.not_implemented();
}

HRESULT InfoFacade::BeginInprocDebugging(BOOL fThisThreadOnly, DWORD* pdwProfilerContext) {
  InfoCall call(*clr_, InfoMethod::kBeginInprocDebugging,
                {trace::number(static_cast<std::uint64_t>(fThisThreadOnly))});
  call.clear(pdwProfilerContext);
  return call.not_implemented();
}

HRESULT InfoFacade::EndInprocDebugging(DWORD dwProfilerContext) {
  InfoCall call(*clr_, InfoMethod::kEndInprocDebugging, {trace::number(dwProfilerContext)});
  return call.not_implemented();
}

HRESULT InfoFacade::GetILToNativeMapping(FunctionID functionId, ULONG32 cMap, ULONG32* pcMap,
                                         COR_DEBUG_IL_TO_NATIVE_MAP*) {
  InfoCall call(*clr_, InfoMethod::kGetILToNativeMapping, {trace::id(functionId), trace::number(cMap)});
  call.clear(pcMap);
  return call.not_implemented();
}

HRESULT InfoFacade::DoStackSnapshot(ThreadID thread, StackSnapshotCallback*, ULONG32 infoFlags, void*, BYTE*,
                                    ULONG32 contextSize) {
  InfoCall call(*clr_, InfoMethod::kDoStackSnapshot,
                {trace::id(thread), trace::number(infoFlags), trace::number(contextSize)});
  return call.not_implemented();
}

HRESULT InfoFacade::SetEnterLeaveFunctionHooks2(FunctionEnter2*, FunctionLeave2*, FunctionTailcall2*) {
  InfoCall call(*clr_, InfoMethod::kSetEnterLeaveFunctionHooks2, {});
  return call.not_implemented();
}

HRESULT InfoFacade::GetCodeInfo2(FunctionID functionID, ULONG32 cCodeInfos, ULONG32* pcCodeInfos,
                                 COR_PRF_CODE_INFO*) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo2, {trace::id(functionID), trace::number(cCodeInfos)});
  call.clear(pcCodeInfos);
  return call.not_implemented();
}

HRESULT InfoFacade::GetRVAStaticAddress(ClassID classId, mdFieldDef fieldToken, void** ppAddress) {
  InfoCall call(*clr_, InfoMethod::kGetRVAStaticAddress, {trace::id(classId), trace::number(fieldToken)});
  call.clear(ppAddress);
  return call.not_implemented();
}

HRESULT InfoFacade::GetAppDomainStaticAddress(ClassID classId, mdFieldDef fieldToken, AppDomainID appDomainId,
                                              void** ppAddress) {
  InfoCall call(*clr_, InfoMethod::kGetAppDomainStaticAddress,
                {trace::id(classId), trace::number(fieldToken), trace::id(appDomainId)});
  call.clear(ppAddress);
  return call.not_implemented();
}

HRESULT InfoFacade::GetThreadStaticAddress(ClassID classId, mdFieldDef fieldToken, ThreadID threadId,
                                           void** ppAddress) {
  InfoCall call(*clr_, InfoMethod::kGetThreadStaticAddress,
                {trace::id(classId), trace::number(fieldToken), trace::id(threadId)});
  call.clear(ppAddress);
  return call.not_implemented();
}

HRESULT InfoFacade::GetContextStaticAddress(ClassID classId, mdFieldDef fieldToken, ContextID contextId,
                                            void** ppAddress) {
  InfoCall call(*clr_, InfoMethod::kGetContextStaticAddress,
                {trace::id(classId), trace::number(fieldToken), trace::id(contextId)});
  call.clear(ppAddress);
  return call.not_implemented();
}

HRESULT InfoFacade::GetStaticFieldInfo(ClassID classId, mdFieldDef fieldToken,
                                       COR_PRF_STATIC_TYPE* pFieldInfo) {
  InfoCall call(*clr_, InfoMethod::kGetStaticFieldInfo, {trace::id(classId), trace::number(fieldToken)});
  call.clear(pFieldInfo);
  return call.not_implemented();
}

HRESULT InfoFacade::GetNotifiedExceptionClauseInfo(COR_PRF_EX_CLAUSE_INFO* pinfo) {
  InfoCall call(*clr_, InfoMethod::kGetNotifiedExceptionClauseInfo, {});
  call.clear(pinfo);
  return call.not_implemented();
}

}  // namespace gcrucible::clr
