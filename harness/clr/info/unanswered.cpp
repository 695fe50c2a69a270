// Methods that the simulated CLR does not implement yet. Out parameters are cleared; the call is named and
// counted.
#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"

namespace gcrucible::clr {

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

HRESULT InfoFacade::GetThreadStaticAddress2(ClassID classId, mdFieldDef fieldToken, AppDomainID appDomainId,
                                            ThreadID threadId, void** ppAddress) {
  InfoCall call(*clr_, InfoMethod::kGetThreadStaticAddress2,
                {trace::id(classId), trace::number(fieldToken), trace::id(appDomainId), trace::id(threadId)});
  call.clear(ppAddress);
  if (this_thread().managed == 0) return call.not_implemented(true, CORPROF_E_NOT_MANAGED_THREAD);
  return call.not_implemented(classId == 0 || (fieldToken & 0x00FFFFFFu) == 0);
}

HRESULT InfoFacade::EventPipeCreateProvider(const WCHAR* name, EVENTPIPE_PROVIDER* pProvider) {
  InfoCall call(*clr_, InfoMethod::kEventPipeCreateProvider, {});
  call.clear(pProvider);
  return call.not_implemented(name == nullptr);
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
  return call.not_implemented(event == 0);
}

HRESULT InfoFacade::EventPipeCreateProvider2(const WCHAR*, EventPipeProviderCallback*,
                                             EVENTPIPE_PROVIDER* pProvider) {
  InfoCall call(*clr_, InfoMethod::kEventPipeCreateProvider2, {});
  call.clear(pProvider);
  return call.not_implemented();
}

}  // namespace gcrucible::clr
