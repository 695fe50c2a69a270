// Methods that the simulated CLR does not implement yet. Out parameters are cleared; the call is named and
// counted.
#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"

namespace gcrucible::clr {

HRESULT InfoFacade::GetCodeInfo(FunctionID functionId, LPCBYTE* pStart, ULONG* pcSize) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo, {trace::id(functionId)});
  call.clear(pStart, pcSize);
  if (call.inside(CallbackMethod::kRuntimeThreadSuspended))
    return call.not_implemented(true, CORPROF_E_ASYNCHRONOUS_UNSAFE);
  return call.not_implemented(functionId == 0);
}

HRESULT InfoFacade::GetFunctionFromIP(LPCBYTE ip, FunctionID* pFunctionId) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionFromIP, {});
  call.clear(pFunctionId);
  if (clr_->life() == Life::kInitializing) return call.not_implemented(true, CORPROF_E_NOT_YET_AVAILABLE);
  if (call.inside(CallbackMethod::kRuntimeThreadSuspended))
    return call.not_implemented(true, CORPROF_E_ASYNCHRONOUS_UNSAFE);
  return call.not_implemented(ip == nullptr, E_FAIL);
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
  return call.not_implemented(functionId == 0);
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
                                         COR_DEBUG_IL_TO_NATIVE_MAP* map) {
  InfoCall call(*clr_, InfoMethod::kGetILToNativeMapping, {trace::id(functionId), trace::number(cMap)});
  call.clear(pcMap);
  return call.not_implemented(functionId == 0 || (cMap > 0 && map == nullptr));
}

HRESULT InfoFacade::DoStackSnapshot(ThreadID thread, StackSnapshotCallback*, ULONG32 infoFlags, void*, BYTE*,
                                    ULONG32 contextSize) {
  InfoCall call(*clr_, InfoMethod::kDoStackSnapshot,
                {trace::id(thread), trace::number(infoFlags), trace::number(contextSize)});
  if (!clr_->started()) return call.not_implemented(true, CORPROF_E_STACKSNAPSHOT_UNSAFE);
  return call.not_implemented((clr_->mask().low() & COR_PRF_ENABLE_STACK_SNAPSHOT) == 0,
                              CORPROF_E_INCONSISTENT_WITH_FLAGS);
}

HRESULT InfoFacade::GetCodeInfo2(FunctionID functionID, ULONG32 cCodeInfos, ULONG32* pcCodeInfos,
                                 COR_PRF_CODE_INFO* codeInfos) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo2, {trace::id(functionID), trace::number(cCodeInfos)});
  call.clear(pcCodeInfos);
  return call.not_implemented(functionID == 0 || (cCodeInfos > 0 && codeInfos == nullptr));
}

HRESULT InfoFacade::GetRVAStaticAddress(ClassID classId, mdFieldDef fieldToken, void** ppAddress) {
  InfoCall call(*clr_, InfoMethod::kGetRVAStaticAddress, {trace::id(classId), trace::number(fieldToken)});
  call.clear(ppAddress);
  if (classId != 0 && this_thread().managed == 0)
    return call.not_implemented(true, CORPROF_E_NOT_MANAGED_THREAD);
  return call.not_implemented(classId == 0 || (fieldToken & 0x00FFFFFFu) == 0);
}

HRESULT InfoFacade::GetAppDomainStaticAddress(ClassID classId, mdFieldDef fieldToken, AppDomainID appDomainId,
                                              void** ppAddress) {
  InfoCall call(*clr_, InfoMethod::kGetAppDomainStaticAddress,
                {trace::id(classId), trace::number(fieldToken), trace::id(appDomainId)});
  call.clear(ppAddress);
  return call.not_implemented(classId == 0 || (fieldToken & 0x00FFFFFFu) == 0);
}

HRESULT InfoFacade::GetThreadStaticAddress(ClassID classId, mdFieldDef fieldToken, ThreadID threadId,
                                           void** ppAddress) {
  InfoCall call(*clr_, InfoMethod::kGetThreadStaticAddress,
                {trace::id(classId), trace::number(fieldToken), trace::id(threadId)});
  call.clear(ppAddress);
  return call.not_implemented(classId == 0 || (fieldToken & 0x00FFFFFFu) == 0);
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
  return call.not_implemented(classId == 0 || (fieldToken & 0x00FFFFFFu) == 0);
}

}  // namespace gcrucible::clr
