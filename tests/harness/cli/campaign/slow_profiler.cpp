// A profiler that is slow or hangs in GarbageCollectionFinished. CLI_TEST_SLOW selects how.
// - "the second hangs": slow in the first one, hangs in the second one.
// - "attached hangs": if attached, hangs in the first one. Otherwise slow in it and in all callbacks before
// it.
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"
#include "harness/abi/info.h"
#include "harness/abi/monitor_flags.h"

namespace {

using namespace gcrucible::abi;
using std::chrono::seconds;

constexpr GUID kClsid = make_guid("C4D81F3A-6B27-4E95-9A0C-D27E5B18F643");

bool reported(std::string_view way) {
  const char* const value = std::getenv("CLI_TEST_SLOW");
  return value != nullptr && value == way;
}

class SlowProfiler final : public CallbackBase {
 public:
  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* info) override {
    if (reported("attached hangs")) std::this_thread::sleep_for(seconds(3));
    return begin(info);
  }
  HRESULT GCRUCIBLE_STDCALL InitializeForAttach(IUnknown* info, void*, UINT) override {
    attached_ = true;
    return begin(info);
  }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int, BOOL[], COR_PRF_GC_REASON) override {
    if (reported("attached hangs") && !attached_) std::this_thread::sleep_for(seconds(3));
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionFinished() override {
    const bool hangs = reported("attached hangs") ? attached_ : ++finished_ == 2;
    std::this_thread::sleep_for(hangs ? std::chrono::hours(1) : seconds(2));
    return S_OK;
  }

 private:
  static HRESULT begin(IUnknown* info) {
    ICorProfilerInfo* asked = nullptr;
    const HRESULT hr = info->QueryInterface(ICorProfilerInfo::iid, reinterpret_cast<void**>(&asked));
    if (hr < 0) return hr;
    const HRESULT set = asked->SetEventMask(COR_PRF_MONITOR_GC);
    asked->Release();
    return set;
  }

  bool attached_ = false;
  int finished_ = 0;
};

}  // namespace

extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid,
                                                                        void** out) {
  return get_class_object<SlowProfiler>(kClsid, clsid, iid, out);
}
