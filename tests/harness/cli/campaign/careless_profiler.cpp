// A profiler that misbehaves without dying. CLI_TEST_CARELESS selects how. CLI_TEST_MASK is its event mask.
// Default: MONITOR_GC.
// - "scribble in RootReferences2": writes into all arrays of that callback.
// - "stale": in Finished, queries an ObjectID from before the collection.
// - "unknown": queries one that never existed.
// - "unknown when loaded again": the same, only if the process had loaded the library before.
// - "fail in ...": returns E_FAIL from the callback.
// - "sleep in ...": sleeps in it for most of a second.
// - "overrun in ..." and "underrun in ...": writes outside its arrays.
// - "overread in ...": reads the entry after the last one.
// - "write into a reference" (or method table, or header): of the first root or range.
// - "keep": writes into an array of MovedReferences2 in Finished.
// - "attach with all flags": sets flags that only a profiler loaded at startup may set.
// - "leak enumerators": releases none of EnumThreads' enumerators.
// - "keep an enumerator": releases all but the last one.
// - "release the metadata twice": for each module.
// - "suspend": suspends and resumes the runtime in JITCompilationStarted.
// - "attach not at all": has no InitializeForAttach.
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>

#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"
#include "harness/abi/info.h"
#include "harness/abi/metadata/import2.h"
#include "harness/abi/monitor_flags.h"

namespace {

using namespace gcrucible::abi;

constexpr GUID kClsid = make_guid("2B8E6A14-70D5-4E0C-A3F1-9C5D7E2B4A60");

bool reported(std::string_view way, std::string_view callback = "") {
  const char* const value = std::getenv("CLI_TEST_CARELESS");
  std::string wanted(way);
  if (!callback.empty()) wanted += " in " + std::string(callback);
  return value != nullptr && wanted == value;
}

void sleep_if_set(std::string_view callback) {
  if (reported("sleep", callback)) std::this_thread::sleep_for(std::chrono::milliseconds(900));
}

template <typename... Arrays>
HRESULT done_with(std::string_view callback, ULONG count, Arrays*... arrays) {
  sleep_if_set(callback);
  if (reported("scribble", callback)) {
    for (ULONG i = 0; i < count; ++i) ((arrays[i] = static_cast<Arrays>(7)), ...);
  }
  const auto leave = [](auto* at) { *at = static_cast<std::remove_reference_t<decltype(*at)>>(7); };
  if (count != 0 && reported("overrun", callback)) (leave(arrays + count), ...);
  if (count != 0 && reported("overrun by 64", callback)) {
    for (ULONG i = 0; i < 64; ++i) (leave(arrays + count + i), ...);
  }
  if (count != 0 && reported("underrun", callback)) (leave(arrays - 1), ...);
  if (reported("overread", callback))
    (static_cast<void>(*static_cast<volatile Arrays*>(arrays + count)), ...);
  return reported("fail", callback) ? E_FAIL : S_OK;
}

// Static variables do not survive if the library is unloaded in between. A changed environment or a file
// would be a separate finding. A process limit that nothing else uses is not.
bool is_loaded_again() {
  rlimit limit{};
  if (getrlimit(RLIMIT_MSGQUEUE, &limit) != 0) return false;
  if (limit.rlim_cur != limit.rlim_max) return true;
  --limit.rlim_cur;
  setrlimit(RLIMIT_MSGQUEUE, &limit);
  return false;
}

class CarelessProfiler final : public CallbackBase {
 public:
  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* info) override {
    if (reported("unknown when loaded again")) loaded_again_ = is_loaded_again();
    const HRESULT hr = info->QueryInterface(ICorProfilerInfo4::iid, reinterpret_cast<void**>(&info_));
    if (hr < 0) return hr;
    const char* const mask = std::getenv("CLI_TEST_MASK");
    return info_->SetEventMask(mask == nullptr ? DWORD{COR_PRF_MONITOR_GC}
                                               : static_cast<DWORD>(std::strtoul(mask, nullptr, 0)));
  }

  HRESULT GCRUCIBLE_STDCALL InitializeForAttach(IUnknown* info, void*, UINT) override {
    if (reported("attach not at all")) return E_NOTIMPL;
    if (!reported("attach with all flags")) return S_OK;
    const HRESULT hr = info->QueryInterface(ICorProfilerInfo4::iid, reinterpret_cast<void**>(&info_));
    return hr < 0 ? hr : info_->SetEventMask(COR_PRF_MONITOR_GC | COR_PRF_ENABLE_OBJECT_ALLOCATED);
  }

  HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int count, BOOL collected[],
                                                     COR_PRF_GC_REASON) override {
    return done_with("GarbageCollectionStarted", static_cast<ULONG>(count), collected);
  }
  HRESULT GCRUCIBLE_STDCALL MovedReferences2(ULONG count, ObjectID from[], ObjectID to[],
                                             SIZE_T lengths[]) override {
    if (count != 0) old_ = from[0];
    kept_ = from;
    if (count != 0 && reported("write into a header")) reinterpret_cast<std::uint32_t*>(from[0])[-1] = 7;
    return done_with("MovedReferences2", count, from, to, lengths);
  }
  HRESULT GCRUCIBLE_STDCALL SurvivingReferences2(ULONG count, ObjectID from[], SIZE_T lengths[]) override {
    return done_with("SurvivingReferences2", count, from, lengths);
  }
  HRESULT GCRUCIBLE_STDCALL RootReferences2(ULONG count, ObjectID objects[], COR_PRF_GC_ROOT_KIND kinds[],
                                            COR_PRF_GC_ROOT_FLAGS flags[], UINT_PTR ids[]) override {
    for (ULONG i = 0; i < count && objects[i] != 0; ++i) {
      auto* const words = reinterpret_cast<std::uint64_t*>(objects[i]);
      if (reported("write into a reference")) words[1] = 0x4242;
      if (reported("write into a method table")) words[0] = 0x4242;
      break;
    }
    return done_with("RootReferences2", count, objects, kinds, flags, ids);
  }
  HRESULT GCRUCIBLE_STDCALL ObjectReferences(ObjectID, ClassID, ULONG count, ObjectID targets[]) override {
    return done_with("ObjectReferences", count, targets);
  }

  HRESULT GCRUCIBLE_STDCALL JITCompilationStarted(FunctionID, BOOL) override {
    void* found = nullptr;
    if (!reported("suspend") || info_->QueryInterface(ICorProfilerInfo10::iid, &found) < 0) return S_OK;
    auto* const info = static_cast<ICorProfilerInfo10*>(found);
    if (info->SuspendRuntime() >= 0) info->ResumeRuntime();
    info->Release();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID, ClassID) override {
    sleep_if_set("ObjectAllocated");
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ModuleLoadFinished(ModuleID module, HRESULT) override {
    IUnknown* metadata = nullptr;
    if (reported("release the metadata twice") &&
        info_->GetModuleMetaData(module, 0, IMetaDataImport::iid, &metadata) == S_OK) {
      metadata->Release();
      metadata->Release();
    }
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionFinished() override {
    if (reported("leak enumerators") || reported("keep an enumerator")) {
      if (threads_ != nullptr && reported("keep an enumerator")) threads_->Release();
      info_->EnumThreads(&threads_);
    }
    if (kept_ != nullptr && reported("keep")) {
      std::printf("kept: %llx\n", static_cast<unsigned long long>(kept_[0]));
      kept_[0] = 7;
    }
    if (reported("unknown") || (reported("unknown when loaded again") && loaded_again_)) {
      SIZE_T size = 0;
      info_->GetObjectSize2(0x1234'5678, &size);
    }
    for (int i = 0; reported("stale") && i < 3; ++i) {
      SIZE_T size = 0;
      info_->GetObjectSize2(old_, &size);
    }
    return S_OK;
  }

 private:
  bool loaded_again_ = false;
  ICorProfilerInfo4* info_ = nullptr;
  ObjectID old_ = 0;
  ObjectID* kept_ = nullptr;
  ICorProfilerThreadEnum* threads_ = nullptr;
};

}  // namespace

extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid,
                                                                        void** out) {
  return get_class_object<CarelessProfiler>(kClsid, clsid, iid, out);
}
