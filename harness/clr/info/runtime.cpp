// Methods about the runtime itself: masks, version, environment, forced collections and suspensions.
#include <mutex>
#include <vector>

#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/clr/text.h"
#include "harness/clr/threads/thread_life.h"

namespace gcrucible::clr {

namespace {

// HRESULT_FROM_WIN32(ERROR_ENVVAR_NOT_FOUND)
constexpr HRESULT kEnvironmentVariableNotFound = static_cast<HRESULT>(0x800700CB);

}  // namespace

HRESULT InfoFacade::GetEventMask(DWORD* pdwEvents) {
  InfoCall call(*clr_, InfoMethod::kGetEventMask, {});
  if (const HRESULT hr = call.guard_profiler(); failed(hr)) return call.done(hr, {trace::null()});
  if (pdwEvents == nullptr) return call.done(E_INVALIDARG, {trace::null()});
  *pdwEvents = clr_->mask().low();
  return call.done(S_OK, {out_number(pdwEvents)});
}

HRESULT InfoFacade::GetEventMask2(DWORD* pdwEventsLow, DWORD* pdwEventsHigh) {
  InfoCall call(*clr_, InfoMethod::kGetEventMask2, {});
  if (const HRESULT hr = call.guard_profiler(); failed(hr))
    return call.done(hr, {trace::null(), trace::null()});
  if (pdwEventsLow == nullptr || pdwEventsHigh == nullptr) {
    return call.done(E_INVALIDARG, {trace::null(), trace::null()});
  }
  *pdwEventsLow = clr_->mask().low();
  *pdwEventsHigh = clr_->mask().high();
  return call.done(S_OK, {out_number(pdwEventsLow), out_number(pdwEventsHigh)});
}

namespace {

// As in the runtime, the mask is set only after the activities that it must not report have ended.
HRESULT set_mask(Clr& clr, DWORD low, DWORD high) {
  EventMask& mask = clr.mask();
  if (const HRESULT hr = mask.check(low, high); failed(hr)) return hr;
  if (mask.needs_concurrent_off(low) && !clr.turn_concurrent_off()) {
    return CORPROF_E_TIMEOUT_WAITING_FOR_CONCURRENT_GC;
  }
  return mask.set(low, high);
}

}  // namespace

// One word only: the high word becomes 0 (GC-MASK-008).
HRESULT InfoFacade::SetEventMask(DWORD dwEvents) {
  InfoCall call(*clr_, InfoMethod::kSetEventMask, {trace::number(dwEvents)});
  if (const HRESULT hr = call.guard_profiler(); failed(hr)) return call.done(hr);
  return call.done(set_mask(*clr_, dwEvents, 0));
}

HRESULT InfoFacade::SetEventMask2(DWORD dwEventsLow, DWORD dwEventsHigh) {
  InfoCall call(*clr_, InfoMethod::kSetEventMask2, {trace::number(dwEventsLow), trace::number(dwEventsHigh)});
  if (const HRESULT hr = call.guard_profiler(); failed(hr)) return call.done(hr);
  return call.done(set_mask(*clr_, dwEventsLow, dwEventsHigh));
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
  if (szVersionString != nullptr && pcchVersionString == nullptr) return answer(E_INVALIDARG);
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
  // Like the Windows function that the runtime calls. If the value fits, the count excludes the terminating
  // zero. If not, the count includes the zero and nothing is written. A query for the length succeeds.
  const std::optional<std::string> value = clr_->environment().get(name);
  call.wrote();
  const std::u16string text = value ? to_utf16(*value) : std::u16string();
  const bool fits = value && cchValue > text.size();
  set_out(pcchValue, !value ? 0 : fits ? text.size() : text.size() + 1);
  if (!value) return call.done(kEnvironmentVariableNotFound, {out_number(pcchValue), trace::null()});
  if (fits) copy_text(text, cchValue, nullptr, szValue);
  return call.done(fits || szValue == nullptr ? S_OK : E_NOT_SUFFICIENT_BUFFER,
                   {out_number(pcchValue), fits ? trace::text(*value) : trace::null()});
}

HRESULT InfoFacade::SetEnvironmentVariable(const WCHAR* szName, const WCHAR* szValue) {
  const std::string name = szName == nullptr ? std::string() : to_utf8(szName);
  const std::string value = szValue == nullptr ? std::string() : to_utf8(szValue);
  InfoCall call(*clr_, InfoMethod::kSetEnvironmentVariable,
                {szName == nullptr ? trace::null() : trace::text(name),
                 szValue == nullptr ? trace::null() : trace::text(value)});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (szName == nullptr) return call.done(E_INVALIDARG);
  if (szValue == nullptr) {
    return call.done(clr_->environment().remove(name) ? S_OK : kEnvironmentVariableNotFound);
  }
  // CoreCLR accepts names that no variable can have. A later lookup does not find them.
  if (!name.empty() && name.find('=') == std::string::npos) clr_->environment().set(name, value);
  return call.done(S_OK);
}

namespace {

// For a collection, which needs all threads of the program.
std::unique_lock<World> take_world(Clr& clr) {
  clr.profiler_suspension().lock_world(clr, 0);
  return std::unique_lock(clr.world(), std::adopt_lock);
}

}  // namespace

// A blocking, full, induced collection on the calling thread (dotnet/runtime proftoeeinterfaceimpl.cpp,
// ForceGC). Callbacks on the stack do not matter as such: a native thread may call this inside HandleCreated.
// A thread that has called it before may even call it inside its own collection; .NET 10 then hangs, and so
// does this. The same applies to a collector thread, which would have to run the collection for which it
// waits.
HRESULT InfoFacade::ForceGC() {
  InfoCall call(*clr_, InfoMethod::kForceGC, {});
  if (const HRESULT hr = call.guard_profiler(); failed(hr)) return call.done(hr);
  if (clr_->life() == Life::kLoading || clr_->life() == Life::kInitializing) {
    return call.done(CORPROF_E_NOT_YET_AVAILABLE);
  }
  ThreadState& thread = this_thread();
  if (thread.managed != 0 && !thread.called_force_gc) return call.done(CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  if (clr_->life() != Life::kRunning || !clr_->force_gc()) return call.done(E_FAIL);
  {
    std::unique_lock world = take_world(*clr_);
    if (clr_->life() != Life::kRunning) return call.done(E_FAIL);
    if (thread.managed == 0) {
      // The runtime makes the thread a managed one, which EnumThreads lists from then on (runtime issue
      // 60566).
      const ThreadID id = clr_->ids().take_id();
      if (id == 0) return call.done(E_OUTOFMEMORY);
      clr_->threads().foreign().enter(id);
      if ((clr_->mask().low() & COR_PRF_MONITOR_THREADS) != 0) {
        // In preemptive mode and before any suspension: other threads run meanwhile.
        world.unlock();
        report_created(*clr_, {.id = id, .os_id = native_thread_number(), .alive = true});
        world = take_world(*clr_);
        if (clr_->life() != Life::kRunning) return call.done(E_FAIL);
      }
    }
    clr_->force_gc()();
    // Set afterwards: in the callbacks of its first collection it is a managed thread like any other.
    thread.called_force_gc = true;
  }
  return call.done(S_OK);
}

// The checks of dotnet/runtime's profdetach.cpp, in its order.
HRESULT InfoFacade::RequestProfilerDetach(DWORD dwExpectedCompletionMilliseconds) {
  InfoCall call(*clr_, InfoMethod::kRequestProfilerDetach, {trace::number(dwExpectedCompletionMilliseconds)});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (!clr_->started()) return call.done(CORPROF_E_RUNTIME_UNINITIALIZED);
  Profiler& profiler = *clr_->profiler();
  if (profiler.stage() == ProfilerStage::kAttaching) return call.done(CORPROF_E_PROFILER_NOT_YET_INITIALIZED);
  if (profiler.stage() != ProfilerStage::kActive && profiler.stage() != ProfilerStage::kEnded)
    return call.done(CORPROF_E_PROFILER_DETACHING);
  if (!profiler.has(3)) return call.done(CORPROF_E_CALLBACK3_REQUIRED);
  const EventMask& mask = clr_->mask();
  if ((mask.low() & COR_PRF_MONITOR_IMMUTABLE) != 0 || (mask.high() & COR_PRF_HIGH_MONITOR_IMMUTABLE) != 0) {
    return call.done(CORPROF_E_IMMUTABLE_FLAGS_SET);
  }
  if (clr_->hooks().any()) return call.done(CORPROF_E_IRREVERSIBLE_INSTRUMENTATION_PRESENT);
  if (!profiler.begin_detach()) return call.done(CORPROF_E_PROFILER_DETACHING);
  const HRESULT hr = call.done(S_OK);
  profiler.answer_detach();
  return hr;
}

namespace {

// The common check of SuspendRuntime, ResumeRuntime and EnumerateGCHeapObjects. Only a managed thread's
// callback matters.
bool forbidden_here() {
  const ThreadState& thread = this_thread();
  return thread.managed != 0 && thread.in_callback() && !callback_row(thread.innermost->method).may_trigger;
}

// Lives while the profiler's callback is called for each object. That callback may throw.
class Walk {
 public:
  // `suspended`: the walk made its own suspension, which ends with this object.
  Walk(Clr& clr, bool suspended) : clr_(&clr), suspended_(suspended) { clr.begin_collecting(); }
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;
  ~Walk() {
    clr_->end_collecting();
    if (suspended_) clr_->profiler_suspension().end_walk(*clr_);
  }

 private:
  Clr* clr_;
  bool suspended_;
};

}  // namespace

HRESULT InfoFacade::SuspendRuntime() {
  InfoCall call(*clr_, InfoMethod::kSuspendRuntime, {});
  if (const HRESULT hr = call.guard_profiler(); failed(hr)) return call.done(hr);
  if (forbidden_here()) return call.done(CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  if (!clr_->started()) return call.done(CORPROF_E_RUNTIME_UNINITIALIZED);
  if (const HRESULT hr = call.injected(); failed(hr)) return call.done(hr);
  return call.done(clr_->profiler_suspension().begin(*clr_));
}

HRESULT InfoFacade::ResumeRuntime() {
  InfoCall call(*clr_, InfoMethod::kResumeRuntime, {});
  if (const HRESULT hr = call.guard_profiler(); failed(hr)) return call.done(hr);
  if (forbidden_here()) return call.done(CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  if (!clr_->started()) return call.done(CORPROF_E_RUNTIME_UNINITIALIZED);
  return call.done(clr_->profiler_suspension().end(*clr_));
}

HRESULT InfoFacade::EnumerateGCHeapObjects(ObjectCallback callback, void* callbackState) {
  InfoCall call(*clr_, InfoMethod::kEnumerateGCHeapObjects, {reported_function(callback)});
  if (const HRESULT hr = call.guard_profiler(); failed(hr)) return call.done(hr);
  if (forbidden_here()) return call.done(CORPROF_E_UNSUPPORTED_CALL_SEQUENCE);
  if (callback == nullptr) return call.done(E_INVALIDARG);
  if (!clr_->started()) return call.done(CORPROF_E_RUNTIME_UNINITIALIZED);
  if (const HRESULT hr = call.injected(); failed(hr)) return call.done(hr);
  // Suspends for the walk unless the profiler already has. A thread without a managed thread is then refused.
  // The runtime confuses such a thread with the holder of its thread lock, which is also none (observed under
  // .NET 10).
  const bool own = !clr_->profiler_suspension().active();
  if (own && this_thread().managed == 0) return call.done(CORPROF_E_SUSPENSION_IN_PROGRESS);
  if (own) {
    if (const HRESULT hr = clr_->profiler_suspension().begin_walk(*clr_); failed(hr)) return call.done(hr);
  }
  const Walk walk(*clr_, own);
  // A thread that suspended the runtime in a callback may allocate meanwhile. No object moves.
  std::vector<ObjectID> objects;
  {
    const World::Look look(clr_->world());
    clr_->engine().walk([&](sim::Address object, sim::TypeIndex) {
      objects.push_back(object);
      return true;
    });
  }
  std::vector<std::uint64_t> visited;
  bool goes_on = true;
  for (const ObjectID object : objects) {
    visited.push_back(object);
    goes_on = callback(object, callbackState) != 0;
    if (!goes_on) break;
  }
  call.visited(std::move(visited), !goes_on);
  return call.done(S_OK);
}

}  // namespace gcrucible::clr
