// A profiler library that fails at the place that HOST_TEST_MISFIT names: while it is loaded, or in a
// callback.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "harness/abi/abi.h"
#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"
#include "harness/abi/metadata/import2.h"

namespace {

using namespace gcrucible::abi;

constexpr GUID kClsid = make_guid("0D0E1F20-3142-5364-7586-97A8B9CADBEC");

bool is(std::string_view way) {
  const char* const value = std::getenv("HOST_TEST_MISFIT");
  return value != nullptr && value == way;
}

int highest_level() {
  const char* const value = std::getenv("HOST_TEST_LEVEL");
  return value == nullptr ? kNewestCallbackVersion : std::atoi(value);
}

// Not through a null pointer, which the undefined-behaviour sanitizer would report in its own way.
void crash() {
  const volatile std::uintptr_t nowhere = 16;
  *reinterpret_cast<volatile int*>(nowhere) = 1;
}

// Writes into the first mapping whose name contains `name`, as a stray pointer would.
void write_into(const char* name) {
  std::FILE* const maps = std::fopen("/proc/self/maps", "r");
  char line[512];
  while (maps != nullptr && std::fgets(line, sizeof line, maps) != nullptr) {
    if (std::strstr(line, "rw-s") == nullptr || std::strstr(line, name) == nullptr) continue;
    auto* const place = reinterpret_cast<char*>(std::strtoull(line, nullptr, 16));
    for (int i = 0; i < 64; ++i) place[i] = '#';
    break;
  }
  if (maps != nullptr) std::fclose(maps);
}

// Never deletes itself, because its first reference stays.
class Other final : public CallbackBase {};

class Misfit final : public CallbackBase {
 public:
  Misfit() : CallbackBase(highest_level()) {}

  // The class factory queries ICorProfilerCallback2 first, then the runtime.
  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID wanted, void** out) override {
    if (wanted == ICorProfilerCallback2::iid && ++asked_ == 2) {
      if (is("second-query-fails")) return E_NOINTERFACE;
      if (is("second-query-null")) {
        *out = nullptr;
        return S_OK;
      }
    }
    if (is("level-null") && interface_version(kCallbackInterfaces, wanted) > 10) {
      *out = nullptr;
      return S_OK;
    }
    if (is("refuses-lower") && wanted == ICorProfilerCallback7::iid) {
      *out = nullptr;
      return E_NOINTERFACE;
    }
    if ((is("answers-unknown") || is("short-table")) && interface_version(kCallbackInterfaces, wanted) < 0) {
      return CallbackBase::QueryInterface(IUnknown::iid, out);
    }
    // Returns another object each time, like a class that returns a new tear-off.
    if (is("two-identities") && wanted == IUnknown::iid && ++identities_ % 2 == 0) {
      *out = static_cast<IUnknown*>(&other_);
      other_.AddRef();
      return S_OK;
    }
    return CallbackBase::QueryInterface(wanted, out);
  }

  // As if its table of methods ended before this one.
  HRESULT GCRUCIBLE_STDCALL LoadAsNotificationOnly(BOOL* only) override {
    if (is("short-table")) crash();
    return CallbackBase::LoadAsNotificationOnly(only);
  }

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    if (is("initialize-fails")) return CORPROF_E_PROFILER_CANCEL_ACTIVATION;
    if (is("initialize-crashes")) crash();
    void* found = nullptr;
    if (failed(runtime->QueryInterface(ICorProfilerInfo5::iid, &found))) return E_FAIL;
    info_ = static_cast<ICorProfilerInfo5*>(found);
    return info_->SetEventMask2(COR_PRF_MONITOR_GC, 0);
  }

  HRESULT GCRUCIBLE_STDCALL MovedReferences2(ULONG count, ObjectID* from, ObjectID*, SIZE_T*) override {
    if (count != 0) old_id_ = from[0];
    if (is("crash")) crash();
    if (is("abort")) std::abort();
    if (is("exit")) std::exit(7);
    if (is("throw")) throw std::runtime_error("out of a COM method");
    if (is("hang")) std::this_thread::sleep_for(std::chrono::hours(1));
    if (is("crash-on-own-thread")) {
      std::thread([] { crash(); }).join();
    }
    return S_OK;
  }

  HRESULT GCRUCIBLE_STDCALL GarbageCollectionFinished() override {
    // A common mistake: uses an ObjectID from before the collection after the collection.
    if (is("uses-old-id") && old_id_ != 0) {
      ClassID found = 0;
      info_->GetClassFromObject(old_id_, &found);
      static_cast<void>(*reinterpret_cast<volatile std::uintptr_t*>(old_id_));
    }
    if (is("wrong-riid")) {
      IUnknown* found = nullptr;
      const volatile std::uintptr_t nowhere = 8;
      info_->GetModuleMetaData(1, 0, *reinterpret_cast<const GUID*>(nowhere), &found);
    }
    if (is("unchecked")) {
      ClassID parent = 0;
      mdTypeDef token = 0;
      ModuleID module = 0;
      info_->GetClassIDInfo2(12345, &module, &token, &parent, 0, nullptr, nullptr);
      crash();
    }
    if (is("writes-control")) write_into("control");
    if (is("writes-trace")) write_into("trace");
#if defined(__x86_64__)
    if (is("backwards")) asm volatile("std");
#endif
    return S_OK;
  }

  HRESULT GCRUCIBLE_STDCALL ObjectReferences(ObjectID object, ClassID, ULONG, ObjectID*) override {
    if (is("asks")) {
      ClassID found = 0;
      SIZE_T size = 0;
      COR_PRF_GC_GENERATION_RANGE range = {};
      info_->GetClassFromObject(object, &found);
      info_->GetObjectSize2(object, &size);
      info_->GetObjectGeneration(object, &range);
    }
    return S_OK;
  }

  HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    if (is("wrong-buffer")) ask_metadata(reinterpret_cast<WCHAR*>(std::uintptr_t{16}));
    if (is("asks")) {
      // Prints the positions of this process's stack and code, to show that processes differ.
      int on_stack = 0;
      std::printf("%p %p\n", static_cast<void*>(&on_stack), reinterpret_cast<void*>(&crash));
      std::fflush(stdout);
    }
    if (is("lives-on")) {
      // As in profilers whose threads do not end with the profiler.
      std::thread([info = info_] {
        for (;;) {
          DWORD low = 0, high = 0;
          info->GetEventMask2(&low, &high);
        }
      }).detach();
    }
    return S_OK;
  }

 private:
  void ask_metadata(WCHAR* name) {
    ICorProfilerModuleEnum* modules = nullptr;
    ModuleID module = 0;
    ULONG count = 0;
    if (failed(info_->EnumModules(&modules))) return;
    modules->Next(1, &module, &count);
    modules->Release();
    IUnknown* found = nullptr;
    if (failed(info_->GetModuleMetaData(module, 0, IMetaDataImport::iid, &found))) return;
    static_cast<IMetaDataImport*>(found)->GetScopeProps(name, 100, &count, nullptr);
  }

  int asked_ = 0;
  int identities_ = 0;
  Other other_;
  ObjectID old_id_ = 0;
  ICorProfilerInfo5* info_ = nullptr;
};

class BadFactory final : public IClassFactory {
 public:
  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID, void** out) override {
    *out = this;
    return S_OK;
  }
  ULONG GCRUCIBLE_STDCALL AddRef() override { return 1; }
  ULONG GCRUCIBLE_STDCALL Release() override { return 1; }
  HRESULT GCRUCIBLE_STDCALL CreateInstance(IUnknown*, REFIID, void** out) override {
    *out = nullptr;
    if (is("create-null")) return S_OK;
    return is("no-callback2") ? E_NOINTERFACE : E_OUTOFMEMORY;
  }
  HRESULT GCRUCIBLE_STDCALL LockServer(BOOL) override { return S_OK; }
};

}  // namespace

extern "C" {

GCRUCIBLE_EXPORT BOOL GCRUCIBLE_STDCALL DllMain(void*, DWORD reason, void*) {
  return is("dllmain-false") && reason == 1 ? 0 : 1;
}

GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid, void** out) {
  if (is("factory-null")) {
    *out = nullptr;
    return S_OK;
  }
  if (is("create-null") || is("no-callback2") || is("create-fails")) {
    static BadFactory factory;
    *out = &factory;
    return S_OK;
  }
  return get_class_object<Misfit>(kClsid, clsid, iid, out);
}
}
