// A profiler library with threads of its own, which brings the program to a stop in the way that the variable
// HOST_TEST_STUBBORN says.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "harness/abi/abi.h"
#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"

namespace {

using namespace gcrucible::abi;

constexpr GUID kClsid = make_guid("5E1F0A2B-3C4D-4E5F-8091-A2B3C4D5E6F7");

bool is(std::string_view way) {
  const char* const value = std::getenv("HOST_TEST_STUBBORN");
  return value != nullptr && value == way;
}

[[noreturn]] void hang() {
  for (;;) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

class Stubborn final : public CallbackBase {
 public:
  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* found = nullptr;
    if (failed(runtime->QueryInterface(ICorProfilerInfo15::iid, &found))) return E_FAIL;
    info_ = static_cast<ICorProfilerInfo15*>(found);
    return info_->SetEventMask2(
        COR_PRF_MONITOR_GC | COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED, 0);
  }

  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID object, ClassID) override {
    object_ = object;
    if (is("suspends") || is("suspends-and-asks")) info_->SuspendRuntime();
    if (is("suspends-and-asks")) ask_for_ever();
    if (is("crashes-behind-a-handle")) {
      ObjectHandleID handle = nullptr;
      info_->CreateHandle(object, COR_PRF_HANDLE_TYPE_WEAK, &handle);
      std::abort();
    }
    return S_OK;
  }

  HRESULT GCRUCIBLE_STDCALL MovedReferences2(ULONG, ObjectID*, ObjectID*, SIZE_T*) override {
    if (is("hangs-while-asking")) {
      ask_for_ever();
      hang();
    }
    if (is("waits-for-a-hung-thread")) {
      // A thread that forces a collection waits for this one, and this one for it.
      std::thread([this] { info_->ForceGC(); }).join();
    }
    return S_OK;
  }

 private:
  // Info calls and, by way of handles, callbacks on a thread of its own.
  void ask_for_ever() {
    std::thread([info = info_, object = object_] {
      for (;;) {
        DWORD low = 0, high = 0;
        info->GetEventMask2(&low, &high);
        ObjectHandleID handle = nullptr;
        if (succeeded(info->CreateHandle(object, COR_PRF_HANDLE_TYPE_WEAK, &handle)))
          info->DestroyHandle(handle);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    }).detach();
  }

  ICorProfilerInfo15* info_ = nullptr;
  ObjectID object_ = 0;
};

}  // namespace

extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid,
                                                                        void** out) {
  return get_class_object<Stubborn>(kClsid, clsid, iid, out);
}
