// Methods about threads.
#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/clr/info/object_enum.h"

namespace gcrucible::clr {

HRESULT InfoFacade::GetCurrentThreadID(ThreadID* pThreadId) {
  InfoCall call(*clr_, InfoMethod::kGetCurrentThreadID, {});
  call.clear(pThreadId);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_id(pThreadId)});
  const ThreadID thread = this_thread().managed;
  if (thread == 0) return call.done(CORPROF_E_NOT_MANAGED_THREAD, {out_id(pThreadId)});
  set_out(pThreadId, thread);
  return call.done(S_OK, {out_id(pThreadId)});
}

HRESULT InfoFacade::GetThreadInfo(ThreadID threadId, DWORD* pdwWin32ThreadId) {
  InfoCall call(*clr_, InfoMethod::kGetThreadInfo, {trace::id(threadId)});
  call.clear(pdwWin32ThreadId);
  // The trace does not contain the operating system's thread id, because the id differs from run to run.
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {trace::null()});
  const std::optional<ManagedThread> thread = clr_->threads().find(threadId);
  if (!thread) return call.done(E_INVALIDARG, {trace::null()});
  set_out(pdwWin32ThreadId, thread->os_id);
  return call.done(S_OK, {trace::null()});
}

// The value has no meaning: there is no handle of the operating system.
HRESULT InfoFacade::GetHandleFromThread(ThreadID threadId, HANDLE* phThread) {
  InfoCall call(*clr_, InfoMethod::kGetHandleFromThread, {trace::id(threadId)});
  call.clear(phThread);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {trace::null()});
  const std::optional<ManagedThread> thread = clr_->threads().find(threadId);
  if (threadId == 0 || !thread) return call.done(E_INVALIDARG, {trace::null()});
  if (phThread != nullptr) *phThread = reinterpret_cast<HANDLE>(threadId);
  return call.done(S_OK, {phThread == nullptr ? trace::null() : trace::id(threadId)});
}

// There is one context, and its id has no meaning.
HRESULT InfoFacade::GetThreadContext(ThreadID threadId, ContextID* pContextId) {
  InfoCall call(*clr_, InfoMethod::kGetThreadContext, {trace::id(threadId)});
  call.clear(pContextId);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_id(pContextId)});
  if (threadId == 0 || !clr_->threads().find(threadId)) return call.done(E_INVALIDARG, {out_id(pContextId)});
  set_out(pContextId, clr_->loads().domain());
  return call.done(S_OK, {out_id(pContextId)});
}

// The profiler can never call this during an exception clause of the program.
HRESULT InfoFacade::GetNotifiedExceptionClauseInfo(COR_PRF_EX_CLAUSE_INFO* pinfo) {
  InfoCall call(*clr_, InfoMethod::kGetNotifiedExceptionClauseInfo, {});
  call.clear(pinfo);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  return call.done(this_thread().managed == 0 ? CORPROF_E_NOT_MANAGED_THREAD : S_FALSE);
}

HRESULT InfoFacade::EnumThreads(ICorProfilerThreadEnum** ppEnum) {
  InfoCall call(*clr_, InfoMethod::kEnumThreads, {});
  call.clear(ppEnum);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (ppEnum == nullptr) return call.done(E_INVALIDARG);
  call.wait_for_threads();
  const std::vector<ThreadID> threads = clr_->threads().living();
  *ppEnum = new ThreadEnum(threads, clr_->handed_out(), call.origin("ICorProfilerThreadEnum"));
  call.visited({threads.begin(), threads.end()});
  return call.done(S_OK);
}

// Prepares the thread for later asynchronous Info calls. Nothing needs to be prepared here.
HRESULT InfoFacade::InitializeCurrentThread() {
  InfoCall call(*clr_, InfoMethod::kInitializeCurrentThread, {});
  return call.done(call.guard());
}

}  // namespace gcrucible::clr
