// A profiler library with its own threads. It stops the program in the way that HOST_TEST_STUBBORN names.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "harness/abi/abi.h"
#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"

namespace {

using namespace gcrucible::abi;

constexpr GUID kClsid = make_guid("5E1F0A2B-3C4D-4E5F-8091-A2B3C4D5E6F7");

std::string_view reported() {
  const char* const value = std::getenv("HOST_TEST_STUBBORN");
  return value == nullptr ? "" : value;
}

bool is(std::string_view way) {
  return reported() == way;
}

// The runtime reports a thread that calls ForceGC, on that thread.
thread_local bool collects = false;

bool waits() {
  return reported().starts_with("waits-for-") && !is("waits-for-a-hung-thread");
}

[[noreturn]] void hang() {
  for (;;) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

class Stubborn final : public CallbackBase {
 public:
  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* found = nullptr;
    if (failed(runtime->QueryInterface(NewestInfo::iid, &found))) return E_FAIL;
    info_ = static_cast<NewestInfo*>(found);
    if (is("crashes-after-a-collection") || is("crashes-during-a-collection") ||
        is("hangs-after-a-collection") || is("loads-for-long") || is("hangs-despite-a-sampler") ||
        is("samples-in-shutdown") || waits()) {
      return info_->SetEventMask2(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_THREADS | COR_PRF_MONITOR_CLASS_LOADS |
                                      (is("samples-in-shutdown") ? COR_PRF_MONITOR_SUSPENDS : 0u),
                                  0);
    }
    return info_->SetEventMask2(
        COR_PRF_MONITOR_GC | COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED, 0);
  }

  // The thread releases the world here, and another one collects.
  HRESULT GCRUCIBLE_STDCALL ThreadCreated(ThreadID) override {
    if (is("loads-for-long") && ++threads_ == 2) load_slowly();
    if (is("loads-for-long") || is("samples-in-shutdown") || collects) return S_OK;
    if (waits()) return wait_for_another();
    if (is("hangs-despite-a-sampler")) {
      std::thread([this] {
        for (;;) force();
      }).detach();
      hang();
    }
    std::thread collecting([this] { force(); });
    if (is("crashes-during-a-collection")) {
      while (!collecting_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::abort();
    }
    collecting.join();
    if (is("crashes-after-a-collection")) std::abort();
    if (is("hangs-after-a-collection")) hang();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    if (waits()) std::printf("waited %d times\n", waited_);
    if (is("samples-in-shutdown")) {
      std::thread([this] {
        for (;;) {
          info_->SuspendRuntime();
          info_->ResumeRuntime();
        }
      }).join();
    }
    if (is("lingers")) linger();
    return S_OK;
  }
  // A thread that never ends makes one more call.
  void linger() {
    std::thread([info = info_] {
      DWORD low = 0;
      info->GetEventMask(&low);
    }).detach();
  }
  HRESULT GCRUCIBLE_STDCALL ClassLoadStarted(ClassID) override {
    if (slow_) std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int, BOOL*, COR_PRF_GC_REASON) override {
    collecting_ = true;
    if (is("crashes-during-a-collection")) hang();
    return S_OK;
  }

  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID object, ClassID) override {
    object_ = object;
    if (is("suspends") || is("suspends-and-asks") || is("suspends-and-hangs-beside")) info_->SuspendRuntime();
    if (is("suspends-and-asks") || is("suspends-and-hangs-beside")) ask_for_ever();
    if (is("crashes-after-a-handle")) {
      ObjectHandleID handle = nullptr;
      info_->CreateHandle(object, COR_PRF_HANDLE_TYPE_WEAK, &handle);
      std::abort();
    }
    return S_OK;
  }

  // On the thread that has created the handle: its CreateHandle does not return.
  HRESULT GCRUCIBLE_STDCALL HandleCreated(GCHandleID, ObjectID) override {
    if (is("suspends-and-hangs-beside")) hang();
    return S_OK;
  }

  HRESULT GCRUCIBLE_STDCALL MovedReferences2(ULONG, ObjectID*, ObjectID*, SIZE_T*) override {
    if (is("hangs-while-asking")) {
      ask_for_ever();
      hang();
    }
    if (is("waits-for-a-hung-thread")) {
      // A thread that forces a collection waits for this one, and this one waits for it.
      std::thread([this] { force(); }).join();
    }
    return S_OK;
  }

 private:
  void force() {
    collects = true;
    info_->ForceGC();
  }
  HRESULT wait_for_another() {
    std::thread([this] {
      if (is("waits-for-a-collection")) force();
      if (is("waits-for-loads")) load_all();
      for (int i = 0; is("waits-for-asking") && i < 100; ++i) {
        DWORD low = 0, high = 0;
        info_->GetEventMask2(&low, &high);
        ICorProfilerThreadEnum* threads = nullptr;
        if (succeeded(info_->EnumThreads(&threads))) threads->Release();
      }
      ++waited_;
    }).join();
    return S_OK;
  }
  // All classes of the program's own module. None of them was queried before.
  void load_all() {
    ICorProfilerModuleEnum* modules = nullptr;
    if (failed(info_->EnumModules(&modules))) return;
    ModuleID module = 0;
    ULONG fetched = 0;
    while (modules->Next(1, &module, &fetched) == S_OK) {
      for (mdTypeDef token = 0x02000002; token < 0x02000010; ++token) {
        ClassID id = 0;
        info_->GetClassFromToken(module, token, &id);
      }
    }
    modules->Release();
  }
  void load_slowly() {
    slow_ = true;
    load_all();
    slow_ = false;
  }
  // Makes Info calls on its own thread. Calls about handles also cause callbacks.
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

  NewestInfo* info_ = nullptr;
  ObjectID object_ = 0;
  std::atomic<bool> collecting_{false};
  int threads_ = 0;
  bool slow_ = false;
  int waited_ = 0;
};

}  // namespace

extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid,
                                                                        void** out) {
  return get_class_object<Stubborn>(kClsid, clsid, iid, out);
}
