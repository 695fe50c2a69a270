// A modern profiler that uses more than a collection's report. CLI_TEST_AGENT selects its behaviour.
// - "gap": returns from ModuleLoadFinished the answer of SetILInstrumentedCodeMap.
// - "own failure": returns another failure there.
// - "give up": Initialize fails if SetILInstrumentedCodeMap does.
// - "strange interface": Initialize fails because it asks for an IID that no runtime knows.
// - "no mask": sets an empty mask.
// - "tables": requests IMetaDataTables.
// - "thread": InitializeForAttach fails and leaves a thread.
// - "die of a breach": crashes in the second of two GarbageCollectionStarted without a Finished in between.
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <utility>

#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"
#include "harness/abi/info.h"
#include "harness/abi/metadata/import2.h"
#include "harness/abi/monitor_flags.h"

namespace {

using namespace gcrucible::abi;

constexpr GUID kClsid = make_guid("2B8E6A14-70D5-4E0C-A3F1-9C5D7E2B4A63");

bool is_to(std::string_view way) {
  const char* const value = std::getenv("CLI_TEST_AGENT");
  return value != nullptr && way == value;
}

class AgentProfiler final : public CallbackBase {
 public:
  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* found = nullptr;
    if (const HRESULT hr = runtime->QueryInterface(ICorProfilerInfo5::iid, &found); failed(hr)) return hr;
    info_ = static_cast<ICorProfilerInfo5*>(found);
    if (is_to("give up")) return gap();
    if (is_to("strange interface"))
      return runtime->QueryInterface(make_guid("12345678-9ABC-4DEF-8123-456789ABCDEF"), &found);
    if (is_to("no mask")) return info_->SetEventMask(0);
    return info_->SetEventMask(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_MODULE_LOADS);
  }

  HRESULT GCRUCIBLE_STDCALL InitializeForAttach(IUnknown*, void*, UINT) override {
    if (!is_to("thread")) return E_NOTIMPL;
    // Returns to this library's code again and again, even after it is unloaded.
    std::thread([] {
      for (;;) std::this_thread::sleep_for(std::chrono::microseconds(100));
    }).detach();
    return E_FAIL;
  }

  HRESULT GCRUCIBLE_STDCALL ModuleLoadFinished(ModuleID module, HRESULT) override {
    if (is_to("gap")) return gap();
    if (is_to("own failure")) {
      gap();
      return E_INVALIDARG;
    }
    if (is_to("tables")) {
      IUnknown* tables = nullptr;
      info_->GetModuleMetaData(module, 0, IID_IMetaDataTables, &tables);
    }
    return S_OK;
  }

  HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int, BOOL*, COR_PRF_GC_REASON) override {
    if (std::exchange(collecting_, true) && is_to("die of a breach"))
      *static_cast<volatile int*>(nullptr) = 0;
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionFinished() override {
    collecting_ = false;
    return S_OK;
  }

 private:
  HRESULT gap() { return info_->SetILInstrumentedCodeMap(1, 0, 0, nullptr); }

  ICorProfilerInfo5* info_ = nullptr;
  bool collecting_ = false;
};

}  // namespace

extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid,
                                                                        void** out) {
  return get_class_object<AgentProfiler>(kClsid, clsid, iid, out);
}
