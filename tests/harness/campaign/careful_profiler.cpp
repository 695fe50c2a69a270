// A tracker of objects that queries each object after a collection. CAMPAIGN_TEST names a mistake; default:
// none. The code next to each name shows the mistake. The library exports no probe.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <vector>

#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"
#include "harness/abi/info.h"
#include "harness/abi/metadata/import2.h"
#include "harness/abi/monitor_flags.h"

namespace {

using namespace gcrucible::abi;

constexpr GUID kClsid = make_guid("0B7C52D1-6E3A-4F19-9C84-2D5E7A1B3F60");

bool is(std::string_view mistake) {
  const char* const value = std::getenv("CAMPAIGN_TEST");
  return value != nullptr && mistake == value;
}

struct Range {
  ObjectID from;
  ObjectID to;
  unsigned long long length;
};

class Careful final : public CallbackBase {
 public:
  // Only the older calls. Their lengths beyond 4 GB are used as they are.
  Careful() : CallbackBase(is("legacy lengths") ? 3 : kNewestCallbackVersion) {}

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* unknown) override {
    return begin(unknown, COR_PRF_MONITOR_GC | COR_PRF_ENABLE_OBJECT_ALLOCATED |
                              COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_MONITOR_JIT_COMPILATION);
  }
  HRESULT GCRUCIBLE_STDCALL InitializeForAttach(IUnknown* unknown, void*, UINT) override {
    return begin(unknown, COR_PRF_MONITOR_GC);
  }
  HRESULT GCRUCIBLE_STDCALL ProfilerDetachSucceeded() override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    const std::scoped_lock lock(mutex_);
    working_ = false;
    // Frees data at Shutdown that callbacks on other threads use.
    if (is("gone with shutdown")) {
      delete compiled_;
      compiled_ = nullptr;
    }
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL JITCompilationFinished(FunctionID function, HRESULT, BOOL) override {
    const std::scoped_lock lock(mutex_);
    if (working_ || is("gone with shutdown")) ++(*compiled_)[function];
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID object, ClassID type) override {
    const std::scoped_lock lock(mutex_);
    if (!working_) return S_OK;
    objects_.insert(object);
    look_up(type);
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int count, BOOL* collected, COR_PRF_GC_REASON) override {
    const std::scoped_lock lock(mutex_);
    open_ = working_;
    if (!working_) return S_OK;
    condemned_.assign(collected, collected + count);
    ranges_.clear();
    ULONG there = 0;
    bounds_.resize(4096);
    if (failed(info_->GetGenerationBounds(static_cast<ULONG>(bounds_.size()), &there, bounds_.data())))
      there = 0;
    bounds_.resize(there);
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL MovedReferences2(ULONG count, ObjectID* from, ObjectID* to,
                                             SIZE_T* length) override {
    return add(count, from, to, length, false);
  }
  HRESULT GCRUCIBLE_STDCALL SurvivingReferences2(ULONG count, ObjectID* from, SIZE_T* length) override {
    return add(count, from, from, length, false);
  }
  HRESULT GCRUCIBLE_STDCALL MovedReferences(ULONG count, ObjectID* from, ObjectID* to,
                                            ULONG* length) override {
    return add(count, from, to, length, true);
  }
  HRESULT GCRUCIBLE_STDCALL SurvivingReferences(ULONG count, ObjectID* from, ULONG* length) override {
    return add(count, from, from, length, true);
  }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionFinished() override {
    const std::scoped_lock lock(mutex_);
    if (!working_ || !open_) return S_OK;
    open_ = false;
    std::set<ObjectID> next;
    for (const ObjectID object : objects_) follow(object, next);
    objects_.swap(next);
    // Not a mistake: a log that depends on the form of the report, and a statistic.
    if (is("prints ranges")) {
      for (const Range& each : ranges_) std::printf("%llx\n", static_cast<unsigned long long>(each.from));
    }
    if (is("counts ranges")) std::printf("%zu\n", ranges_.size());
    ClassID type = 0;
    for (const ObjectID object : objects_) info_->GetClassFromObject(object, &type);
    return S_OK;
  }

 private:
  HRESULT begin(IUnknown* unknown, DWORD flags) {
    void* found = nullptr;
    const HRESULT hr = unknown->QueryInterface(ICorProfilerInfo4::iid, &found);
    if (failed(hr)) return hr;
    info_ = static_cast<ICorProfilerInfo4*>(found);
    return info_->SetEventMask(flags);
  }

  template <typename Length>
  HRESULT add(ULONG count, const ObjectID* from, const ObjectID* to, const Length* length, bool older) {
    const std::scoped_lock lock(mutex_);
    if (older != is("legacy lengths")) return S_OK;
    for (ULONG i = 0; i < count; ++i) ranges_.push_back({from[i], to[i], length[i]});
    return S_OK;
  }

  void follow(ObjectID object, std::set<ObjectID>& next) const {
    for (const Range& each : ranges_) {
      if (object - each.from >= each.length) continue;
      next.insert(is("no offset") ? each.to : each.to + (object - each.from));
      return;
    }
    if (stays(object)) next.insert(object);
  }

  // Whether it is in a generation that was not collected.
  bool stays(ObjectID object) const {
    for (const COR_PRF_GC_GENERATION_RANGE& each : bounds_) {
      if (object - each.rangeStart >= each.rangeLengthReserved) continue;
      const auto generation = static_cast<std::size_t>(each.generation);
      return generation >= condemned_.size() || !condemned_[generation];
    }
    return true;
  }

  void look_up(ClassID type) const {
    ModuleID module = 0;
    mdTypeDef token = 0;
    if (failed(info_->GetClassIDInfo(type, &module, &token)) || module == 0) return;
    IUnknown* import = nullptr;
    const HRESULT hr = info_->GetModuleMetaData(module, 0, IMetaDataImport2::iid, &import);
    // Ignores the result.
    if (is("unchecked") || succeeded(hr)) import->Release();
  }

  ICorProfilerInfo4* info_ = nullptr;
  std::mutex mutex_;
  bool working_ = true;
  bool open_ = false;
  std::set<ObjectID> objects_;
  std::vector<Range> ranges_;
  std::vector<COR_PRF_GC_GENERATION_RANGE> bounds_;
  std::vector<bool> condemned_;
  std::map<FunctionID, int>* compiled_ = new std::map<FunctionID, int>;
};

}  // namespace

extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid,
                                                                        void** out) {
  return get_class_object<Careful>(kClsid, clsid, iid, out);
}
