// Methods about the runtime itself: masks, version, environment, forced collections and suspensions.
#include "harness/clr/info_call.h"
#include "harness/clr/info_facade.h"
#include "harness/clr/suspension.h"
#include "harness/clr/text.h"
#include "harness/platform/environment.h"

namespace gcrucible::clr {

namespace {

// HRESULT_FROM_WIN32(ERROR_ENVVAR_NOT_FOUND)
constexpr HRESULT kEnvironmentVariableNotFound = static_cast<HRESULT>(0x800700CB);

}  // namespace

HRESULT InfoFacade::GetEventMask(DWORD* pdwEvents) {
  InfoCall call(*clr_, InfoMethod::kGetEventMask, {});
  if (pdwEvents == nullptr) return call.done(E_INVALIDARG, {trace::null()});
  *pdwEvents = clr_->mask().low();
  return call.done(S_OK, {out_number(pdwEvents)});
}

HRESULT InfoFacade::GetEventMask2(DWORD* pdwEventsLow, DWORD* pdwEventsHigh) {
  InfoCall call(*clr_, InfoMethod::kGetEventMask2, {});
  if (pdwEventsLow == nullptr || pdwEventsHigh == nullptr) {
    return call.done(E_INVALIDARG, {trace::null(), trace::null()});
  }
  *pdwEventsLow = clr_->mask().low();
  *pdwEventsHigh = clr_->mask().high();
  return call.done(S_OK, {out_number(pdwEventsLow), out_number(pdwEventsHigh)});
}

// One word only: the high word becomes 0 (GC-MASK-008).
HRESULT InfoFacade::SetEventMask(DWORD dwEvents) {
  InfoCall call(*clr_, InfoMethod::kSetEventMask, {trace::number(dwEvents)});
  return call.done(clr_->mask().set(dwEvents, 0));
}

HRESULT InfoFacade::SetEventMask2(DWORD dwEventsLow, DWORD dwEventsHigh) {
  InfoCall call(*clr_, InfoMethod::kSetEventMask2, {trace::number(dwEventsLow), trace::number(dwEventsHigh)});
  return call.done(clr_->mask().set(dwEventsLow, dwEventsHigh));
}

HRESULT InfoFacade::GetRuntimeInformation(USHORT* pClrInstanceId, COR_PRF_RUNTIME_TYPE* pRuntimeType,
                                          USHORT* pMajorVersion, USHORT* pMinorVersion, USHORT* pBuildNumber,
                                          USHORT* pQFEVersion, ULONG cchVersionString,
                                          ULONG* pcchVersionString, WCHAR szVersionString[]) {
  InfoCall call(*clr_, InfoMethod::kGetRuntimeInformation, {trace::number(cchVersionString)});
  call.clear(pClrInstanceId, pRuntimeType, pMajorVersion, pMinorVersion, pBuildNumber, pQFEVersion,
             pcchVersionString);
  std::string version;
  const auto answer = [&](HRESULT hr) {
    return call.done(hr,
                     {out_number(pClrInstanceId), out_number(pRuntimeType), out_number(pMajorVersion),
                      out_number(pMinorVersion), out_number(pBuildNumber), out_number(pQFEVersion),
                      out_number(pcchVersionString), version.empty() ? trace::null() : trace::text(version)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  if (cchVersionString > 0 && szVersionString == nullptr) return answer(E_INVALIDARG);
  const program::RuntimeProfile& runtime = clr_->runtime();
  set_out(pClrInstanceId, runtime.clr_instance);
  set_out(pRuntimeType, runtime.runtime_type);
  set_out(pMajorVersion, runtime.major);
  set_out(pMinorVersion, runtime.minor);
  set_out(pBuildNumber, runtime.build);
  set_out(pQFEVersion, runtime.qfe);
  copy_text(to_utf16(runtime.version), cchVersionString, pcchVersionString, szVersionString);
  if (szVersionString != nullptr && cchVersionString > 0) version = to_utf8(szVersionString);
  return answer(S_OK);
}

HRESULT InfoFacade::GetEnvironmentVariable(const WCHAR* szName, ULONG cchValue, ULONG* pcchValue,
                                           WCHAR szValue[]) {
  const std::string name = szName == nullptr ? std::string() : to_utf8(szName);
  InfoCall call(*clr_, InfoMethod::kGetEnvironmentVariable,
                {szName == nullptr ? trace::null() : trace::text(name), trace::number(cchValue)});
  call.clear(pcchValue);
  if (const HRESULT hr = call.guard(); failed(hr))
    return call.done(hr, {out_number(pcchValue), trace::null()});
  if (szName == nullptr || (cchValue > 0 && szValue == nullptr)) {
    return call.done(E_INVALIDARG, {out_number(pcchValue), trace::null()});
  }
  const std::optional<std::string> value = platform::environment_variable(name);
  // A variable that is not there is told as Windows tells it.
  if (!value) return call.done(kEnvironmentVariableNotFound, {out_number(pcchValue), trace::null()});
  copy_text(to_utf16(*value), cchValue, pcchValue, szValue);
  const bool written = szValue != nullptr && cchValue > 0;
  return call.done(S_OK, {out_number(pcchValue), written ? trace::text(*value) : trace::null()});
}

HRESULT InfoFacade::SetEnvironmentVariable(const WCHAR* szName, const WCHAR* szValue) {
  const std::string name = szName == nullptr ? std::string() : to_utf8(szName);
  const std::string value = szValue == nullptr ? std::string() : to_utf8(szValue);
  InfoCall call(*clr_, InfoMethod::kSetEnvironmentVariable,
                {szName == nullptr ? trace::null() : trace::text(name),
                 szValue == nullptr ? trace::null() : trace::text(value)});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (name.empty() || name.find('=') != std::string::npos) return call.done(E_INVALIDARG);
  if (szValue == nullptr) {
    platform::remove_environment_variable(name);
  } else {
    platform::set_environment_variable(name, value);
  }
  return call.done(S_OK);
}

// A blocking, full, induced collection on the calling thread (coreclr.md 7.1; real-clr/force.txt).
HRESULT InfoFacade::ForceGC() {
  InfoCall call(*clr_, InfoMethod::kForceGC, {});
  if (clr_->life() == Life::kLoading || clr_->life() == Life::kInitializing) {
    return call.done(CORPROF_E_NOT_YET_AVAILABLE);
  }
  ThreadState& thread = this_thread();
  const bool managed = thread.managed != 0 && !thread.called_force_gc;
  if (managed || thread.in_callback()) return call.done(CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  if (clr_->life() != Life::kRunning || !clr_->force_gc()) return call.done(E_FAIL);
  {
    const std::scoped_lock world(clr_->world());
    if (clr_->life() != Life::kRunning) return call.done(E_FAIL);
    if (thread.managed == 0) {
      // The runtime makes the thread a managed one, which EnumThreads shows from then on (runtime issue
      // 60566).
      thread.managed = clr_->ids().take_id();
      clr_->threads().adopt_foreign(thread.managed);
      thread.called_force_gc = true;
    }
    clr_->force_gc()();
  }
  return call.done(S_OK);
}

HRESULT InfoFacade::SuspendRuntime() {
  InfoCall call(*clr_, InfoMethod::kSuspendRuntime, {});
  ThreadState& thread = this_thread();
  if (clr_->life() != Life::kRunning) return call.done(CORPROF_E_RUNTIME_UNINITIALIZED);
  if (thread.in_callback() && !callback_row(thread.callbacks.back().method).may_trigger) {
    return call.done(CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  }
  if (clr_->collecting() || thread.suspended_runtime) return call.done(CORPROF_E_SUSPENSION_IN_PROGRESS);
  // Inside a callback of the program's own thread the world is already this thread's.
  const bool owns_world = thread.in_callback() && thread.managed != 0;
  if (!owns_world) clr_->world().lock();
  thread.suspended_runtime = true;
  suspend(*clr_, COR_PRF_SUSPEND_FOR_PROFILER);
  return call.done(S_OK);
}

HRESULT InfoFacade::ResumeRuntime() {
  InfoCall call(*clr_, InfoMethod::kResumeRuntime, {});
  ThreadState& thread = this_thread();
  if (clr_->life() != Life::kRunning) return call.done(CORPROF_E_RUNTIME_UNINITIALIZED);
  if (!thread.suspended_runtime) return call.done(CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  resume(*clr_);
  thread.suspended_runtime = false;
  const bool owns_world = thread.in_callback() && thread.managed != 0;
  if (!owns_world) clr_->world().unlock();
  return call.done(S_OK);
}

}  // namespace gcrucible::clr
