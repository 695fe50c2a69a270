// A profiler that legally forces a collection for each created thread. It calls ForceGC on a thread of its
// own, and ThreadCreated waits for the end of the collection.
#include <thread>

#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"
#include "harness/abi/gcrucible/probe.h"
#include "harness/abi/info.h"
#include "harness/abi/monitor_flags.h"

namespace {

using namespace gcrucible::abi;

constexpr GUID kClsid = make_guid("F02C6B1E-53D7-4A88-8E09-6A4B1D7C2E35");

// The runtime raises ThreadCreated also for a thread that calls ForceGC, on that thread.
thread_local bool collects = false;

class ForcingProfiler final : public CallbackBase {
 public:
  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* info) override {
    void* found = nullptr;
    const HRESULT hr = info->QueryInterface(ICorProfilerInfo::iid, &found);
    if (hr < 0) return hr;
    info_ = static_cast<ICorProfilerInfo*>(found);
    return info_->SetEventMask(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_THREADS | COR_PRF_MONITOR_SUSPENDS);
  }
  HRESULT GCRUCIBLE_STDCALL ThreadCreated(ThreadID) override {
    if (collects) return S_OK;
    std::thread([this] {
      collects = true;
      info_->ForceGC();
    }).join();
    return S_OK;
  }

 private:
  ICorProfilerInfo* info_ = nullptr;
};

}  // namespace

// Claims nothing, like one that forgets to set `knows`.
extern "C" GCRUCIBLE_PROBE_EXPORT int32_t gcrucible_probe(gcrucible_question*) {
  return 0;
}

extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid,
                                                                        void** out) {
  return get_class_object<ForcingProfiler>(kClsid, clsid, iid, out);
}
